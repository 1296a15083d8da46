import { SummaryList } from '@dolphin/ui/summary-list/summary-list'
import type { CallValue } from '../../api-client/call.ts'
import { dayText } from '../../app/wire-text.ts'
import { couponText } from './messages.ts'

export type Coupon = CallValue<'checkCoupon'>

/** What a coupon gives, in a few words. */
const givesText = ({ kind, value }: Coupon): string =>
  kind === 'originationFee' || value === null ? couponText('noFee') : couponText('off', { value })

/** A coupon's terms, as the lender wrote them; text only. */
export function CouponTerms({ coupon }: { coupon: Coupon }) {
  const { name, terms, expiresOn, usedOn } = coupon
  const gives = givesText(coupon)
  return (
    <>
      <SummaryList
        rows={[
          ...(name === '' || name === gives ? [] : [{ label: couponText('name'), value: name }]),
          { label: couponText('gives'), value: gives },
          ...(terms === '' ? [] : [{ label: couponText('terms'), value: terms }]),
          ...(expiresOn === null ? [] : [{ label: couponText('expires'), value: dayText(expiresOn) }]),
        ]}
      />
      {usedOn !== null && <p>{couponText('usedOn', { date: dayText(usedOn) })}</p>}
    </>
  )
}
