import type { CallReply } from '@dolphin/contract/call'
import { issueCouponCall, listCouponCall } from '@dolphin/contract/coupons'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { countRedemptions } from '@dolphin/database/coupons/coupon-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import type { Coupon } from '@dolphin/domain/coupons/coupon'
import { CouponStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import type { Result } from '../../refusal.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { issueCoupon } from './issue-coupon.ts'
import { actorName } from '../../http/actor.ts'
import { couponValue, isInEffect } from '../plans/coupon-catalog.ts'
import type { Deps } from '../../deps.ts'

/** Coupons in the lender's hand: what there is, and giving a personal one to a customer. */
export function couponStaffRoutes(deps: Deps): RouteDefinition[] {
  return [
    operationsRoute(listCouponCall, ({ query, now }) => listCoupons(deps, query.portfolioId, now)),
    operationsRoute(issueCouponCall, ({ body, actor, write }) =>
      write((unit) => issueCoupon(deps, unit, body, actorName(actor))),
    ),
  ]
}

async function listCoupons(
  { portfolios, database }: Deps,
  portfolioId: number | undefined,
  now: Date,
): Promise<Result<CallReply<typeof listCouponCall>>> {
  const asked = portfolios.all.filter(
    ({ portfolio }) => portfolioId === undefined || portfolio.portfolioId === portfolioId,
  )
  const coupons: CallReply<typeof listCouponCall>['coupons'][number][] = []
  for (const data of asked) {
    const live = await countRedemptions(database.db, data.portfolio.portfolioId)
    coupons.push(...data.coupons.map((coupon) => rowOf(data, coupon, live, now)))
  }
  return ok({ coupons })
}

function rowOf(
  data: PortfolioData,
  coupon: Coupon,
  live: Awaited<ReturnType<typeof countRedemptions>>,
  now: Date,
): CallReply<typeof listCouponCall>['coupons'][number] {
  const { couponCode, benefit, personal, validFrom, validThrough, limitTotal } = coupon
  const count = (state: string) =>
    live.filter((one) => one.couponCode === couponCode && one.state === state).length
  return {
    portfolioId: data.portfolio.portfolioId,
    couponCode,
    couponStatus: isInEffect(data, coupon, now) ? CouponStatus.inEffect : CouponStatus.notValid,
    kind: benefit.kind,
    value: couponValue(benefit),
    personal,
    validFrom: formatLocalDate(validFrom),
    validThrough: formatLocalDate(validThrough),
    limitTotal,
    reserved: count('reserved'),
    used: count('used'),
  }
}
