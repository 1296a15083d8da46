import { DAY_MS } from '@dolphin/domain/time/durations'
import type { Owner } from '@dolphin/database/driver/owner'
import { findResource, insertResource } from '@dolphin/database/applications/resource-repository'
import type { Deps } from '../../deps.ts'
import { derivedToken, hashToken } from '../../security/secrets.ts'
import type { ReadPoint, UnitOfWork } from '../../unit-of-work.ts'
import type { LoanLink } from '../loans/loan-link.ts'

/** Page behind a link to a coupon. Source: product.md §2. */
export const COUPON_PAGE = '/coupon/verification'
export const COUPON_PURPOSE = 'coupon'
const LONGEST_MS = 30 * DAY_MS
/** Every 15 days the next link takes over, so that none is given out old. */
const RENEWAL_MS = 15 * DAY_MS

/** A link to a coupon, and when it ends. */
export interface CouponLink {
  readonly link: LoanLink
  readonly expiresAt: Date
}

/** What a link to a coupon stands for: one coupon, offered to one customer. */
export interface CouponTarget extends Owner {
  readonly couponCode: string
  readonly expiresAt: Date
}

/**
 * The link of the time by which one customer is offered one coupon, made on first need; again it is the same link for 15
 * days. It ends with the coupon, after 30 days at the latest (domain.md §3), and needs a sign-in to be used.
 */
export async function ensureCouponLink(
  { keys, cipher }: Pick<Deps, 'keys' | 'cipher'>,
  unit: UnitOfWork,
  { portfolioId, openId, couponCode, expiresAt }: CouponTarget,
): Promise<CouponLink> {
  const period = Math.floor(unit.now.getTime() / RENEWAL_MS)
  const token = derivedToken(keys.derive('coupon links'), [portfolioId, openId, couponCode, period])
  const link = { token, path: `${COUPON_PAGE}/${token}` }
  const tokenHash = hashToken(token)
  const known = await findResource(unit.tx, cipher, tokenHash)
  if (known !== undefined) return { link, expiresAt: known.expiresAt }
  const longest = new Date(unit.now.getTime() + LONGEST_MS)
  const ends = expiresAt < longest ? expiresAt : longest
  await insertResource(unit.tx, cipher, {
    tokenHash,
    portfolioId,
    purpose: COUPON_PURPOSE,
    subject: { openId, couponCode },
    sealedSubject: null,
    createdAt: unit.now,
    expiresAt: ends,
    maxUses: null,
  })
  return { link, expiresAt: ends }
}

/** Reads a link to a coupon at its portfolio; undefined for an unknown, foreign or expired one. */
export async function readCouponLink(
  { cipher }: Pick<Deps, 'cipher'>,
  { tx: executor, now }: ReadPoint,
  portfolioId: number,
  token: string,
): Promise<CouponTarget | undefined> {
  const resource = await findResource(executor, cipher, hashToken(token))
  if (resource === undefined || resource.purpose !== COUPON_PURPOSE) return undefined
  if (resource.portfolioId !== portfolioId || now >= resource.expiresAt) return undefined
  const { openId, couponCode } = resource.subject
  if (typeof openId !== 'string' || typeof couponCode !== 'string') return undefined
  return { portfolioId, openId, couponCode, expiresAt: resource.expiresAt }
}
