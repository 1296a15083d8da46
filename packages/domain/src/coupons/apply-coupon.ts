import { disclose } from '../disclosure/disclose.ts'
import { militaryApr } from '../disclosure/mapr.ts'
import { type Cents, cents, divideHalfUp, sum, ZERO_CENTS } from '../money/cents.ts'
import { percentText } from '../money/percent.ts'
import type { Plan } from '../plans/plan.ts'
import type { Schedule } from '../schedule/installment.ts'
import type { CouponBenefit } from './coupon.ts'
import { creditInstallments, spreadCredit } from './coupon-effect.ts'

/**
 * A plan with a coupon, every figure computed anew: finance charge, total of payments and APR come from the
 * disclosure functions, out of the schedule that will be collected. Principal, dates and balances are those of
 * the plan without it. Undefined where the coupon would take nothing off.
 *
 * An amount or a share of the finance charge (half-up to the cent) is credited against interest, at most all of
 * it; a waived origination fee is paid out with the principal. Source: ours, docs/decisions/coupons.md;
 * Regulation Z, 12 CFR 1026.18(d), (e), (h).
 */
export function applyCoupon(plan: Plan, benefit: CouponBenefit): Plan | undefined {
  const { couponCode, kind, minimumPrincipal } = benefit
  const { choice, schedule, disclosure, prepaidFinanceCharge, chargesOutside, effectiveDate } = plan
  if (choice.amount < minimumPrincipal) return undefined
  const waivedFee = kind === 'originationFee' ? prepaidFinanceCharge : ZERO_CENTS
  const interestCredits = spreadCredit(schedule.installments, wantedCredit(plan, benefit))
  const saving = cents(waivedFee + sum(interestCredits))
  if (saving === 0n) return undefined
  const credited = creditedSchedule(schedule, interestCredits)
  const charged = cents(prepaidFinanceCharge - waivedFee)
  const credit = { principal: choice.amount, prepaidFinanceCharge: charged, effectiveDate }
  return {
    ...plan,
    schedule: credited,
    disclosure: disclose(credit, credited),
    prepaidFinanceCharge: charged,
    mapr: plan.mapr === null ? null : percentText(militaryApr(credit, credited, chargesOutside)),
    coupon: {
      couponCode,
      kind,
      saving,
      waivedFee,
      interestCredits,
      before: { schedule, disclosure, prepaidFinanceCharge },
    },
  }
}

function wantedCredit({ disclosure }: Plan, benefit: CouponBenefit): Cents {
  if (benefit.kind === 'originationFee') return ZERO_CENTS
  if (benefit.kind === 'financeChargeAmount') return benefit.amount
  return cents(divideHalfUp(disclosure.financeCharge * BigInt(benefit.percent), 100n))
}

function creditedSchedule(schedule: Schedule, credits: readonly Cents[]): Schedule {
  const installments = creditInstallments(schedule.installments, credits)
  return {
    levelPayment: installments[0]?.payment ?? schedule.levelPayment,
    installments,
    totalOfPayments: sum(installments.map(({ payment }) => payment)),
    totalInterest: sum(installments.map(({ interest }) => interest)),
  }
}
