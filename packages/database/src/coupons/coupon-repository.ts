import { and, asc, desc, eq, ne } from 'drizzle-orm'
import { isClaimed } from '../driver/claim.ts'
import type { Executor } from '../driver/executor.ts'
import { lockByName } from '../driver/named-lock.ts'
import type { LoanKey, Owner } from '../driver/owner.ts'
import { couponPlaces } from '../schema/claim.ts'
import { couponGrants, couponRedemptions } from '../schema/coupon.ts'

export type CouponGrant = typeof couponGrants.$inferSelect
export type CouponRedemption = typeof couponRedemptions.$inferSelect
export type NewRedemption = Pick<
  CouponRedemption,
  | 'portfolioId'
  | 'customerKey'
  | 'redemptionNo'
  | 'couponCode'
  | 'couponVersion'
  | 'openId'
  | 'loanNo'
  | 'benefit'
  | 'reservedAt'
>

/** How often a coupon may be live at once: for one customer, and for all; null for no limit. */
export interface CouponLimits {
  readonly perCustomer: number
  readonly total: number | null
}

const isLive = ne(couponRedemptions.state, 'released')

/** The lowest number from 1 on that is not taken. */
function freePlace(taken: ReadonlySet<number>): number {
  let place = 1
  while (taken.has(place)) place += 1
  return place
}

/** Claims a coupon's lowest place that is free; undefined where all of its total are taken. */
async function claimPlace(
  executor: Executor,
  { portfolioId, couponCode }: Pick<NewRedemption, 'portfolioId' | 'couponCode'>,
  total: number | null,
): Promise<number | undefined> {
  const held = await executor
    .select({ place: couponPlaces.place })
    .from(couponPlaces)
    .where(and(eq(couponPlaces.portfolioId, portfolioId), eq(couponPlaces.couponCode, couponCode)))
  const taken = new Set(held.map(({ place }) => place))
  const most = total ?? Number.POSITIVE_INFINITY
  while (taken.size < most) {
    const place = freePlace(taken)
    const claim = { portfolioId, couponCode, place }
    if (
      await isClaimed(executor, (part) =>
        part
          .insert(couponPlaces)
          .values(claim)
          .onConflictDoNothing()
          .returning({ place: couponPlaces.place }),
      )
    )
      return place
    taken.add(place)
  }
  return undefined
}

/**
 * Reserves a coupon for a loan; false where a limit is reached. Those who want the same coupon wait for one
 * another until their transactions end; should that ever fail, the places' keys refuse the second one.
 */
export async function reserveCoupon(
  executor: Executor,
  redemption: NewRedemption,
  { perCustomer, total }: CouponLimits,
): Promise<boolean> {
  const { portfolioId, couponCode, openId } = redemption
  await lockByName(executor, `coupon/${portfolioId}/${couponCode}`)
  const own = await executor
    .select({ customerPlace: couponRedemptions.customerPlace })
    .from(couponRedemptions)
    .where(
      and(
        eq(couponRedemptions.portfolioId, portfolioId),
        eq(couponRedemptions.openId, openId),
        eq(couponRedemptions.couponCode, couponCode),
        isLive,
      ),
    )
  if (own.length >= perCustomer) return false
  const place = await claimPlace(executor, redemption, total)
  if (place === undefined) return false
  const customerPlace = freePlace(new Set(own.map((one) => one.customerPlace)))
  await executor.insert(couponRedemptions).values({ ...redemption, state: 'reserved', place, customerPlace })
  return true
}

/** The coupon on a loan, reserved or used. */
export async function findLoanCoupon(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<CouponRedemption | undefined> {
  const [row] = await executor
    .select()
    .from(couponRedemptions)
    .where(and(eq(couponRedemptions.portfolioId, portfolioId), eq(couponRedemptions.loanNo, loanNo), isLive))
  return row
}

/** The loan is signed: its reserved coupon is used; false where none is reserved. */
export async function useCoupon(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
  at: Date,
): Promise<boolean> {
  const settled = await executor
    .update(couponRedemptions)
    .set({ state: 'used', usedAt: at })
    .where(
      and(
        eq(couponRedemptions.portfolioId, portfolioId),
        eq(couponRedemptions.loanNo, loanNo),
        eq(couponRedemptions.state, 'reserved'),
      ),
    )
    .returning({ redemptionNo: couponRedemptions.redemptionNo })
  return settled.length > 0
}

/** Sets a loan's coupon free, used or not: it was taken off, or there will be no such loan. */
export async function releaseCoupon(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
  at: Date,
): Promise<void> {
  const [released] = await executor
    .update(couponRedemptions)
    .set({ state: 'released', releasedAt: at })
    .where(and(eq(couponRedemptions.portfolioId, portfolioId), eq(couponRedemptions.loanNo, loanNo), isLive))
    .returning({ couponCode: couponRedemptions.couponCode, place: couponRedemptions.place })
  if (released === undefined) return
  await executor
    .delete(couponPlaces)
    .where(
      and(
        eq(couponPlaces.portfolioId, portfolioId),
        eq(couponPlaces.couponCode, released.couponCode),
        eq(couponPlaces.place, released.place),
      ),
    )
}

/** A customer's live redemptions, newest first. */
export async function listOwnRedemptions(
  executor: Executor,
  { portfolioId, openId }: Owner,
): Promise<readonly CouponRedemption[]> {
  return await executor
    .select()
    .from(couponRedemptions)
    .where(and(eq(couponRedemptions.portfolioId, portfolioId), eq(couponRedemptions.openId, openId), isLive))
    .orderBy(desc(couponRedemptions.reservedAt), asc(couponRedemptions.redemptionNo))
}

/** Live redemptions of every coupon of a portfolio: how many are reserved and used. */
export async function countRedemptions(
  executor: Executor,
  portfolioId: number,
): Promise<readonly Pick<CouponRedemption, 'couponCode' | 'state'>[]> {
  return await executor
    .select({ couponCode: couponRedemptions.couponCode, state: couponRedemptions.state })
    .from(couponRedemptions)
    .where(and(eq(couponRedemptions.portfolioId, portfolioId), isLive))
}

/** Gives a personal coupon to a customer; false if they hold it already. */
export async function grantCoupon(executor: Executor, grant: CouponGrant): Promise<boolean> {
  const added = await executor
    .insert(couponGrants)
    .values(grant)
    .onConflictDoNothing()
    .returning({ openId: couponGrants.openId })
  return added.length === 1
}

/** The personal coupons of a customer, newest first. */
export async function listOwnGrants(
  executor: Executor,
  { portfolioId, openId }: Owner,
): Promise<readonly CouponGrant[]> {
  return await executor
    .select()
    .from(couponGrants)
    .where(and(eq(couponGrants.portfolioId, portfolioId), eq(couponGrants.openId, openId)))
    .orderBy(desc(couponGrants.issuedAt), asc(couponGrants.couponCode))
}
