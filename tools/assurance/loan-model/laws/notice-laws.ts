import { LIVE, TERMINATED } from '../codes.ts'
import { totalOf } from '../debt.ts'
import { type Day, isoOf } from '../day.ts'
import { actAfter, isRight, tracedDebits } from '../entries.ts'
import type { ActFact, Finding, LoanFacts, NoticeFact, PageFacts, SentEntry } from '../facts.ts'
import { announcedIn, feeIn, moveIn, nextIn, retryIn, returnIn, type SaidPayment } from '../messages.ts'
import type { ModelRules } from '../rules.ts'
import { isEndedElsewhere } from './answer-laws.ts'
import { debtToday } from './debt-laws.ts'
import { DAYS_OF_A_NOTICE } from './schedule-laws.ts'

/** Debits of the schedule and those that the borrower asked for; what undoes a loan has words of its own. */
const ANNOUNCED: readonly string[] = ['installment', 'representment', 'payOff', 'payDown', 'payNow']

const isSame = (one: SaidPayment, { amount, day }: SaidPayment): boolean =>
  one.amount === amount && one.day === day

const asSaid = ({ amount, day }: SaidPayment): string => `${amount} on ${isoOf(day)}`

/**
 * No debit comes to the bank but one that a message had said before, with its day and amount. Source: domain.md §11, §14;
 * 12 CFR 1041.9; 12 CFR 1005.10(d).
 */
export function takenIsAnnounced(facts: LoanFacts): Finding[] {
  return tracedDebits(facts).flatMap(({ entry, row }) => {
    if (row === undefined || !ANNOUNCED.includes(row.purpose)) return []
    const order = facts.orders[entry.trace] ?? 0
    const before = facts.notices.filter((notice) => notice.order < order).flatMap(announcedIn)
    if (before.some((one) => isSame(one, entry))) return []
    // Excuse, for the days of a notice: as agreed it needs none by law, and we sent none on a day that we missed.
    const isOurs = facts.misses.some((on) => on <= entry.sentOn && entry.sentOn - on <= DAYS_OF_A_NOTICE)
    if (row.purpose === 'installment' && before.every(({ day }) => day !== entry.day) && isOurs) return []
    const other = before.findLast(({ day }) => day === entry.day)
    return [
      {
        law: 'takenIsAnnounced',
        words: `${row.purpose} ${asSaid(entry)} came to the bank, and ${other === undefined ? 'no message had said it' : `${asSaid(other)} had been said`}`,
      },
    ]
  })
}

/** Messages after which what was announced before need not come, by how their kinds begin. */
const CORRECTIONS: readonly string[] = [
  'paymentMoved',
  'scheduleShifted',
  'changeConfirmed',
  'changeFailed',
  'changeCancel',
  'confirmAgain',
  'authorizationEnded',
  'bankRepairNeeded',
  'paymentsPaused',
  'paymentReturned',
  'rightsNotice',
  'loanCancel',
  'paidOff',
  'loanSettled',
  'loanPastDue',
  'receiptReversed',
  'disbursementReturned',
  'disbursementReversed',
]

/** Acts of people of which they have the answer at once. */
const TOLD_AT_ONCE: readonly ActFact['kind'][] = [
  'revoked',
  'suspended',
  'collected',
  'stoppedOne',
  'rejected',
  'modeChanged',
  'repaired',
]

/**
 * What a message announced comes to the bank for its day with its amount, a payment that is tried again too, or another
 * message had taken it back by the evening of that day. Source: domain.md §11, §14.
 */
export function announcedComes(facts: LoanFacts): Finding[] {
  const { today, isDayOver, notices, sent } = facts
  if (!isDayOver) return []
  const came = (said: SaidPayment): boolean =>
    sent.some((entry: SentEntry) => entry.direction === 'debit' && isSame(said, entry))
  // A payment of the borrower's own that we missed comes a banking day later, or is asked for again; a law of its own says until when.
  const isLate = ({ kind, key, on }: NoticeFact): boolean =>
    (kind === 'changeConfirmed' || key.includes('change')) &&
    facts.misses.some((missed) => missed >= on && missed <= today)
  const judged = notices.filter((notice) => !isLate(notice))
  return judged.flatMap((notice) =>
    promisedIn(notice)
      .filter((said) => said.day === today && !came(said))
      .filter(({ day }) => !isTakenBack(facts, notice, day) && !isEndedElsewhere(facts, notice))
      .map((said) => ({
        law: 'announcedComes',
        words: `a message (${notice.kind}) of ${isoOf(notice.on)} said ${asSaid(said)}, and the bank has no such debit`,
      })),
  )
}

/** Debits that a message says will come. */
function promisedIn(notice: NoticeFact): SaidPayment[] {
  const retry = retryIn(notice)
  return retry === undefined ? announcedIn(notice) : [...announcedIn(notice), retry]
}

/**
 * A later message or act made something else of it; so did another announcement of a debit of that day. With a confirmation,
 * which quotes the whole debt, leaves the announcement of what is taken beside a payment on its way, in either order.
 */
function isTakenBack(facts: LoanFacts, { order, kind, on }: NoticeFact, day: Day): boolean {
  const later = facts.notices.filter((notice) => notice.order > order)
  const others = facts.notices.filter((notice) =>
    kind === 'changeConfirmed' ? notice.on >= on && notice.kind !== kind : notice.order > order,
  )
  return (
    later.some((notice) => CORRECTIONS.some((one) => notice.kind.startsWith(one))) ||
    others.some((notice) => announcedIn(notice).some((said) => said.day === day)) ||
    actAfter(facts, order, ...TOLD_AT_ONCE) !== undefined
  )
}

/** A payment that came back has one message, with its day and amount, and its fee where it has one. Source: domain.md §11. */
export function returnedIsTold(facts: LoanFacts): Finding[] {
  const { notices, isDayOver, entries } = facts
  if (!isDayOver) return []
  const found = (words: string): Finding => ({ law: 'returnedIsTold', words })
  return tracedDebits(facts).flatMap(({ entry, row, answer }) => {
    if (answer === undefined || row === undefined || !isRight(answer, entry)) return []
    // What calls paid-out money back is no payment of the borrower's.
    if (!ANNOUNCED.includes(row.purpose)) return []
    const name = `${answer.code} of ${asSaid(entry)}`
    const told = notices.filter(
      ({ kind, key }) => kind === 'paymentReturned' && key.includes(row.transactionNo),
    )
    const [only] = told
    if (only === undefined) return [found(`no message told of ${name}`)]
    const said = returnIn(only)
    const fee = entries.find(
      ({ kind, cause }) => kind === 'fee' && cause === `return of ${row.transactionNo}`,
    )
    const feeSaid = feeIn(only)
    return [
      ...(told.length === 1 ? [] : [found(`${told.length} messages told of ${name}`)]),
      ...(said !== undefined && isSame(said, entry)
        ? []
        : [found(`the message of ${name} said ${said === undefined ? 'nothing of it' : asSaid(said)}`)]),
      ...(feeSaid === undefined || fee === undefined || feeSaid === fee.amount
        ? []
        : [found(`the message of ${name} said a fee of ${feeSaid}, and ${fee.amount} was charged`)]),
    ]
  })
}

/** A loan is said to be paid off only when it is, and whenever it has been. Source: domain.md §2, §11. */
export function paidOffIsTold(facts: LoanFacts, rules: ModelRules): Finding[] {
  const { notices, today, status, subStatus, isDayOver } = facts
  const debt = debtToday(facts, rules)
  if (debt === undefined) return []
  const found = (words: string): Finding => ({ law: 'paidOffIsTold', words })
  const told = notices.filter(({ kind }) => kind === 'paidOff')
  const newest = told.findLast(({ on }) => on === today)
  const isOwedAgain =
    newest !== undefined && facts.answers.some(({ order, on }) => on === today && order > newest.order)
  const owed = totalOf(debt.now)
  return [
    ...(newest === undefined || owed === 0n || isOwedAgain || actAfter(facts, newest.order, 'wrongReceipt')
      ? []
      : [found(`it was said to be paid off, and owes ${owed}`)]),
    ...(newest !== undefined && LIVE.includes(status) && !isOwedAgain
      ? [found(`it was said to be paid off, and is ${status}`)]
      : []),
    ...(isDayOver && status === TERMINATED && subStatus === 'paidOff' && told.length === 0
      ? [found('it is paid off, and no message says so')]
      : []),
  ]
}

/** Messages, and the page of the loan when they left. */
export interface ReadingSeen {
  readonly notices: readonly NoticeFact[]
  readonly page: PageFacts
}

/**
 * What messages say of the next payment, and of one that moved, is what the page says when they leave. Source: domain.md §11,
 * §14.
 */
export function mailsSayAsPage({ notices, page }: ReadingSeen): Finding[] {
  const found = (kind: string, words: string): Finding => ({
    law: 'mailsSayAsPage',
    words: `a message (${kind}) ${words}`,
  })
  return notices.flatMap((notice) => {
    const next = nextIn(notice)
    const move = moveIn(notice)
    const shown = page.next === null ? undefined : { amount: page.next.total, day: page.next.day }
    const isMoved =
      move === undefined ||
      page.rows.some((row) => row.day === move.day && row.amount === move.amount) ||
      page.pastDueParts.some(({ day }) => day === move.day)
    return [
      ...(next === undefined || (shown !== undefined && isSame(next, shown))
        ? []
        : [
            found(
              notice.kind,
              `names ${asSaid(next)} as the next payment, and the page ${shown === undefined ? 'none' : asSaid(shown)}`,
            ),
          ]),
      ...(isMoved ? [] : [found(notice.kind, `moves ${asSaid(move)}, and the page has no such payment`)]),
    ]
  })
}
