import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import type { Coupon, CouponBenefit } from '@dolphin/domain/coupons/coupon'
import { isInWindow } from '@dolphin/domain/coupons/coupon-conditions'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { dateIn } from '@dolphin/domain/time/new-york'

/** A code as it is typed: case and surrounding blanks do not matter. */
export const normalCode = (typed: string): string => typed.trim().toUpperCase()

/** A portfolio's coupon by its code, as typed. */
export function findCoupon({ coupons }: PortfolioData, typed: string): Coupon | undefined {
  const code = normalCode(typed)
  return coupons.find(({ couponCode }) => couponCode === code)
}

/** Whether a coupon can be applied at an instant, by the days of its portfolio's time zone. */
export const isInEffect = ({ portfolio }: PortfolioData, coupon: Coupon, now: Date): boolean =>
  isInWindow(coupon, dateIn(now, portfolio.timeZone))

/** "$25.00", "10%"; null for a waived fee, which differs from loan to loan. */
export function couponValue(benefit: CouponBenefit): string | null {
  if (benefit.kind === 'financeChargeAmount') return formatCurrency(benefit.amount)
  return benefit.kind === 'financeChargePercent' ? `${benefit.percent}%` : null
}
