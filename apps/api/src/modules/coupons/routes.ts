import { checkCouponCall, couponApplyCall, couponListCall, couponRemoveCall } from '@dolphin/contract/coupons'
import { type RouteDefinition, sessionRoute } from '../../http/route.ts'
import { applyCouponTo, type CouponWriteDeps, removeCouponFrom } from './apply-coupon.ts'
import { checkCoupon, listCoupons } from './check-coupon.ts'
import { chargeGuess } from './coupon-guesses.ts'

/** Coupons: what they are worth, and putting them on a loan. */
export function couponRoutes(deps: CouponWriteDeps): RouteDefinition[] {
  return [
    sessionRoute(checkCouponCall, ({ actor, query, now }) => checkCoupon(deps, { actor, now }, query)),
    sessionRoute(couponListCall, ({ actor, now }) => listCoupons(deps, { actor, now })),
    sessionRoute(couponApplyCall, async ({ actor, body, now, write }) => {
      const charged = await chargeGuess(deps, actor, body.couponCode, now)
      if (!charged.ok) return charged
      return write((unit) => applyCouponTo(deps, unit, { actor, ...body }))
    }),
    sessionRoute(couponRemoveCall, ({ actor, body, write }) =>
      write((unit) => removeCouponFrom(deps, unit, { actor, ...body })),
    ),
  ]
}
