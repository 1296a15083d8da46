import { type Cents, cents, max, min, ZERO_CENTS } from '../../money/cents.ts'
import { ok, refused } from '../../outcome.ts'
import { ChangeType } from '../../payments/codes.ts'
import { AccountEventKind } from '../account-event.ts'
import { type AppliedEvent, replayAccount } from '../loan-account.ts'
import type { ChangeBasis } from './change-basis.ts'
import type { RefundRequest } from './change-request.ts'
import type { PlanOutcome } from './start-in-time.ts'
import { calculatePlan } from './calculate-plan.ts'

/** Charges that payments have met and that were not sent back yet. */
function chargesPaid(applied: readonly AppliedEvent[], kind: 'toFees' | 'toInterest'): Cents {
  let paid = 0n
  for (const step of applied) if (step.event.kind === AccountEventKind.payment) paid += step[kind]
  return cents(paid)
}

/** What of the refunds so far was charges and not money paid too much. */
function chargesRefunded({ state }: ChangeBasis, applied: readonly AppliedEvent[]): Cents {
  let overpaid = 0n
  for (const step of applied) overpaid += step.overpayment
  const fromOverpaid = cents(overpaid - state.overpaid)
  return max(cents(state.refunded - fromOverpaid), ZERO_CENTS)
}

/** The most that goes back as this kind; never more than was paid. Source: domain.md §10. */
function mostOf(basis: ChangeBasis, request: RefundRequest): Cents {
  const { loan, state } = basis
  const { applied } = replayAccount(loan.terms, loan.events)
  const left = cents(state.paid - state.refunded)
  const fees = chargesPaid(applied, 'toFees')
  const interest = chargesPaid(applied, 'toInterest')
  const charges = cents(fees + interest - chargesRefunded(basis, applied))
  switch (request.changeType) {
    case ChangeType.refundOverpayment:
    case ChangeType.refundAfterCancellation:
      return min(state.overpaid, left)
    case ChangeType.refundFee:
      return max(min(cents(fees - request.refundedOfKind), min(charges, left)), ZERO_CENTS)
    case ChangeType.refundInterest:
      return max(min(cents(interest - request.refundedOfKind), min(charges, left)), ZERO_CENTS)
    case ChangeType.refundGoodwill:
      return left
    case ChangeType.refundDuplicateDebit: {
      const twice = loan.events.find(
        ({ id, kind }) => id === request.eventId && kind === AccountEventKind.payment,
      )
      return min(twice?.amount ?? ZERO_CENTS, left)
    }
  }
}

/**
 * 301 to 306: money back. Overpayments and the rest after a cancellation are owed back; a fee, interest or goodwill
 * lessens income; a debit taken twice goes back whole and counts as a payment no more, so that principal stands as
 * if it had never been taken. Never to an account that came back closed or unknown.
 */
export function refund(basis: ChangeBasis, request: RefundRequest): PlanOutcome {
  if (request.accountReturned) return refused({ reason: 'changeTypeRefused', why: 'accountReturned' })
  const most = mostOf(basis, request)
  const { amount, changeType, eventId } = request
  if (amount > most) return refused({ reason: 'amountTooLarge', most })
  const isDuplicate = changeType === ChangeType.refundDuplicateDebit
  const least = isDuplicate ? most : cents(1n)
  if (amount < least || amount === 0n) return refused({ reason: 'amountTooSmall', least })
  const date = basis.firstDebit
  if (!isDuplicate)
    return ok(
      calculatePlan(basis, { changeType, entries: [{ kind: 'refund', date, amount }], holdsFrom: date }),
    )
  const events = basis.loan.events.filter(({ id }) => id !== eventId)
  const loan = { ...basis.loan, events }
  const restored = { ...basis, loan, state: replayAccount(loan.terms, events).state }
  const before = calculatePlan(basis, { changeType })
  const after = calculatePlan(restored, {
    changeType,
    uncounted: eventId === null ? [] : [eventId],
    holdsFrom: date,
  })
  const paidLess = after.newSchedule.totalOfPayments + after.newSchedule.uncovered
  return ok({
    ...after,
    oldSchedule: before.oldSchedule,
    costDifference: cents(paidLess - before.oldSchedule.totalOfPayments - before.oldSchedule.uncovered),
    needsSignature: false,
  })
}
