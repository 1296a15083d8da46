import {
  type AdvertisingObstacle,
  COUPON_MAIL_OBSTACLE_TEXTS,
  type CouponMailObstacle,
} from '@dolphin/domain/consents/advertising'
import type { CouponKind } from '@dolphin/domain/coupons/coupon'

/** What the desk says of coupons. */
export const couponText = {
  title: 'Coupons',
  lead: 'Coupons of the portfolio’s data. A personal one is given in the customer’s file, under Acts.',
  none: 'No coupon is on file.',
  coupon: 'Coupon',
  portfolio: 'Portfolio',
  gives: 'Gives',
  kinds: {
    financeChargeAmount: 'off the finance charge',
    financeChargePercent: 'off the finance charge',
    originationFee: 'No origination fee',
  } satisfies Readonly<Record<CouponKind, string>>,
  window: 'Valid',
  days: (from: string, through: string) => `${from} to ${through}`,
  status: 'Status',
  inEffect: 'In effect',
  notInEffect: 'Not in effect',
  for: 'For',
  personal: 'Customers to whom it is given',
  open: 'Everyone who types it',
  reserved: 'Reserved',
  used: 'Used',
  usedOf: (used: number, limit: number) => `${used} of ${limit.toLocaleString('en-US')}`,
  group: 'Coupons',
  give: 'Give coupon',
  giveEffect: (obstacle: AdvertisingObstacle | null) =>
    obstacle === null
      ? 'A personal coupon goes to this customer. The link to it is mailed between 8 a.m. and 9 p.m. of their day.'
      : `A personal coupon goes to this customer, and no mail: ${COUPON_MAIL_OBSTACLE_TEXTS[obstacle]}. They find it in their account.`,
  alone: 'At once',
  noneToGive: 'No personal coupon of this portfolio is in effect.',
  rule: 'Rule: Lender’s policy, by which each personal coupon counts for the customer to whom it was given.',
  choose: 'Choose a coupon',
  chooseMissing: 'Choose a coupon.',
  option: (code: string, gives: string, through: string) => `${code}: ${gives}, through ${through}`,
  given: (code: string, through: string, isNew: boolean) =>
    `${isNew ? 'Given' : 'Held already'}: ${code}. It can be used through ${through}.`,
  mailed: (from: string) => `Its mail leaves from ${from} on.`,
  notMailed: (obstacle: CouponMailObstacle) => `No mail goes: ${COUPON_MAIL_OBSTACLE_TEXTS[obstacle]}.`,
} as const
