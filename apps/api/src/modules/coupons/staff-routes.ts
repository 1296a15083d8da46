import { writtenDay } from '@dolphin/domain/calendar/written-day'
import type { CallReply } from '@dolphin/contract/call'
import { issueCouponCall, listCouponCall } from '@dolphin/contract/coupons'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { countRedemptions, grantCoupon } from '@dolphin/database/coupons/coupon-repository'
import type { Owner } from '@dolphin/database/driver/owner'
import { addDays, formatLocalDate } from '@dolphin/domain/calendar/local-date'
import type { Coupon } from '@dolphin/domain/coupons/coupon'
import { CouponStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import { instantOf, isoInZone } from '@dolphin/domain/time/new-york'
import { type Result, refuse } from '../../refusal.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { borrowerAddress } from '../borrowers/borrower-address.ts'
import { ensureCouponLink } from './coupon-link.ts'
import { actorName } from '../../http/actor.ts'
import { pageAddress } from '../../config/page-address.ts'
import { couponValue, findCoupon, isInEffect } from '../plans/coupon-catalog.ts'
import { hashToken } from '../../security/secrets.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { portfolioOfCustomer } from '../portfolios/customer-portfolio.ts'
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

/**
 * Gives a personal coupon to a customer and mails its link, in one transaction. Errors: `notFound` for no such
 * customer, `couponNotValid` for a code that is none, not personal or over, `couponAlreadyUsed` if they hold it.
 */
async function issueCoupon(
  deps: Deps,
  unit: UnitOfWork,
  { openId, couponCode }: { readonly openId: string; readonly couponCode: string },
  actor: string,
): Promise<Result<CallReply<typeof issueCouponCall>>> {
  const data = await portfolioOfCustomer(deps, unit.tx, openId)
  if (data === undefined) return refuse('notFound')
  const { portfolioId, timeZone } = data.portfolio
  const coupon = findCoupon(data, couponCode)
  if (coupon === undefined || !coupon.personal || !isInEffect(data, coupon, unit.now))
    return refuse('couponNotValid')
  const owner = { portfolioId, openId }
  const midnight = { hour: 0, minute: 0 }
  const expiresAt = instantOf(addDays(coupon.validThrough, 1), midnight, timeZone)
  const target = { ...owner, couponCode: coupon.couponCode, expiresAt }
  const link = await ensureCouponLink(deps, unit, target)
  const grant = { ...owner, couponCode: coupon.couponCode, tokenHash: hashToken(link.token) }
  if (!(await grantCoupon(unit.tx, { ...grant, issuedBy: actor, issuedAt: unit.now })))
    return refuse('couponAlreadyUsed')
  await notifyIssued(deps, unit, owner, { coupon, link: pageAddress(deps.config, data.portfolio, link.path) })
  await appendAudit(unit.tx, {
    portfolioId,
    subject: `customer:${openId}`,
    action: 'couponIssued',
    actor,
    facts: { couponCode: coupon.couponCode, version: coupon.version },
    at: unit.now,
  })
  return ok({
    portfolioId,
    openId,
    couponCode: coupon.couponCode,
    validThrough: formatLocalDate(coupon.validThrough),
    linkExpiresAt: isoInZone(expiresAt, timeZone),
  })
}

/** A coupon for one customer, and the address that leads to it. */
interface IssuedCoupon {
  readonly coupon: Coupon
  readonly link: string
}

async function notifyIssued(
  { cipher, notices }: Deps,
  unit: UnitOfWork,
  owner: Owner,
  { coupon, link }: IssuedCoupon,
): Promise<void> {
  const { couponCode, name, benefit, validThrough } = coupon
  const borrower = await borrowerAddress(unit.tx, cipher, owner)
  if (borrower === undefined) return
  await notices.send(unit, {
    ...owner,
    loanNo: null,
    kind: 'couponIssued',
    recipient: borrower.email,
    dedupKey: `couponIssued/${owner.openId}/${couponCode}`,
    values: {
      firstName: borrower.firstName,
      couponCode,
      couponName: name,
      couponValue: couponValue(benefit) ?? { en: 'no origination fee', es: 'sin cargo de apertura' },
      validThrough: writtenDay(validThrough),
      link,
    },
  })
}
