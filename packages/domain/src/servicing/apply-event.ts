import { assert } from '../assert.ts'
import { type Cents, cents, max, min, ZERO_CENTS } from '../money/cents.ts'
import type { PaymentPart } from '../payments/payment-order.ts'
import type { AccountEvent, AccountEventKind } from './account-event.ts'
import { accrue } from './accrue.ts'
import type { AccountState, AccountTerms, AppliedEvent } from './loan-account.ts'

/** Fees and money sent back do not touch what bears interest, so no cent is rounded at them (sched-pub-4). */
const ACCRUES: Readonly<Record<AccountEventKind, boolean>> = {
  payment: true,
  cancellation: true,
  interestWaiver: true,
  restWaiver: true,
  writeOff: true,
  fee: false,
  feeWaiver: false,
  refund: false,
  /** It may add to what bears interest. */
  overpaymentRefund: true,
}

/** One event after all before it. Its day may lie before the last accrual only where nothing is accrued twice. */
export function applyEvent(terms: AccountTerms, before: AccountState, event: AccountEvent): AppliedEvent {
  assert(event.date >= terms.effectiveDate, 'nothing happens to a debt before it begins')
  assert(event.amount >= 0n, 'what an event does, its kind says')
  const { accrued, now } = ACCRUES[event.kind]
    ? accrue(terms, before, event.date)
    : { accrued: ZERO_CENTS, now: before }
  const nothing = {
    toFees: ZERO_CENTS,
    toInterest: ZERO_CENTS,
    toPrincipal: ZERO_CENTS,
    overpayment: ZERO_CENTS,
    incomeGivenUp: ZERO_CENTS,
  }
  const step = (after: AccountState, parts: Partial<typeof nothing> = {}): AppliedEvent => ({
    event,
    accrued,
    ...nothing,
    ...parts,
    after,
  })
  switch (event.kind) {
    case 'payment':
      return pay(terms, now, event, step)
    case 'cancellation':
      return cancel(terms, now, event, step)
    case 'fee':
      return charge(now, event, step)
    case 'feeWaiver': {
      const waived = min(event.amount, now.fees)
      const after = { ...now, fees: cents(now.fees - waived), feesCharged: cents(now.feesCharged - waived) }
      return step(after, { toFees: waived, incomeGivenUp: waived })
    }
    case 'interestWaiver': {
      const waived = min(event.amount, now.unpaidInterest)
      const unpaidInterest = cents(now.unpaidInterest - waived)
      const after = { ...now, unpaidInterest, interestEarned: cents(now.interestEarned - waived) }
      return step(after, { toInterest: waived, incomeGivenUp: waived })
    }
    case 'overpaymentRefund':
      return refundOverpayment(now, event, step)
    case 'refund':
      return refund(now, event, step)
    case 'restWaiver':
      return giveUpRest(now, event, step)
    case 'writeOff': {
      const left = cents(now.principal + now.unpaidInterest + now.fees)
      return step(
        {
          ...now,
          principal: ZERO_CENTS,
          unpaidInterest: ZERO_CENTS,
          fees: ZERO_CENTS,
          writtenOff: cents(now.writtenOff + left),
        },
        { toFees: now.fees, toInterest: now.unpaidInterest, toPrincipal: now.principal },
      )
    }
  }
}

type Step = (
  after: AccountState,
  parts?: Partial<Omit<AppliedEvent, 'event' | 'accrued' | 'after'>>,
) => AppliedEvent

function pay({ order }: AccountTerms, now: AccountState, { amount }: AccountEvent, step: Step): AppliedEvent {
  const due: Readonly<Record<PaymentPart, Cents>> = {
    fees: now.fees,
    interest: now.unpaidInterest,
    principal: now.principal,
  }
  const used = { fees: ZERO_CENTS, interest: ZERO_CENTS, principal: ZERO_CENTS }
  let rest = amount
  for (const part of order.parts) {
    used[part] = min(rest, due[part])
    rest = cents(rest - used[part])
  }
  const { fees: toFees, interest: toInterest, principal: toPrincipal } = used
  // Money after a write-off is a recovery of what was given up, and no overpayment.
  const recovered = min(rest, now.writtenOff)
  const overpayment = cents(rest - recovered)
  return step(
    {
      ...now,
      fees: cents(now.fees - toFees),
      unpaidInterest: cents(now.unpaidInterest - toInterest),
      principal: cents(now.principal - toPrincipal),
      overpaid: cents(now.overpaid + overpayment),
      writtenOff: cents(now.writtenOff - recovered),
      paid: cents(now.paid + amount),
    },
    { toFees, toInterest, toPrincipal, overpayment },
  )
}

/**
 * A small rest is given up as income, its principal too: that is left because a fee or interest took its place. Nothing
 * is written off by it, so money that comes later is overpaid and goes back. Source: domain.md §14.
 */
function giveUpRest(now: AccountState, { amount }: AccountEvent, step: Step): AppliedEvent {
  const toFees = min(amount, now.fees)
  const toInterest = min(cents(amount - toFees), now.unpaidInterest)
  const toPrincipal = min(cents(amount - toFees - toInterest), now.principal)
  return step(
    {
      ...now,
      fees: cents(now.fees - toFees),
      unpaidInterest: cents(now.unpaidInterest - toInterest),
      principal: cents(now.principal - toPrincipal),
      feesCharged: cents(now.feesCharged - toFees),
      interestEarned: cents(now.interestEarned - toInterest - toPrincipal),
    },
    { toFees, toInterest, toPrincipal, incomeGivenUp: cents(toFees + toInterest + toPrincipal) },
  )
}

/** A fee is taken from money that was overpaid and is still here; only the rest of it is owed. */
function charge(now: AccountState, { amount }: AccountEvent, step: Step): AppliedEvent {
  const toFees = min(amount, now.overpaid)
  return step(
    {
      ...now,
      fees: cents(now.fees + amount - toFees),
      overpaid: cents(now.overpaid - toFees),
      feesCharged: cents(now.feesCharged + amount),
    },
    { toFees },
  )
}

/**
 * Every charge falls away, a prepaid one too; what was paid toward them and the amount go to principal, the rest
 * is owed back. Source: domain.md §2, rescission.
 */
function cancel(terms: AccountTerms, now: AccountState, { amount }: AccountEvent, step: Step): AppliedEvent {
  const unpaidCharges = cents(now.unpaidInterest + now.fees)
  const incomeGivenUp = max(cents(now.interestEarned + now.feesCharged + terms.prepaidCharge), unpaidCharges)
  const credit = cents(amount + incomeGivenUp - unpaidCharges)
  const toPrincipal = min(credit, now.principal)
  const overpayment = cents(credit - toPrincipal)
  return step(
    {
      ...now,
      principal: cents(now.principal - toPrincipal),
      unpaidInterest: ZERO_CENTS,
      fees: ZERO_CENTS,
      overpaid: cents(now.overpaid + overpayment),
      interestEarned: cents(now.interestEarned + now.feesCharged - incomeGivenUp),
      feesCharged: ZERO_CENTS,
      paid: cents(now.paid + amount),
    },
    { toFees: now.fees, toInterest: now.unpaidInterest, toPrincipal, overpayment, incomeGivenUp },
  )
}

/**
 * A refund: first of what was overpaid; the rest is charges given back or goodwill and reduces income, never the
 * principal paid. A payment returned after money was refunded out of it leaves the refund as the lender's loss too, so
 * a replay never stops at it; the caller that enters a refund ensures that no more is sent than was paid.
 */
function refund(now: AccountState, { amount }: AccountEvent, step: Step): AppliedEvent {
  const fromOverpaid = min(amount, now.overpaid)
  const incomeGivenUp = cents(amount - fromOverpaid)
  return step(
    {
      ...now,
      overpaid: cents(now.overpaid - fromOverpaid),
      interestEarned: cents(now.interestEarned - incomeGivenUp),
      refunded: cents(now.refunded + amount),
    },
    { incomeGivenUp },
  )
}

/**
 * An overpayment sent back. Where the payment comes back later, what was sent beyond the overpayment was paid to the
 * borrower: it is principal that is owed again. Source: domain.md §14.
 */
function refundOverpayment(now: AccountState, { amount }: AccountEvent, step: Step): AppliedEvent {
  const fromOverpaid = min(amount, now.overpaid)
  return step({
    ...now,
    overpaid: cents(now.overpaid - fromOverpaid),
    principal: cents(now.principal + amount - fromOverpaid),
    refunded: cents(now.refunded + amount),
  })
}
