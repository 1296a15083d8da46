import type { LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents, max, ZERO_CENTS } from '../money/cents.ts'
import type { PaymentOrder } from '../payments/payment-order.ts'
import { type AccountEvent, inOrder } from './account-event.ts'
import { applyEvent } from './apply-event.ts'
import type { InterestAccrual } from './interest-accrual.ts'

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

/** Less than all was accepted, and the rest given up. Source: domain.md §2, settled. */
export const isSettled = ({ writtenOff }: Pick<AccountState, 'writtenOff'>): boolean => writtenOff > 0n

/**
 * What the borrower has paid on the loan in all: what came in, less what is to go back or has gone back; zero where a
 * payment came back after more than was left had been refunded. The ledger says the same: the customer and cash in
 * transit, beside the amount paid out. Source: domain.md §14.
 */
export const paidInAll = ({ paid, overpaid, refunded }: AccountState): Cents =>
  max(cents(paid - overpaid - refunded), ZERO_CENTS)

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
