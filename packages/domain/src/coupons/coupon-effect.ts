import type { Disclosure } from '../disclosure/disclose.ts'
import { type Cents, cents, min, sum, ZERO_CENTS } from '../money/cents.ts'
import type { Installment, Schedule } from '../schedule/installment.ts'
import type { CouponKind } from './coupon.ts'

/** What a coupon did to a plan, and the plan as it would be without it. */
export interface CouponEffect {
  readonly couponCode: string
  readonly kind: CouponKind
  /** By how much the finance charge is lower, to the cent. */
  readonly saving: Cents
  /** The part of the saving that is a fee not charged; the rest is credited against interest. */
  readonly waivedFee: Cents
  /** Taken off the interest of each installment, in order; they come to saving less waivedFee. */
  readonly interestCredits: readonly Cents[]
  readonly before: {
    readonly schedule: Schedule
    readonly disclosure: Disclosure
    readonly prepaidFinanceCharge: Cents
  }
}

/** The most that can be credited on an installment: its interest, and never the whole payment. */
const room = ({ interest, payment }: Installment): Cents => min(interest, cents(payment - 1n))

/**
 * Spreads a credit over the interest of installments so that level payments stay level as far as interest
 * allows: each gets the same, or all its interest where that is less. Whole cents; what an even share leaves
 * over is taken from the last credits, so the sum is exact. A credit larger than all interest is cut to it.
 */
export function spreadCredit(installments: readonly Installment[], wanted: Cents): readonly Cents[] {
  const rooms = installments.map(room)
  const credit = min(wanted, sum(rooms))
  const given = (share: bigint) => sum(rooms.map((one) => min(one, cents(share))))
  let [tooSmall, enough] = [0n, credit as bigint]
  while (enough - tooSmall > 1n) {
    const middle = (tooSmall + enough) / 2n
    if (given(middle) >= credit) enough = middle
    else tooSmall = middle
  }
  const share = cents(credit === 0n ? 0n : enough)
  let surplus = cents(given(share) - credit)
  return rooms
    .map((one) => min(one, share))
    .toReversed()
    .map((one) => {
      const less = min(one, surplus)
      surplus = cents(surplus - less)
      return cents(one - less)
    })
    .toReversed()
}

/**
 * Installments with credits taken off their interest. Due dates, principal and balances stay: interest goes on
 * accruing at the contract rate, and the credit is booked against it on each due date. A credit larger than the
 * interest it meets (credit settled late) is cut to it.
 */
export function creditInstallments(
  installments: readonly Installment[],
  credits: readonly Cents[],
): readonly Installment[] {
  return installments.map((one, index) => {
    const credit = min(credits[index] ?? ZERO_CENTS, room(one))
    return { ...one, interest: cents(one.interest - credit), payment: cents(one.payment - credit) }
  })
}
