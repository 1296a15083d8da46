import type { CallValue } from '../../calls/call.ts'
import { couponText } from './messages.ts'

export type CouponRow = CallValue<'listCoupon'>['coupons'][number]

/** "$25.00 off the finance charge". */
export const givesText = ({ value, kind }: Pick<CouponRow, 'value' | 'kind'>): string =>
  [value, couponText.kinds[kind]].filter((part) => part !== null).join(' ')
