import { CHECKED, NOT_CHECKED, ON_BATCH, PENDING, REJECTED } from '../codes.ts'
import { bankingDaysAfter, isoOf } from '../day.ts'
import { actAfter, effectOf, isRight, itemOf, type TracedDebit, tracedDebits } from '../entries.ts'
import type { Finding, LoanFacts, SentEntry, TransactionFact } from '../facts.ts'
import type { ModelRules } from '../rules.ts'

const UNDER_WAY = [PENDING, ON_BATCH, NOT_CHECKED, CHECKED]

/** Every entry that the bank has is a transaction of ours, and the reverse, each as far as the bank says. */
export function entriesAndRows(facts: LoanFacts, rules: ModelRules): Finding[] {
  const found = (words: string): Finding => ({ law: 'entriesAndRows', words })
  const traced = tracedDebits(facts)
  const unknown = traced
    .filter(({ row }) => row === undefined)
    .map(({ entry }) => found(`the bank has ${entry.trace}, which no transaction has`))
  const traces = new Set(facts.sent.map(({ trace }) => trace))
  const invented = facts.transactions
    .filter(({ trace, status }) => trace !== null && UNDER_WAY.includes(status) && !traces.has(trace))
    .map(({ transactionNo }) => found(`${transactionNo} is under way, and the bank has no such entry`))
  const differing = traced.flatMap((one) => wordsOfRow(one, facts, rules)).map(found)
  return [...unknown, ...invented, ...differing]
}

function wordsOfRow({ entry, row, answer }: TracedDebit, facts: LoanFacts, rules: ModelRules): string[] {
  if (row === undefined) return []
  const { today } = facts
  const name = `${row.transactionNo} of ${isoOf(entry.day)}`
  if (row.amount !== entry.amount) return [`${name}: the bank has ${entry.amount}, the row ${row.amount}`]
  if (answer !== undefined) {
    return row.status === REJECTED && row.returnCode === answer.code
      ? []
      : [`${name}: the bank returned it as ${answer.code}, and its status is ${row.status}`]
  }
  if (entry.day > today)
    return row.status === ON_BATCH ? [] : [`${name}: with the bank, and its status is ${row.status}`]
  const isWaiting =
    facts.openItems.some((kind) => HOLDS_CHECKS.includes(kind)) ||
    // What was settled today has its effect in the next round.
    facts.acts.some(({ kind, on }) => kind === 'closedItem' && on === today)
  const checkedOn = bankingDaysAfter(entry.day, rules.checkedAfter)
  if (row.status === CHECKED) return today >= checkedOn ? [] : [`${name}: checked before ${isoOf(checkedOn)}`]
  if (row.status !== NOT_CHECKED) return [`${name}: it has settled, and its status is ${row.status}`]
  return today > checkedOn && !isWaiting ? [`${name}: not checked since ${isoOf(checkedOn)}`] : []
}

/** What the bank said of a loan and is not settled: until it is, none of its debits becomes checked. Source: domain.md §14. */
const HOLDS_CHECKS = [
  'refusedReturn',
  'unmatchedReturn',
  'entryQuarantined',
  'fileQuarantined',
  'unreadBankEntry',
  'returnSentBack',
  'creditReversal',
]

const OF_ANSWERS = [
  'refusedReturn',
  'unmatchedReturn',
  'entryQuarantined',
  'unreadBankEntry',
  'returnDisputed',
]

/** An answer of the bank that is not right waits for a person, or for the right one. Source: domain.md §14, "Bank files". */
export function wrongAnswersWait(facts: LoanFacts): Finding[] {
  const isOpen = facts.openAnywhere.some((kind) => OF_ANSWERS.includes(kind))
  if (isOpen) return []
  return facts.answers
    .filter((answer) => {
      const entry = facts.sent.find(({ trace }) => trace === answer.trace)
      if (entry === undefined || entry.direction !== 'debit') return false
      const isRighted = facts.answers.some(
        (other) => other.trace === answer.trace && other.order > answer.order && isRight(other, entry),
      )
      return (
        !isRighted && !isRight(answer, entry) && actAfter(facts, answer.order, 'closedItem') === undefined
      )
    })
    .map(({ code, on }) => ({
      law: 'wrongAnswersWait',
      words: `the bank's ${code} of ${isoOf(on)} was refused, and no work item says so`,
    }))
}

/**
 * What an answer ends has ended: nothing of it comes to the bank afterward, unless the borrower allowed it again.
 * Source: facts/ach.md §2; domain.md §9.
 */
export function answersHaveEffect(facts: LoanFacts, { fundsEnd }: ModelRules): Finding[] {
  const all = tracedDebits(facts)
  return all.flatMap((returned) => {
    const { answer, row } = returned
    if (answer === undefined || row === undefined) return []
    const effect = effectOf(answer)
    const ends = effect.isForFunds ? fundsEnd : effect.ends
    if (ends === 'nothing') return []
    const isAllowedAgain = (debit: TracedDebit): boolean => isAllowedSince(facts, answer.order, ends, debit)
    return all
      .filter(
        ({ entry }) =>
          entry.sentOn > answer.on ||
          (entry.sentOn === answer.on && isSentAfter(facts, entry.trace, answer.order)),
      )
      .filter((debit) => ends !== 'item' || isSameItem(facts, debit, returned))
      .filter((debit) => !isAllowedAgain(debit))
      .map(({ entry }) => ({
        law: 'answersHaveEffect',
        words: `${entry.trace} came on ${isoOf(entry.sentOn)}, after ${answer.code} of ${isoOf(answer.on)} had ended its ${ends}`,
      }))
  })
}

const isSentAfter = ({ orders }: LoanFacts, trace: string, order: number): boolean =>
  (orders[trace] ?? 0) > order

const isSameItem = ({ transactions }: LoanFacts, one: TracedDebit, other: TracedDebit): boolean =>
  one.row !== undefined &&
  other.row !== undefined &&
  itemOf(transactions, one.row).transactionNo === itemOf(transactions, other.row).transactionNo

function isAllowedSince(facts: LoanFacts, since: number, ends: string, { entry }: TracedDebit): boolean {
  const sent = facts.orders[entry.trace] ?? 0
  const again = (act: { readonly order: number } | undefined): boolean =>
    act !== undefined && act.order < sent
  if (again(actAfter(facts, since, 'confirmed'))) return true
  if (ends === 'account') return again(actAfter(facts, since, 'repaired', 'authorized'))
  return again(actAfter(facts, since, 'authorized', 'corrected'))
}

/**
 * After two debits in a row that failed for want of money, none is sent but one that the borrower confirmed or allowed
 * anew. Source: domain.md §9; 12 CFR 1041.8.
 */
export function twoFailuresStop(facts: LoanFacts, { failuresThatStop }: ModelRules): Finding[] {
  const all = tracedDebits(facts)
  return all.flatMap(({ entry }) => {
    const order = facts.orders[entry.trace] ?? 0
    const known = all.filter(
      (one) => (facts.orders[one.entry.trace] ?? 0) < order && one.entry.day < entry.day,
    )
    // What came back only later had cleared as far as anyone knew then.
    const outcomes = known.map(({ answer }) => (answer && answer.order < order ? answer : undefined))
    const last = outcomes.slice(-failuresThatStop)
    const failed = last.filter((answer) => answer !== undefined && effectOf(answer).isForFunds)
    const newest = failed.at(-1)
    if (failed.length < failuresThatStop || newest === undefined) return []
    const again = actAfter(facts, newest.order, 'authorized', 'confirmed')
    if (again !== undefined && again.order < order) return []
    return [
      {
        law: 'twoFailuresStop',
        words: `${entry.trace} came on ${isoOf(entry.sentOn)} after ${failuresThatStop} failures in a row`,
      },
    ]
  })
}

/** No payment is with the bank twice at once, and no entry is sent under two names. */
export function nothingTwice(facts: LoanFacts): Finding[] {
  const found = (words: string): Finding => ({ law: 'nothingTwice', words })
  const traces = facts.sent.map(({ trace }) => trace)
  const again = traces.filter((trace, index) => traces.indexOf(trace) !== index)
  const standing = tracedDebits(facts).filter(({ answer, row }) => answer === undefined && row !== undefined)
  const numbers = standing.flatMap(({ row }) => row?.installmentNo ?? [])
  const twice = numbers.filter((number, index) => numbers.indexOf(number) !== index)
  const retries = tracedDebits(facts).flatMap(({ entry, row }) =>
    row?.purpose === 'representment' && isPaidBefore(facts, row, entry)
      ? [found(`${entry.trace} came on ${isoOf(entry.sentOn)} for what the borrower had paid before`)]
      : [],
  )
  return [
    ...retries,
    ...again.map((trace) => found(`the bank received ${trace} twice`)),
    ...twice.map((number) => found(`payment ${number} was taken twice, and neither came back`)),
  ]
}

/** After the retry was planned the borrower paid what was due: the retry is withdrawn. Source: domain.md §14. */
const isPaidBefore = ({ transactions }: LoanFacts, retry: TransactionFact, { sentOn }: SentEntry): boolean =>
  transactions.some(
    ({ purpose, trace, createdOn, amount }) =>
      purpose === 'payNow' &&
      trace !== null &&
      createdOn > retry.createdOn &&
      createdOn < sentOn &&
      amount >= retry.amount,
  )

/** One returned-payment fee an item, only for want of money, never above the agreed one. Source: domain.md §6. */
export function feesOnce(facts: LoanFacts, { feesAnItem }: ModelRules): Finding[] {
  const { terms, entries } = facts
  if (terms === null) return []
  const found = (words: string): Finding => ({ law: 'feesOnce', words })
  const fees = entries.filter(({ kind }) => kind === 'fee')
  const items = new Set(
    tracedDebits(facts).flatMap(({ answer, row }) =>
      answer !== undefined && row !== undefined && effectOf(answer).isForFunds
        ? [itemOf(facts.transactions, row).transactionNo]
        : [],
    ),
  )
  return [
    ...(fees.length <= items.size * feesAnItem
      ? []
      : [
          found(
            `${fees.length} returned-payment fees for ${items.size} items that came back for want of money`,
          ),
        ]),
    ...fees
      .filter(({ amount }) => amount > terms.returnedPaymentFee)
      .map(({ entryNo, amount }) =>
        found(`fee ${entryNo} is ${amount}, and ${terms.returnedPaymentFee} was agreed`),
      ),
  ]
}
