import type { ForReaders } from '../../reader-words.ts'
import type { coupon as couponShape } from '@dolphin/contract/coupons'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import type { CouponRedemption } from '@dolphin/database/coupons/coupon-repository'
import type { PlanWithInstallments } from '@dolphin/database/plans/plan-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import type { Coupon } from '@dolphin/domain/coupons/coupon'
import { CouponStatus } from '@dolphin/domain/loans/codes'
import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { cents, type Cents, moneyToWire, ZERO_CENTS } from '@dolphin/domain/money/cents'
import type { Plan } from '@dolphin/domain/plans/plan'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { z } from 'zod'
import { benefitOf, figuresOf } from '../plans/coupon-facts.ts'
import { computedInstallmentView, storedInstallmentView } from '../plans/installment-view.ts'
import { planFacts } from '../plans/plan-facts.ts'
import { couponValue } from '../plans/coupon-catalog.ts'

export type CouponOnWire = ForReaders<z.output<typeof couponShape>>
type WithSchedule = NonNullable<CouponOnWire['withCoupon']>

/**
 * A code that does not exist here, or not for this customer, or not now: the reply reveals nothing about it.
 */
export const notValidView = (couponCode: string): CouponOnWire => ({
  couponCode: couponCode.slice(0, 40),
  couponStatus: CouponStatus.notValid,
  kind: null,
  value: null,
  name: '',
  terms: '',
  expiresOn: null,
  fits: null,
  applied: false,
  usedOn: null,
  loanNo: null,
  saving: null,
  withCoupon: null,
  withoutCoupon: null,
})

/** A coupon of the portfolio, without a loan. */
export function couponView(coupon: Coupon, couponStatus: CouponStatus): CouponOnWire {
  const { couponCode, benefit, name, terms, validThrough } = coupon
  return {
    ...notValidView(couponCode),
    couponStatus,
    kind: benefit.kind,
    value: couponValue(benefit),
    name,
    terms,
    expiresOn: formatLocalDate(validThrough),
  }
}

/** A coupon on a loan, by what it gave when it was applied; the portfolio may have dropped it since. */
export function redemptionView(
  { portfolio, coupons }: PortfolioData,
  { couponCode, benefit, state, usedAt, loanNo }: CouponRedemption,
): CouponOnWire {
  const coupon = coupons.find((one) => one.couponCode === couponCode)
  const kept = benefitOf(benefit)
  return {
    ...(coupon === undefined ? notValidView(couponCode) : couponView(coupon, CouponStatus.inEffect)),
    couponStatus: state === 'used' ? CouponStatus.notValid : CouponStatus.inEffect,
    kind: kept.kind,
    value: couponValue(kept),
    fits: true,
    applied: true,
    usedOn: usedAt === null ? null : formatLocalDate(dateIn(usedAt, portfolio.timeZone)),
    loanNo,
  }
}

/** What a coupon does to a plan of a loan: saving, figures and schedule with it and without. */
export function effectView(loanNo: string, plan: Plan | undefined): Partial<CouponOnWire> {
  if (plan === undefined || plan.coupon === null) return { loanNo, fits: false }
  const { saving, before } = plan.coupon
  return {
    loanNo,
    fits: true,
    saving: moneyToWire(saving),
    withCoupon: withSchedule(plan),
    withoutCoupon: withSchedule(before),
  }
}

/** The same for the plan that is stored: a signed loan has no other. Empty for a plan without a coupon. */
export function storedEffectView({ plan, installments }: PlanWithInstallments): Partial<CouponOnWire> {
  const { coupon, prepaidFinanceCharge } = planFacts(plan)
  if (coupon === null) return {}
  const rows = (credits: readonly Cents[]): WithSchedule['installments'] =>
    installments.map((one, index) => {
      const credit = credits[index] ?? ZERO_CENTS
      const [interest, amount] = [cents(one.interest + credit), cents(one.amount + credit)]
      return storedInstallmentView({ ...one, interest, amount, status: TransactionStatus.none })
    })
  const cost = {
    amountFinanced: moneyToWire(plan.amountFinanced),
    prepaidFinanceCharge: moneyToWire(prepaidFinanceCharge),
    financeCharge: moneyToWire(plan.financeCharge),
    totalOfPayments: moneyToWire(plan.totalOfPayments),
    apr: plan.apr,
  }
  return {
    saving: moneyToWire(coupon.saving),
    withCoupon: { cost, installments: rows([]) },
    withoutCoupon: { cost: coupon.before, installments: rows(coupon.interestCredits) },
  }
}

function withSchedule(plan: Pick<Plan, 'schedule' | 'disclosure' | 'prepaidFinanceCharge'>): WithSchedule {
  return {
    cost: figuresOf(plan),
    installments: plan.schedule.installments.map(computedInstallmentView),
  }
}
