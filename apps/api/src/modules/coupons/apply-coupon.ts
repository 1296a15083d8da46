import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  findLoanCoupon,
  listOwnGrants,
  releaseCoupon,
  reserveCoupon,
} from '@dolphin/database/coupons/coupon-repository'
import { type Loan, updateLoan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import type { Coupon } from '@dolphin/domain/coupons/coupon'
import { LoanFlag, LoanStatus, OriginatingSubStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { actorName, type CustomerActor, type SessionActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import { lockBorrowerLoan } from '../loans/loan-access.ts'
import { raiseFlags } from '../loans/loan-moves.ts'
import { voidOutdatedSigningSession } from '../loans/open-signing-session.ts'
import { benefitToStored } from '../plans/coupon-facts.ts'
import { findCoupon, isInEffect, normalCode } from '../plans/coupon-catalog.ts'
import { planFacts } from '../plans/plan-facts.ts'
import { choiceOf, savePlanChoice } from '../plans/save-plan.ts'
import { newId } from '../../security/secrets.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { planWithCoupon } from './coupon-on-loan.ts'
import { type CouponOnWire, effectView, redemptionView } from './coupon-view.ts'

export type CouponWriteDeps = Pick<
  Deps,
  'database' | 'cipher' | 'calendar' | 'portfolios' | 'random' | 'tickets' | 'limits'
>

export interface CouponWish {
  readonly actor: SessionActor
  readonly loanNo: string
  readonly couponCode: string
}

const NOT_VALID = {
  en: 'This coupon is not valid. Check the code, or continue without it.',
  es: 'Este cupón no es válido. Revise el código o continúe sin él.',
}
const notValid = () =>
  refuse('couponNotValid', { errors: [{ elementKey: 'couponCode', message: NOT_VALID }] })

/**
 * Puts a coupon on a loan in customer review, in place of any other: a place under its limits is reserved, and a
 * saved plan is saved anew with it, which voids a signing session opened for the terms before. The same coupon again
 * changes nothing.
 *
 * Errors: `couponNotValid` for a code that is none, out of its window, or not issued to this customer;
 * `couponAlreadyUsed` where a limit is reached; `couponNotApplicable` where it does not fit the loan;
 * `loanStatusInvalid` outside customer review and once signed; those of a plan that cannot be made now.
 */
export async function applyCouponTo(
  deps: CouponWriteDeps,
  unit: UnitOfWork,
  { actor, loanNo, couponCode }: CouponWish,
): Promise<Result<{ readonly coupon: CouponOnWire; readonly loanFlags: LoanFlag[] }>> {
  const open = await lockOpenLoan(unit, actor, loanNo)
  if (!open.ok) return open
  const { loan, customer } = open.value
  const data = deps.portfolios.byId(loan.portfolioId)
  assert(data !== undefined, 'a loan has a portfolio')
  const coupon = findCoupon(data, couponCode)
  if (coupon === undefined || !(await isHeld(unit, customer, coupon))) return notValid()
  const held = await findLoanCoupon(unit.tx, loan)
  const isSame = held?.couponCode === coupon.couponCode
  if (!isSame && !isInEffect(data, coupon, unit.now)) return notValid()
  const plan = await planWithCoupon(deps, unit, loan, coupon)
  if (!plan.ok) return plan
  if (!isSame && plan.value === undefined) return refuse('couponNotApplicable')
  let flags = loan.flags
  if (!isSame) {
    await releaseCoupon(unit.tx, loan, unit.now)
    if (!(await reserve(deps, unit, { loan, customer }, coupon))) return refuse('couponAlreadyUsed')
    flags = await followCoupon(deps, unit, loan, coupon.couponCode)
    await audit(unit, loan, { actor, action: 'couponApplied', couponCode: coupon.couponCode })
  }
  const kept = await findLoanCoupon(unit.tx, loan)
  assert(kept !== undefined, 'a coupon that was applied is there')
  const view = { ...redemptionView(data, kept), ...effectView(loanNo, plan.value) }
  return ok({ coupon: view, loanFlags: flags })
}

/** Takes the coupon off; a loan without one stays as it is. Errors: `couponNotApplicable` for another's code. */
export async function removeCouponFrom(
  deps: CouponWriteDeps,
  unit: UnitOfWork,
  { actor, loanNo, couponCode }: CouponWish,
): Promise<Result<{ readonly loanNo: string; readonly loanFlags: LoanFlag[] }>> {
  const open = await lockOpenLoan(unit, actor, loanNo)
  if (!open.ok) return open
  const { loan } = open.value
  const held = await findLoanCoupon(unit.tx, loan)
  if (held === undefined) return ok({ loanNo, loanFlags: loan.flags })
  if (held.couponCode !== normalCode(couponCode)) return refuse('couponNotApplicable')
  await releaseCoupon(unit.tx, loan, unit.now)
  const loanFlags = await followCoupon(deps, unit, loan, null)
  await audit(unit, loan, { actor, action: 'couponRemoved', couponCode: held.couponCode })
  return ok({ loanNo, loanFlags })
}

async function lockOpenLoan(
  unit: UnitOfWork,
  actor: SessionActor,
  loanNo: string,
): Promise<Result<CustomersLoan>> {
  // A limited session fills in sections; terms are for who signs (domain.md §3).
  if (actor.kind === 'limited') return refuse('signInRequiredForStep')
  const locked = await lockBorrowerLoan(unit.tx, actor, { loanNo })
  if (!locked.ok) return locked
  const { status, subStatus, signedAt } = locked.value
  const isOpen =
    status === LoanStatus.originating &&
    subStatus === OriginatingSubStatus.customerReview &&
    signedAt === null
  return isOpen ? ok({ loan: locked.value, customer: actor }) : refuse('loanStatusInvalid')
}

async function isHeld(unit: UnitOfWork, customer: CustomerActor, coupon: Coupon): Promise<boolean> {
  if (!coupon.personal) return true
  const grants = await listOwnGrants(unit.tx, customer)
  return grants.some(({ couponCode }) => couponCode === coupon.couponCode)
}

/** A locked loan and the customer it is of. */
interface CustomersLoan {
  readonly loan: Loan
  readonly customer: CustomerActor
}

function reserve(
  { random }: CouponWriteDeps,
  unit: UnitOfWork,
  { loan: { portfolioId, customerKey, loanNo }, customer: { openId } }: CustomersLoan,
  { couponCode, version, benefit, limitPerCustomer, limitTotal }: Coupon,
): Promise<boolean> {
  return reserveCoupon(
    unit.tx,
    {
      portfolioId,
      customerKey,
      loanNo,
      openId,
      couponCode,
      redemptionNo: newId(random),
      couponVersion: version,
      benefit: benefitToStored(benefit),
      reservedAt: unit.now,
    },
    { perCustomer: limitPerCustomer, total: limitTotal },
  )
}

/**
 * The loan follows its coupon: a saved plan is computed and saved anew. Where that plan cannot be made any more,
 * the picker has to be gone through again (flag 10002), and what was to be signed is void.
 */
async function followCoupon(
  deps: CouponWriteDeps,
  unit: UnitOfWork,
  loan: Loan,
  couponCode: string | null,
): Promise<LoanFlag[]> {
  await updateLoan(unit.tx, loan, { couponCode }, unit.now)
  const after = { ...loan, couponCode }
  const current = await findCurrentPlan(unit.tx, loan)
  if (current === undefined) return loan.flags
  const { paymentMode } = planFacts(current.plan)
  const saved = await savePlanChoice(deps, unit, after, { choice: choiceOf(current), paymentMode })
  if (saved.ok) return saved.value.loan.flags
  const voided = await voidOutdatedSigningSession(deps, unit, after, null)
  const stale = voided ? [LoanFlag.recreateRequestCode] : []
  return [...(await raiseFlags(unit, after, [LoanFlag.recalculatePaymentPlan, ...stale]))]
}

/** What an actor did with a coupon. */
interface CouponAct {
  readonly actor: SessionActor
  readonly action: string
  readonly couponCode: string
}

async function audit(
  unit: UnitOfWork,
  { portfolioId, loanNo }: Loan,
  { actor, action, couponCode }: CouponAct,
): Promise<void> {
  const facts = { couponCode }
  await appendAudit(unit.tx, {
    portfolioId,
    subject: loanNo,
    action,
    actor: actorName(actor),
    facts,
    at: unit.now,
  })
}
