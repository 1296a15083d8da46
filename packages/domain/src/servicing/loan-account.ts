import { assert } from '../assert.ts'
import type { LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents, max, min, ZERO_CENTS } from '../money/cents.ts'
import type { PaymentOrder, PaymentPart } from '../payments/payment-order.ts'
import { type AccountEvent, type AccountEventKind, inOrder } from './account-event.ts'
import { type InterestAccrual, interestBetween } from './interest-accrual.ts'

/** What a coupon takes off the interest of one period: to be had once the period has begun. */
export interface InterestCredit {
  /** The day on which the period begins; the credit counts from the day after. */
  readonly from: LocalDate
  readonly amount: Cents
}

/** What a funded loan was agreed on. */
export interface AccountTerms {
  readonly principal: Cents
  /** Withheld from the amount paid out. */
  readonly prepaidCharge: Cents
  /** Settlement of the credit: interest runs from it. */
  readonly effectiveDate: LocalDate
  readonly accrual: InterestAccrual
  readonly interestCredits: readonly InterestCredit[]
  /**
   * Days by which the lender moved payments, none where left out. A replay counts the waiver that was posted; what is
   * still to come counts their interest as given up (late-days.ts).
   */
  readonly lateDays?: readonly { readonly from: LocalDate; readonly to: LocalDate }[]
  /** As the signed agreement promises it. */
  readonly order: PaymentOrder
}

/** The debt after an event. All amounts but `interestEarned` are zero or more; overpaid money means nothing is owed. */
export interface AccountState {
  readonly principal: Cents
  /** Accrued and not paid; bears no interest itself. */
  readonly unpaidInterest: Cents
  readonly fees: Cents
  /** Paid beyond what was owed, and not sent back yet. */
  readonly overpaid: Cents
  /** The day up to which interest has accrued. */
  readonly accruedTo: LocalDate
  /**
   * Interest earned so far, after coupon credits, waivers and money given back out of income. Below zero where more
   * was given back than interest was earned, such as a prepaid charge at a cancellation.
   */
  readonly interestEarned: Cents
  readonly feesCharged: Cents
  /** Coupon credits met so far. */
  readonly creditUsed: Cents
  readonly paid: Cents
  readonly refunded: Cents
  readonly writtenOff: Cents
}

/**
 * What the borrower has paid on the loan in all: what came in, less what is to go back or has gone back. The ledger
 * says the same: the customer and cash in transit, beside the amount paid out. Source: domain.md §14.
 */
export const paidInAll = ({ paid, overpaid, refunded }: AccountState): Cents =>
  cents(paid - overpaid - refunded)

/** An event and its effect, in whole cents: interest accrued up to it, and the allocation of its amount. */
export interface AppliedEvent {
  readonly event: AccountEvent
  /** Interest of the days since the event before, net of coupon credits. */
  readonly accrued: Cents
  readonly toFees: Cents
  readonly toInterest: Cents
  readonly toPrincipal: Cents
  /** What of a payment was more than all that is owed. */
  readonly overpayment: Cents
  /** Income that the lender gives up: waived, sent back, or undone by a cancellation. */
  readonly incomeGivenUp: Cents
  readonly after: AccountState
}

export interface ReplayedAccount {
  readonly state: AccountState
  readonly applied: readonly AppliedEvent[]
}

/** The debt on the day it began. */
function openingState({ principal, effectiveDate }: AccountTerms): AccountState {
  return {
    principal,
    unpaidInterest: ZERO_CENTS,
    fees: ZERO_CENTS,
    overpaid: ZERO_CENTS,
    accruedTo: effectiveDate,
    interestEarned: ZERO_CENTS,
    feesCharged: ZERO_CENTS,
    creditUsed: ZERO_CENTS,
    paid: ZERO_CENTS,
    refunded: ZERO_CENTS,
    writtenOff: ZERO_CENTS,
  }
}

/** Coupon credits of the periods begun before a day, of which nothing has been used yet. */
function creditOn({ interestCredits }: AccountTerms, { creditUsed }: AccountState, date: LocalDate): Cents {
  let begun = 0n
  for (const { from, amount } of interestCredits) if (from < date) begun += amount
  return cents(begun - creditUsed)
}

/** Interest from where the state stands up to a day, and the part of it that a coupon takes off. */
export function accrueTo(
  terms: AccountTerms,
  state: AccountState,
  date: LocalDate,
): { readonly interest: Cents; readonly credit: Cents } {
  const earned = interestBetween(terms.accrual, state.principal, state.accruedTo, date)
  const credit = min(earned, creditOn(terms, state, date))
  return { interest: cents(earned - credit), credit }
}

/**
 * The debt from scratch: every event in its one order, interest accrued up to each. Money goes to fees, interest and
 * principal as the agreement orders them; the remainder is owed back. The same events always give the same debt, so
 * this is also the replay after a late return. Source: domain.md §7, §9 and §14, schedules.md §3 (sched-pub-4).
 */
export function replayAccount(terms: AccountTerms, events: readonly AccountEvent[]): ReplayedAccount {
  let state = openingState(terms)
  const applied = inOrder(events, terms.order).map((event) => {
    const step = applyEvent(terms, state, event)
    state = step.after
    return step
  })
  return { state, applied }
}

/** Fees and money sent back do not touch what bears interest, so no cent is rounded at them (sched-pub-4). */
const ACCRUES: Readonly<Record<AccountEventKind, boolean>> = {
  payment: true,
  cancellation: true,
  interestWaiver: true,
  writeOff: true,
  fee: false,
  feeWaiver: false,
  refund: false,
  /** It may add to what bears interest. */
  overpaymentRefund: true,
}

function accrue(
  terms: AccountTerms,
  before: AccountState,
  date: LocalDate,
): { accrued: Cents; now: AccountState } {
  const { interest: accrued, credit } = accrueTo(terms, before, date)
  return {
    accrued,
    now: {
      ...before,
      unpaidInterest: cents(before.unpaidInterest + accrued),
      interestEarned: cents(before.interestEarned + accrued),
      creditUsed: cents(before.creditUsed + credit),
      accruedTo: date > before.accruedTo ? date : before.accruedTo,
    },
  }
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
