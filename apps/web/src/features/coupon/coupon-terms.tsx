import { SummaryList } from '@dolphin/ui/summary-list/summary-list'
import type { CallValue } from '../../api-client/call.ts'
import { dayText } from '../../origination/wire-text.ts'
import { couponText } from './messages.ts'

export type Coupon = CallValue<'checkCoupon'>

/** What a coupon gives, in a few words. */
export const givesText = ({ kind, value }: Coupon): string =>
  kind === 'originationFee' || value === null ? couponText('noFee') : couponText('off', { value })

/** A coupon's terms, as the lender wrote them; text only. */
export function CouponTerms({ coupon }: { coupon: Coupon }) {
  const { name, terms, expiresOn, usedOn } = coupon
  return (
    <>
      <SummaryList
        rows={[
          ...(name === '' ? [] : [{ label: couponText('name'), value: name }]),
          { label: couponText('gives'), value: givesText(coupon) },
          ...(terms === '' ? [] : [{ label: couponText('terms'), value: terms }]),
          ...(expiresOn === null ? [] : [{ label: couponText('expires'), value: dayText(expiresOn) }]),
        ]}
      />
      {usedOn !== null && <p>{couponText('usedOn', { date: dayText(usedOn) })}</p>}
    </>
  )
}
