/**
 * Whether a coupon can be used.
 *
 * Source: product.md §3.
 */
export const CouponStatus = {
  notValid: -1,
  inEffect: 1,
} as const

export type CouponStatus = (typeof CouponStatus)[keyof typeof CouponStatus]
