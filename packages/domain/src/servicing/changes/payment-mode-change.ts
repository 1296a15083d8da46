import type { LocalDate } from '../../calendar/local-date.ts'
import type { Cents } from '../../money/cents.ts'
import { ok, refused } from '../../outcome.ts'
import { ChangeType, PaymentMode, TransactionPurpose } from '../../payments/codes.ts'
import { whyModeRefused, type WhyModeRefused } from '../../payments/mode-refusal.ts'
import { type ChangeBasis, changeBasis, isDebitMode } from './change-basis.ts'
import { stopDeadline } from '../../payments/stop-deadline.ts'
import { payoffOn } from '../payoff.ts'
import type { ServicedLoan } from '../serviced-loan.ts'
import type { AuthorizationEffect } from './change-plan.ts'
import { howToPay } from './expected-payment.ts'
import { plannedRetries } from './one-amount.ts'
import type { PlanOutcome } from './start-in-time.ts'
import { calculatePlan } from './calculate-plan.ts'

/** The refusal of a way to pay; null where it is offered. */
export function refusedMode(mode: PaymentMode): ReturnType<typeof refusal> | null {
  const why = whyModeRefused(mode)
  return why === undefined ? null : refusal(why)
}
const refusal = (why: WhyModeRefused) => refused({ reason: 'paymentModeRefused' as const, why })

/** What future debits of this mode need: a signed authorization where none holds. */
export const authorizationFor = ({ loan }: ChangeBasis, mode: PaymentMode): AuthorizationEffect =>
  isDebitMode(mode) && !loan.authorized ? 'needsNew' : 'none'

/**
 * 107 (and 204 by an employee, who cannot authorize for the borrower): another way to pay from the first open
 * payment on. The schedule stays.
 */
export function changePaymentMode(
  basis: ChangeBasis,
  mode: PaymentMode,
  changeType: typeof ChangeType.changePaymentMode | typeof ChangeType.changeMode,
): PlanOutcome {
  const { loan, open } = basis
  const authorization = authorizationFor(basis, mode)
  const no = refusedMode(mode)
  if (no !== null) return no
  if (mode === loan.paymentMode && authorization === 'none')
    return refused({ reason: 'changeTypeRefused', why: 'sameAsBefore' })
  if (changeType === ChangeType.changeMode && authorization === 'needsNew')
    return refused({ reason: 'authorizationRequired' })
  const [first] = open
  return ok(
    calculatePlan(basis, {
      changeType,
      paymentModeAfter: mode,
      authorization,
      remarks:
        first === undefined || isDebitMode(mode)
          ? []
          : [howToPay({ mode, amount: first.amount, by: first.dueDate })],
    }),
  )
}

/**
 * 104: the authorization of future debits ends at once, so that no file made from now on holds one
 * (design/security.md I8); what was sent before comes in. The way to pay is money order until another is
 * picked. Source: domain.md §10; Regulation E, 12 CFR 1005.10(c).
 */
export function revokeFutureAch(basis: ChangeBasis): PlanOutcome {
  const { loan, open } = basis
  if (!loan.authorized && !isDebitMode(loan.paymentMode))
    return refused({ reason: 'changeTypeRefused', why: 'sameAsBefore' })
  const [first] = open
  return ok(
    calculatePlan(basis, {
      changeType: ChangeType.revokeFutureAch,
      paymentModeAfter: PaymentMode.moneyOrder,
      authorization: 'revoke',
      holdsFrom: loan.today,
      remarks: [
        { code: 'debitsEnd', at: loan.now },
        ...(first === undefined
          ? []
          : [{ code: 'sendYourself' as const, amount: first.amount, by: first.dueDate }]),
      ],
    }),
  )
}

/**
 * 104 of one payment: its debit is not made, and the authorization of the others holds. The payment stays owed on its
 * day, so the schedule is as before. What is in no file can be stopped, a planned retry too. Source: domain.md §10;
 * Regulation E, 12 CFR 1005.10(c).
 */
export function stopPayment(basis: ChangeBasis, number: number): PlanOutcome {
  const { loan, state } = basis
  if (!loan.authorized || !isDebitMode(loan.paymentMode) || loan.stopped.includes(number))
    return refused({ reason: 'changeTypeRefused', why: 'sameAsBefore' })
  const payment = debitsOfSchedule(basis).find((debit) => debit.number === number)
  if (payment === undefined) return refused({ reason: 'changeTypeRefused', why: 'nothingToChange' })
  const { dueDate: by, amount, until } = payment
  if (until === null) return refused({ reason: 'changeTooLate', dueDate: by })
  const { perDiem } = payoffOn(loan.terms, state, loan.today > state.accruedTo ? loan.today : state.accruedTo)
  const withdrawn = plannedRetries(basis).filter((retry) => retry.number === number)
  const plan = calculatePlan(basis, {
    changeType: ChangeType.revokeFutureAch,
    stopped: [...loan.stopped, number],
    holdsFrom: by,
    withdrawn,
    remarks:
      withdrawn.length === 0
        ? [{ code: 'paymentStopped', amount, by, perDiem }]
        : [{ code: 'staysPastDue', amount, perDiem }],
  })
  return ok({ ...plan, cutOffAt: until })
}

/** The debits to come of the schedule, retries among them, and until when each can be stopped. By day. */
function debitsOfSchedule({ loan: { hours, now }, arriving, open }: ChangeBasis): StopChoice[] {
  return [...arriving.filter(({ purpose }) => purpose !== TransactionPurpose.payNow), ...open].flatMap(
    ({ number, dueDate, amount, status }) =>
      number === null
        ? []
        : [{ number, dueDate, amount, until: stopDeadline(hours, now, { status, effectiveDate: dueDate }) }],
  )
}

/** A payment to come whose debit may be stopped, and until when; null where it is being sent already. */
export interface StopChoice {
  readonly number: number
  readonly dueDate: LocalDate
  readonly amount: Cents
  readonly until: Date | null
}

/** The payments to come that are taken by themselves, by day. None where none is. */
export function stopChoices(loan: ServicedLoan): readonly StopChoice[] {
  if (!loan.authorized || !isDebitMode(loan.paymentMode)) return []
  return debitsOfSchedule(changeBasis(loan)).filter(({ number }) => !loan.stopped.includes(number))
}
