import { ELIGIBILITY_TEXTS } from './eligibility-texts.ts'
import { type CutOffState, nextBatchCutOff, nextSameDayCutOff } from '../../calendar/cut-off.ts'
import type { LocalDate } from '../../calendar/local-date.ts'
import { dateIn } from '../../time/new-york.ts'
import { accountEligibility } from './account-eligibility.ts'
import { judgedAmount, toldAmount, toldAnew } from './announced-amount.ts'
import { agreedDebit, permittedSince } from './covering-authorization.ts'
import type { DebitPurpose } from './debit-attempt.ts'
import {
  type Asked,
  type Ineligible,
  blockedForGood,
  type EligibilityRule,
  isSinglePayment,
  heldUntilChanged,
} from './eligibility-rule.ts'
import {
  type DebitNoticeKind,
  initiatedOn,
  isWithin,
  type NoticeChannel,
  type NoticeWindow,
  noticeWindow,
  unusualReasons,
} from './notice-timing.ts'

/** Rules about this debit's amount and day, and about what the borrower must have been told. */

/** The cut-off that decides about the attempt, and the first day on which it can take effect. */
function soonest({ facts: { hours, now }, attempt }: Asked): { cutOff: CutOffState; day: LocalDate } {
  const cutOff = attempt.sameDay ? nextSameDayCutOff(hours, now) : nextBatchCutOff(hours, now)
  return { cutOff, day: attempt.sameDay ? cutOff.day : hours.calendar.next(cutOff.day) }
}

function cutOffWindow(asked: Asked): Ineligible | null {
  const { attempt } = asked
  const { cutOff, day } = soonest(asked)
  if (attempt.effectiveDate < day) return heldUntilChanged(ELIGIBILITY_TEXTS.late)
  const isItsRun = cutOff.isOpenToday && attempt.effectiveDate === day
  return attempt.when === 'plan' || isItsRun ? null : heldUntilChanged(ELIGIBILITY_TEXTS.notBefore)
}

function notEarly({ attempt, covering }: Asked): Ineligible | null {
  const agreed = agreedDebit(covering, attempt.item)
  return agreed !== null && attempt.effectiveDate < agreed.date
    ? heldUntilChanged(ELIGIBILITY_TEXTS.notBeforeAgreed)
    : null
}

function agreedAmount({ attempt, covering }: Asked): Ineligible | null {
  const agreed = agreedDebit(covering, attempt.item)
  return attempt.amount > 0n && (agreed === null || attempt.amount <= agreed.amount)
    ? null
    : blockedForGood(ELIGIBILITY_TEXTS.moreThanAgreed)
}

function owedAmount({ facts: { owed, inFlight }, attempt }: Asked): Ineligible | null {
  return attempt.amount + inFlight <= owed ? null : blockedForGood(ELIGIBILITY_TEXTS.moreThanOwed)
}

const grantedOn = ({ facts, covering, attempt }: Asked): LocalDate =>
  covering === null ? attempt.effectiveDate : dateIn(covering.grantedAt, facts.hours.timeZone)

/** Signed anew, a permission goes on: what was announced under the one before it stays announced. */
const permittedOn = ({ facts, covering, attempt }: Asked): LocalDate =>
  covering === null
    ? attempt.effectiveDate
    : dateIn(permittedSince(facts, covering, attempt.item), facts.hours.timeZone)

const sentOn = ({ facts, attempt }: Asked): LocalDate =>
  initiatedOn(facts.hours.calendar, attempt.effectiveDate, attempt.sameDay)

/** A payment that the borrower confirmed, sent within one business day. Source: 12 CFR 1041.8(a)(2). */
const isImmediate = (asked: Asked): boolean =>
  isSinglePayment(asked.covering) &&
  sentOn(asked) <= asked.facts.hours.calendar.addBankingDays(grantedOn(asked), 1)

/** The first debit after an authorization signed anew. Source: 12 CFR 1041.9(b)(1)(iii)(A). */
const isFirstRenewed = ({ covering, facts }: Asked): boolean =>
  covering?.kind === 'renewed' && facts.accountAttempts.every(({ sentAt }) => sentAt < covering.grantedAt)

/** The rule by which a confirmed payment has missed its day: the borrower may confirm it again. */
export const CONFIRMED_DAY = 'confirmedDay'

const MODIFIES: readonly DebitPurpose[] = ['payOff', 'payDown', 'payNow']

/** Sent late, a payoff or an extra payment takes another amount of interest than the borrower confirmed. */
function confirmedDay(asked: Asked): Ineligible | null {
  const { attempt, covering } = asked
  const agreed = agreedDebit(covering, attempt.item)
  const isLate = MODIFIES.includes(attempt.purpose) && agreed !== null && attempt.effectiveDate > agreed.date
  return isLate && !isImmediate(asked) ? blockedForGood(ELIGIBILITY_TEXTS.confirmAgain) : null
}

function immediate(asked: Asked): Ineligible | null {
  const { accountAttempts, renewals } = asked.facts
  const areDebitsSuspended = accountEligibility(accountAttempts, renewals).debitsSuspendedSince !== null
  return areDebitsSuspended && isSinglePayment(asked.covering) && !isImmediate(asked)
    ? heldUntilChanged(ELIGIBILITY_TEXTS.atOnceOnly)
    : null
}

/** The days on which a notice of the attempt may go out. */
const windowOf = (asked: Asked, kind: DebitNoticeKind, channel: NoticeChannel): NoticeWindow =>
  noticeWindow(
    kind,
    channel,
    {
      initiatedOn: sentOn(asked),
      effectiveDate: asked.attempt.effectiveDate,
      permittedOn: permittedOn(asked),
    },
    asked.facts.hours.calendar,
  )

const announced = ({ facts: { notices, hasPaidBeside }, attempt, covering }: Asked) => ({
  ...attempt,
  agreed: agreedDebit(covering, attempt.item)?.amount ?? null,
  notices,
  hasPaidBeside,
})

/** Whether a notice of the kind went out in its days and told this date and amount. */
function wasNotified(asked: Asked, kind: DebitNoticeKind): boolean {
  const { facts, attempt } = asked
  const amount = judgedAmount(announced(asked))
  return facts.notices.some(
    (notice) =>
      notice.kind === kind &&
      notice.effectiveDate === attempt.effectiveDate &&
      notice.amount === amount &&
      isWithin(windowOf(asked, kind, notice.channel), notice.sentOn),
  )
}

/** While a debit is only planned, its notice may still go out in time. */
function isStillTime(asked: Asked, kind: DebitNoticeKind): boolean {
  const { now, hours } = asked.facts
  return (
    asked.attempt.when === 'plan' && dateIn(now, hours.timeZone) <= windowOf(asked, kind, 'electronic').latest
  )
}

function requiresNotice(asked: Asked, kind: DebitNoticeKind): Ineligible | null {
  return isStillTime(asked, kind) || wasNotified(asked, kind)
    ? null
    : heldUntilChanged(ELIGIBILITY_TEXTS.noticeFirst)
}

/** The rule of an amount that is another than the borrower was last told. */
export const TOLD_AMOUNT = 'toldAmount'

/** Smaller, it waits for its corrected notice alone; larger again, for one that is in time. */
function toldOfAmount(asked: Asked): Ineligible | null {
  const debit = announced(asked)
  const told = toldAmount(debit)
  if (told === 'asTold' || isImmediate(asked)) return null
  if (told === 'smallerUntold')
    return asked.attempt.when === 'plan' ? null : heldUntilChanged(ELIGIBILITY_TEXTS.noticeFirst)
  const inTime = toldAnew(debit).some(
    ({ channel, sentOn: day }) => day <= windowOf(asked, 'unusualWithdrawal', channel).latest,
  )
  return inTime || isStillTime(asked, 'unusualWithdrawal')
    ? null
    : heldUntilChanged(ELIGIBILITY_TEXTS.noticeFirst)
}

function firstNotice(asked: Asked): Ineligible | null {
  return asked.facts.debitedBefore || isImmediate(asked) ? null : requiresNotice(asked, 'firstWithdrawal')
}

function unusualNotice(asked: Asked): Ineligible | null {
  const { facts, attempt } = asked
  const amount = judgedAmount(announced(asked))
  const shape = { date: attempt.effectiveDate, amount, rail: attempt.rail }
  const reasons = unusualReasons(shape, facts.regular, attempt.presentment !== 'first', facts.hours.calendar)
  const exempt = isImmediate(asked) || isFirstRenewed(asked)
  return reasons.length === 0 || exempt ? null : requiresNotice(asked, 'unusualWithdrawal')
}

/** Only what is taken at regular intervals is preauthorized (12 CFR 1005.2(k)); a change confirmed once is not. */
function variableAmountNotice(asked: Asked): Ineligible | null {
  const { attempt, covering } = asked
  const agreed = agreedDebit(covering, attempt.item)
  const recurs = attempt.purpose === 'installment' && !isSinglePayment(covering)
  return recurs && agreed !== null && judgedAmount(announced(asked)) !== agreed.amount
    ? requiresNotice(asked, 'variableAmount')
    : null
}

export const DEBIT_RULES = [
  {
    id: 'agreedAmount',
    rule: 'The amount is above zero and not above what was agreed for this payment.',
    citation: 'ach.md §2, R11; design/security.md I6',
    check: agreedAmount,
  },
  {
    id: 'owedAmount',
    rule: 'With what is on its way, no more is taken than is owed on that day.',
    citation: 'design/security.md I4; domain.md §9',
    check: owedAmount,
  },
  {
    id: 'bankingDay',
    rule: 'A debit takes effect on a banking day.',
    citation: 'design/security.md I6; ach.md §4',
    check: ({ facts, attempt }) =>
      facts.hours.calendar.isBankingDay(attempt.effectiveDate)
        ? null
        : heldUntilChanged(ELIGIBILITY_TEXTS.banksClosed),
  },
  {
    id: 'notEarly',
    rule: 'Nothing is taken before its agreed date.',
    citation: 'ach.md §2, R11: too early',
    check: notEarly,
  },
  {
    id: 'cutOffWindow',
    rule: 'A debit goes out on a banking day before the cut-off, for the first day that its file can reach.',
    citation: 'design/security.md I6; domain.md §9 and §10; ach.md §4',
    check: cutOffWindow,
  },
  {
    id: CONFIRMED_DAY,
    rule: 'A payoff or extra payment goes out for its day, or within one business day of being confirmed.',
    citation: 'domain.md §14, a payoff that leaves later than quoted',
    check: confirmedDay,
  },
  {
    id: 'immediate',
    rule: 'On a barred account a confirmed payment is sent within one business day of being confirmed.',
    citation: '12 CFR 1041.8(a)(2) and (d)',
    check: immediate,
  },
  {
    id: 'firstNotice',
    rule: 'The first withdrawal was announced at least 3 business days before (6 by mail).',
    citation: '12 CFR 1041.9(b)(2); ach.md §6',
    check: firstNotice,
  },
  {
    id: 'unusualNotice',
    rule: 'A withdrawal of unusual amount, date or channel, or tried again, was announced 7 to 3 business days before.',
    citation: '12 CFR 1041.9(b)(3); domain.md §10; ach.md §6',
    check: unusualNotice,
  },
  {
    id: 'variableAmountNotice',
    rule: 'An automatic payment of another amount than agreed was announced 10 days before.',
    citation: '12 CFR 1005.10(d)(1); ach.md §5',
    check: variableAmountNotice,
  },
  {
    id: TOLD_AMOUNT,
    rule: 'The borrower was last told of this amount: of a smaller one before it goes, of a larger one again in time.',
    citation: 'domain.md §14, a debit’s amount changes after it was announced',
    check: toldOfAmount,
  },
] as const satisfies readonly EligibilityRule<string>[]
