import type { CallReply } from '@dolphin/contract/call'
import type { issueCouponCall } from '@dolphin/contract/coupons'
import { grantCoupon, listOwnRedemptions } from '@dolphin/database/coupons/coupon-repository'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { type Customer, findCustomer } from '@dolphin/database/identity/customer-repository'
import { addDays, formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { writtenDay } from '@dolphin/domain/calendar/written-day'
import type { CouponMailObstacle } from '@dolphin/domain/consents/advertising'
import type { Coupon } from '@dolphin/domain/coupons/coupon'
import { leavesFrom } from '@dolphin/domain/notices/quiet-hours'
import { ok } from '@dolphin/domain/outcome'
import { dateIn, instantOf, isoInZone } from '@dolphin/domain/time/new-york'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { pageAddress } from '../../config/page-address.ts'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import { hashToken } from '../../security/secrets.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { borrowerZones } from '../borrowers/borrower-zones.ts'
import { mailOfferObstacleOf } from '../consents/advertising-obstacle.ts'
import { couponValue, findCoupon, isInEffect } from '../plans/coupon-catalog.ts'
import { portfolioOfCustomer } from '../portfolios/customer-portfolio.ts'
import { ensureCouponLink } from './coupon-link.ts'

type Reply = CallReply<typeof issueCouponCall>

/**
 * Gives a personal coupon to a customer and, where they agreed to offers by mail, mails its link, in one transaction;
 * the reply says which. Again, while it is not used up, gives nothing more and mails the link at most once a day.
 * Errors: `notFound` for no such customer, `couponNotValid` for a code that is none, not personal or over,
 * `couponAlreadyUsed` where it is on as many signed loans as it is good for. Source: docs/decisions/coupons.md.
 */
export async function issueCoupon(
  deps: Deps,
  unit: UnitOfWork,
  { openId, couponCode }: { readonly openId: string; readonly couponCode: string },
  actor: string,
): Promise<Result<Reply>> {
  const data = await portfolioOfCustomer(deps, unit.tx, openId)
  if (data === undefined) return refuse('notFound')
  const { portfolioId, timeZone } = data.portfolio
  const customer = await findCustomer(unit.tx, deps.cipher, { portfolioId, openId })
  if (customer === undefined) return refuse('notFound')
  const coupon = findCoupon(data, couponCode)
  if (coupon === undefined || !coupon.personal || !isInEffect(data, coupon, unit.now))
    return refuse('couponNotValid')
  if (await isUsedUp(unit, customer, coupon)) return refuse('couponAlreadyUsed')
  const end = instantOf(addDays(coupon.validThrough, 1), { hour: 0, minute: 0 }, timeZone)
  const target = { portfolioId, openId, couponCode: coupon.couponCode, expiresAt: end }
  const { link, expiresAt } = await ensureCouponLink(deps, unit, target)
  const grant = { portfolioId, openId, couponCode: coupon.couponCode, tokenHash: hashToken(link.token) }
  const isNew = await grantCoupon(unit.tx, { ...grant, issuedBy: actor, issuedAt: unit.now })
  const address = pageAddress(deps.config, data.portfolio, link.path)
  const mail = await mailLink(deps, unit, customer, { data, coupon, link: address })
  await appendAudit(unit.tx, {
    portfolioId,
    subject: `customer:${openId}`,
    action: isNew ? 'couponIssued' : 'couponIssuedAgain',
    actor,
    facts: { couponCode: coupon.couponCode, version: coupon.version, mail: mail.obstacle ?? 'queued' },
    at: unit.now,
  })
  return ok({
    portfolioId,
    openId,
    couponCode: coupon.couponCode,
    validThrough: formatLocalDate(coupon.validThrough),
    linkExpiresAt: isoInZone(expiresAt, timeZone),
    isNew,
    mailObstacle: mail.obstacle,
    mailLeavesFrom: mail.leavesAt === null ? null : isoInZone(mail.leavesAt, timeZone),
  })
}

/** Reserved on a loan that is not signed is not used: it comes free where it is taken off. */
async function isUsedUp(
  { tx }: UnitOfWork,
  customer: Customer,
  { couponCode, limitPerCustomer }: Coupon,
): Promise<boolean> {
  const own = await listOwnRedemptions(tx, customer)
  const used = own.filter((one) => one.couponCode === couponCode && one.state === 'used')
  return used.length >= limitPerCustomer
}

/** A coupon of a portfolio, and the address that leads to it. */
interface IssuedCoupon {
  readonly data: PortfolioData
  readonly coupon: Coupon
  readonly link: string
}

/** Why its mail does not go, or from when it goes. */
interface CouponMail {
  readonly obstacle: CouponMailObstacle | null
  readonly leavesAt: Date | null
}

async function mailLink(
  deps: Deps,
  unit: UnitOfWork,
  customer: Customer,
  { data, coupon, link }: IssuedCoupon,
): Promise<CouponMail> {
  const obstacle = await mailOfferObstacleOf(deps, unit.tx, customer)
  if (obstacle !== null) return { obstacle, leavesAt: null }
  const { portfolioId, openId, email, profile } = customer
  const { couponCode, name, benefit, validThrough } = coupon
  const today = formatLocalDate(dateIn(unit.now, data.portfolio.timeZone))
  const isQueued = await deps.notices.send(unit, {
    portfolioId,
    openId,
    loanNo: null,
    kind: 'couponIssued',
    recipient: email,
    dedupKey: `couponIssued/${openId}/${couponCode}/${today}`,
    values: {
      firstName: profile.firstName ?? { en: 'there', es: 'cliente' },
      couponCode,
      couponName: name,
      couponValue: couponValue(benefit) ?? { en: 'no origination fee', es: 'sin cargo de apertura' },
      validThrough: writtenDay(validThrough),
      link,
    },
  })
  if (!isQueued) return { obstacle: 'sentToday', leavesAt: null }
  const zones = await borrowerZones(deps, unit.tx, customer)
  return { obstacle: null, leavesAt: leavesFrom('couponIssued', zones, unit.now) }
}
