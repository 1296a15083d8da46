import { CONFIRM_AGAIN_DAYS } from './waiting-payoff.ts'
import {
  APPROVED,
  CHECKED,
  COLLECTING,
  CREDIT,
  DEBIT,
  LIVE,
  NOT_CHECKED,
  ON_BATCH,
  PENDING,
  PLANNED,
  SENT,
  SUSPENDED,
} from '../codes.ts'
import { bankingDaysAfter, type Day, isoOf } from '../day.ts'
import { actAfter, effectOf, tracedDebits } from '../entries.ts'
import { totalOf } from '../debt.ts'
import type { ActFact, BankAnswer, Finding, LoanFacts, PageFacts, SentEntry } from '../facts.ts'
import type { ModelRules } from '../rules.ts'
import { debtToday } from './debt-laws.ts'

type Part = PageFacts['pastDueParts'][number]

/** Why debits were off: by the borrower, by the borrower's bank, or by an employee. */
const OFF: readonly ActFact['kind'][] = [
  'revoked',
  'suspended',
  'collected',
  'rejected',
  'stoppedOne',
  'helped',
]

/**
 * What is past due is so by the doing of the borrower or of their bank, never by ours: a debit of it came back, or it
 * could not be taken on its day. Source: domain.md §14.
 */
export function pastDueHasCause(facts: LoanFacts, { pastDueAfter }: ModelRules): Finding[] {
  const { page, today } = facts
  if (page === null) return []
  return page.pastDueParts.flatMap((part): Finding[] => {
    const found = (why: string): Finding => ({
      law: 'pastDueHasCause',
      words: `${part.amount} of ${isoOf(part.day)} (payment ${part.installmentNo ?? 'after the schedule'}) is past due ${why}`,
    })
    // What is left after the schedule is owed since its last payment was taken.
    const isOwnDay = part.installmentNo !== null && today - part.day < pastDueAfter
    if (isOwnDay) return [found('on its own day')]
    return isByBorrower(facts, part) ? [] : [found('by no doing of the borrower or the bank')]
  })
}

function isByBorrower(facts: LoanFacts, { installmentNo, day }: Part): boolean {
  const returned = tracedDebits(facts).filter(({ answer }) => answer !== undefined)
  if (returned.some(({ row }) => row?.installmentNo === installmentNo || row?.installmentNo === null))
    return true
  const isOff = returned.some(
    ({ answer }) => answer !== undefined && answer.on <= day + 1 && effectOf(answer).ends !== 'nothing',
  )
  const isFailing =
    returned.filter(({ answer }) => answer !== undefined && effectOf(answer).isForFunds).length >= 2
  const isChosen = facts.acts.some(
    ({ kind, on, detail }) =>
      (on <= day || installmentNo === null) &&
      (OFF.includes(kind) || (kind === 'modeChanged' && detail === 'borrower')),
  )
  // What the borrower told the bank of one loan, and two failures in a row, hold for all debits of the account.
  const isOffElsewhere = facts.answersElsewhere.some(
    (answer) => answer.on <= day + 1 && (effectOf(answer).isForFunds || effectOf(answer).ends !== 'item'),
  )
  if (installmentNo === null && returned.length > 0) return true
  return isOff || isFailing || isChosen || isOffElsewhere || facts.isSentByBorrower
}

/**
 * A loan past due beyond the days of grace is on a person's desk; until then that is its next day. Days count from the
 * notice of what came back late. Source: domain.md §14.
 */
export function pastDueIsWorkedOn(facts: LoanFacts): Finding[] {
  const { page, openItems, isDayOver, status, subStatus, today, graceDays } = facts
  if (page === null || !isDayOver || !LIVE.includes(status) || subStatus === 'settled') return []
  const behind = page.pastDueParts.filter((part) => today - countedFrom(facts, part) > graceDays)
  return behind.length === 0 || openItems.includes('loanPastDue')
    ? []
    : [{ law: 'pastDueIsWorkedOn', words: `${page.pastDue} is past due, and no work item is open` }]
}

/** The day from which a payment past due counts: its own, or that on which we learned that it had come back. */
function countedFrom({ transactions }: LoanFacts, { installmentNo, day }: Part): Day {
  const returned = transactions.filter(
    (one) => one.returnedOn !== null && (installmentNo === null || one.installmentNo === installmentNo),
  )
  return Math.max(day, ...returned.map(({ returnedOn }) => returnedOn ?? day))
}

/** A status has its reason today. Source: domain.md §2. */
export function statusHasReason(facts: LoanFacts): Finding[] {
  const { status, subStatus, page, acts, isDayOver, transactions } = facts
  if (!isDayOver) return []
  const found = (words: string): Finding => ({ law: 'statusHasReason', words })
  // A payment that brought it out of there may still come back until it is checked.
  const isUnchecked = transactions.some(
    ({ type, status: at }) => type === DEBIT && [PENDING, ON_BATCH, NOT_CHECKED].includes(at),
  )
  if (status === COLLECTING && page !== null && page.pastDue === 0n && !isUnchecked && !isHandCollected(acts))
    return [found(`it is in collection (${subStatus}), and nothing is past due`)]
  if (status === SUSPENDED)
    return isSuspendedFor(facts) ? [] : [found(`it is suspended (${subStatus}), and nothing says why`)]
  if (
    status === SENT &&
    !transactions.some(
      ({ type, status: at }) => type === CREDIT && [ON_BATCH, NOT_CHECKED, PENDING].includes(at),
    )
  )
    return [found('its money is on its way, and the bank has none')]
  return []
}

/** A person or the bank suspended it, and nothing since then has ended that. */
function isSuspendedFor(facts: LoanFacts): boolean {
  const { acts } = facts
  const isPersons = acts.some(
    ({ kind, order }) => kind === 'suspended' && actAfter(facts, order, 'cured') === undefined,
  )
  return (
    isPersons || tracedDebits(facts).some(({ answer }) => answer !== undefined && isStanding(facts, answer))
  )
}

/** An account of no use ends with another account; everything else only by a person. */
function isStanding(facts: LoanFacts, answer: BankAnswer): boolean {
  const { suspends, ends, needsPerson } = effectOf(answer)
  if (!suspends) return false
  const isRepaired =
    ends === 'account' && !needsPerson && actAfter(facts, answer.order, 'repaired') !== undefined
  return !isRepaired && actAfter(facts, answer.order, 'cured') === undefined
}

/** An employee put it into collection, which an employee also ends. */
const isHandCollected = (acts: readonly ActFact[]): boolean => acts.some(({ kind }) => kind === 'collected')

/** Every loan that owes has something ahead. Source: domain.md §14, "No loan is stranded". */
export function nothingIsStranded(facts: LoanFacts, rules: ModelRules): Finding[] {
  const { status, transactions, page, today, openItems } = facts
  if (status === APPROVED || !LIVE.includes(status)) return []
  const debt = debtToday(facts, rules)
  if (debt === undefined || totalOf(debt.now) === 0n) return []
  const isMoving = transactions.some(
    ({ type, status: at, day }) =>
      type !== CREDIT && ([PENDING, ON_BATCH, NOT_CHECKED].includes(at) || (at === PLANNED && day >= today)),
  )
  const isAhead = page?.next !== null && page?.next !== undefined && page.next.day >= today
  // Whether what is past due has its item is a law of its own.
  const isWorkedOn = openItems.length > 0 || (page?.pastDue ?? 0n) > 0n
  if (isMoving || isAhead || (page?.openChangeNo ?? null) !== null || isWorkedOn) return []
  return [
    {
      law: 'nothingIsStranded',
      words: `it owes ${totalOf(debt.now)}, and no payment, debit, open change or work item is ahead`,
    },
  ]
}

/** A debit is announced at most so many days before its batch. Source: facts/notices, 12 CFR 1041.9. */
export const DAYS_OF_A_NOTICE = 11

/** A modification whose debit is checked ends that day, whatever else comes back. Source: domain.md §14. */
export function checkedChangeEnds({ page, transactions, isDayOver }: LoanFacts): Finding[] {
  const openNo = page?.openChangeNo ?? null
  const isChecked = transactions.some(
    ({ type, purpose, status, changeNo }) =>
      changeNo === openNo && type === DEBIT && SINGLE_DEBITS.includes(purpose) && status === CHECKED,
  )
  return openNo === null || !isDayOver || !isChecked
    ? []
    : [{ law: 'checkedChangeEnds', words: `change ${openNo} is open, and its debit is checked` }]
}

/** Debits that a change was saved for. */
const SINGLE_DEBITS: readonly string[] = ['payOff', 'payDown', 'payNow']

/** A batch and what the page said just before it. */
export interface BatchSeen {
  readonly before: PageFacts
  readonly on: Day
  /** What the bank received of the loan by it. */
  readonly sent: readonly SentEntry[]
  /** What the bank had for the same day before it. */
  readonly sentBefore: readonly SentEntry[]
  /** Days on which we missed a notice. */
  readonly unannounced: readonly Day[]
}

/**
 * A batch takes what the page said: each payment of its day that we take, with its amount, and nothing else. Source:
 * domain.md §14.
 */
export function batchDoesAsShown(
  { before, on, sent, sentBefore, unannounced }: BatchSeen,
  { sentAhead }: ModelRules,
): Finding[] {
  const day = bankingDaysAfter(on, sentAhead)
  const sumOf = (entries: readonly { readonly amount: bigint }[]): bigint =>
    entries.reduce((sum, { amount }) => sum + amount, 0n)
  const taken = sumOf(sent.filter(({ direction }) => direction === 'debit'))
  const next = before.next
  const shown =
    next !== null && next.day === day
      ? sumOf(next.parts.filter(({ sentBy, isHeld }) => sentBy === 'us' && !isHeld)) -
        sumOf(sentBefore.filter((entry) => entry.direction === 'debit' && entry.day === day))
      : next !== null && next.day < day
        ? null
        : 0n
  if (shown === null || shown === taken) return []
  // What we did not announce waits for its notice; the page learns it only then.
  const isUnannounced =
    taken === 0n && unannounced.some((missed) => missed <= on && on - missed <= DAYS_OF_A_NOTICE)
  if (isUnannounced) return []
  return [
    {
      law: 'batchDoesAsShown',
      words: `the page said that we take ${shown} on ${isoOf(day)}, and the batch of ${isoOf(on)} took ${taken}`,
    },
  ]
}

/** A payoff quote that the server gave. */
export interface QuoteSeen {
  readonly total: bigint
  readonly goodThrough: Day
}

/** A payoff costs what is owed on its day, to the cent. Source: domain.md §10. */
export function quoteIsTheDebt(
  facts: LoanFacts,
  { total, goodThrough }: QuoteSeen,
  rules: ModelRules,
): Finding[] {
  const debt = debtToday({ ...facts, today: goodThrough }, rules)
  if (debt === undefined || totalOf(debt.now) === total) return []
  return [
    {
      law: 'quoteIsTheDebt',
      words: `a payoff good through ${isoOf(goodThrough)} was quoted as ${total}, and ${totalOf(debt.now)} is owed then`,
    },
  ]
}

/**
 * A payoff's debit comes to the bank for its day, within a banking day of its confirmation, or of one given again within
 * five banking days. Source: domain.md §14.
 */
export function quoteIsNotHonoredLonger(facts: LoanFacts): Finding[] {
  return tracedDebits(facts).flatMap(({ entry, row }) => {
    const quote = facts.confirmations.find(({ changeNo }) => changeNo === row?.changeNo)
    if (row === undefined || row.purpose !== 'payOff' || quote === undefined) return []
    const last = facts.confirmations.filter(({ changeNo }) => changeNo === row.changeNo).at(-1) ?? quote
    const until = Math.max(quote.goodThrough, bankingDaysAfter(last.on + 1, 1))
    const isAgain = last.on <= bankingDaysAfter(quote.goodThrough, CONFIRM_AGAIN_DAYS)
    return entry.day <= until && isAgain
      ? []
      : [
          {
            law: 'quoteIsNotHonoredLonger',
            words: `payoff ${entry.trace} of ${isoOf(entry.day)} had been quoted through ${isoOf(quote.goodThrough)}`,
          },
        ]
  })
}
