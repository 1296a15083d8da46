import type { LocalDate } from '../calendar/local-date.ts'
import { CustomerCategory } from '../loans/codes.ts'
import type { Cents } from '../money/cents.ts'
import type { Coupon } from './coupon.ts'

/** What a coupon's conditions ask of a loan. */
export interface CouponSubject {
  readonly productCode: string
  /** Two letters; the state of the borrower's address. */
  readonly state: string
  readonly category: CustomerCategory
  /** The principal picked, or the most on offer while none is picked. */
  readonly principal: Cents
}

/** Whether a day of the portfolio's time zone lies in the coupon's window; first and last day count. */
export const isInWindow = ({ validFrom, validThrough }: Coupon, today: LocalDate): boolean =>
  validFrom <= today && today <= validThrough

/** Whether a loan meets every condition. Limits and window are asked elsewhere: they change with time. */
export function meetsConditions({ conditions, benefit }: Coupon, subject: CouponSubject): boolean {
  const { productCodes, states, customers } = conditions
  const category = customers === 'new' ? CustomerCategory.new : CustomerCategory.returning
  return (
    (productCodes === null || productCodes.includes(subject.productCode)) &&
    (states === null || states.includes(subject.state)) &&
    (customers === 'any' || subject.category === category) &&
    subject.principal >= benefit.minimumPrincipal
  )
}
