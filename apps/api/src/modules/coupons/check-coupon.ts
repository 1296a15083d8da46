import type { ForReaders } from '../../reader-words.ts'
import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { checkCouponCall, couponListCall } from '@dolphin/contract/coupons'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import {
  type CouponRedemption,
  findLoanCoupon,
  listOwnGrants,
  listOwnRedemptions,
} from '@dolphin/database/coupons/coupon-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import type { Coupon } from '@dolphin/domain/coupons/coupon'
import { CouponStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import type { SessionActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import { readCouponLink } from './coupon-link.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'
import { findCoupon, isInEffect, normalCode } from '../plans/coupon-catalog.ts'
import { chargeGuess } from './coupon-guesses.ts'
import { planWithCoupon } from './coupon-on-loan.ts'
import {
  type CouponOnWire,
  couponView,
  effectView,
  notValidView,
  redemptionView,
  storedEffectView,
} from './coupon-view.ts'

export type CouponReadDeps = Pick<Deps, 'database' | 'cipher' | 'calendar' | 'portfolios' | 'limits'>

/** What a session wants to know of a coupon, and when. */
export interface CouponQuestion {
  readonly actor: SessionActor
  readonly now: Date
}

function dataOf({ portfolios }: CouponReadDeps, { portfolioId }: SessionActor): PortfolioData {
  const data = portfolios.byId(portfolioId)
  assert(data !== undefined, 'a session has a portfolio')
  return data
}

/** The coupons that a customer holds: issued to them, on their loan, used. */
export async function listCoupons(
  deps: CouponReadDeps,
  { actor, now }: CouponQuestion,
): Promise<Result<ForReaders<CallReply<typeof couponListCall>>>> {
  if (actor.kind === 'limited') return ok({ coupons: [] })
  const { db } = deps.database
  const data = dataOf(deps, actor)
  const redeemed = await listOwnRedemptions(db, actor)
  const spent = new Set(redeemed.map(({ couponCode }) => couponCode))
  const grants = await listOwnGrants(db, actor)
  const held = grants.flatMap(({ couponCode }) => {
    const coupon = spent.has(couponCode) ? undefined : findCoupon(data, couponCode)
    if (coupon === undefined) return []
    return [couponView(coupon, isInEffect(data, coupon, now) ? CouponStatus.inEffect : CouponStatus.notValid)]
  })
  return ok({ coupons: [...held, ...redeemed.map((one) => redemptionView(data, one))].slice(0, 100) })
}

/** The code asked for: typed, or that of a link of this very customer. */
async function codeAsked(
  deps: CouponReadDeps,
  { actor, now }: CouponQuestion,
  { couponCode, resource }: CallRequest<typeof checkCouponCall>['query'],
): Promise<Result<string>> {
  if (resource === undefined) {
    const typed = couponCode ?? ''
    const charged = await chargeGuess(deps, actor, typed, now)
    return charged.ok ? ok(normalCode(typed)) : charged
  }
  const target = await readCouponLink(deps, { tx: deps.database.db, now }, actor.portfolioId, resource)
  const isTheirs = actor.kind === 'customer' && target?.openId === actor.openId
  return target !== undefined && isTheirs ? ok(target.couponCode) : refuse('loanStatusInvalid')
}

/**
 * Whether a coupon is in effect for the caller, and what it would save on their loan.
 *
 * Errors: `loanStatusInvalid` for a link that is not theirs or over, `loanNotFound` for another customer's loan,
 * `tooManyRequests` after too many typed codes.
 */
export async function checkCoupon(
  deps: CouponReadDeps,
  question: CouponQuestion,
  query: CallRequest<typeof checkCouponCall>['query'],
): Promise<Result<CouponOnWire>> {
  const code = await codeAsked(deps, question, query)
  if (!code.ok) return code
  const loan =
    query.loanNo === undefined
      ? undefined
      : await findBorrowerLoan(deps.database.db, question.actor, { loanNo: query.loanNo })
  if (loan !== undefined && !loan.ok) return loan
  return ok(await viewOf(deps, question, code.value, loan?.value))
}

async function viewOf(
  deps: CouponReadDeps,
  question: CouponQuestion,
  code: string,
  loan: Loan | undefined,
): Promise<CouponOnWire> {
  const { actor, now } = question
  const { db } = deps.database
  const data = dataOf(deps, actor)
  const onLoan = loan && (await findLoanCoupon(db, loan))
  if (loan !== undefined && onLoan?.couponCode === code) return heldView(deps, question, loan, onLoan)
  const own = actor.kind === 'customer' ? await listOwnRedemptions(db, actor) : []
  const mine = own.filter((one) => one.couponCode === code)
  const coupon = findCoupon(data, code)
  const isSpent = coupon === undefined || mine.length >= coupon.limitPerCustomer
  const [latest] = mine
  if (latest !== undefined && (isSpent || loan === undefined)) return redemptionView(data, latest)
  if (coupon === undefined || !(await isHolder(deps, actor, coupon))) return notValidView(code)
  const status = isInEffect(data, coupon, now) ? CouponStatus.inEffect : CouponStatus.notValid
  return {
    ...couponView(coupon, status),
    ...(await savingOn(deps, status < 0 ? undefined : loan, coupon, now)),
  }
}

/**
 * The coupon that a loan holds, whatever the portfolio has made of it since: with what it does to the saved plan,
 * or, as long as none is saved, to the recommended one.
 */
async function heldView(
  deps: CouponReadDeps,
  { actor, now }: CouponQuestion,
  loan: Loan,
  redemption: CouponRedemption,
): Promise<CouponOnWire> {
  const data = dataOf(deps, actor)
  const view = redemptionView(data, redemption)
  const current = await findCurrentPlan(deps.database.db, loan)
  if (current !== undefined) return { ...view, ...storedEffectView(current) }
  const coupon = findCoupon(data, redemption.couponCode)
  return coupon === undefined ? view : { ...view, ...(await savingOn(deps, loan, coupon, now)) }
}

/** A personal coupon is one only in the hand of its customer. */
async function isHolder(
  { database }: CouponReadDeps,
  actor: SessionActor,
  { personal, couponCode }: Coupon,
): Promise<boolean> {
  if (!personal) return true
  if (actor.kind === 'limited') return false
  const grants = await listOwnGrants(database.db, actor)
  return grants.some((grant) => grant.couponCode === couponCode)
}

async function savingOn(
  deps: CouponReadDeps,
  loan: Loan | undefined,
  coupon: Coupon,
  now: Date,
): Promise<Partial<CouponOnWire>> {
  if (loan === undefined) return {}
  const plan = await planWithCoupon(deps, { tx: deps.database.db, now }, loan, coupon)
  // A loan that has no plans, such as a signed one, has no saving to show.
  return plan.ok ? effectView(loan.loanNo, plan.value) : {}
}
