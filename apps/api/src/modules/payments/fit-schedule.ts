import { type Loan, updateLoan } from '@dolphin/database/loans/loan-repository'
import { type PlanWithInstallments, savePlan } from '@dolphin/database/plans/plan-repository'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { collectedApr } from '@dolphin/domain/disclosure/collected-apr'
import { cents, moneyToWire, parseMoney, sum, ZERO_CENTS } from '@dolphin/domain/money/cents'
import type { Installment } from '@dolphin/domain/schedule/installment'
import { percentText } from '@dolphin/domain/money/percent'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { couponFactsToStored, type PlanCouponFacts } from '../plans/coupon-facts.ts'
import { planFacts } from '../plans/plan-facts.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { collectedLoan, collectedSchedule, runsByDays } from './collected-schedule.ts'

/** A plan whose credit has settled. */
interface SettledPlan extends PlanWithInstallments {
  readonly effectiveDate: LocalDate
}

/**
 * Fits the schedule of a loan whose credit settled later than agreed: the due dates stay, interest runs from the
 * settlement, so the first interest is smaller and the last payment with it. Stored as the plan that holds from
 * now on, with the APR of what will be collected; the signed one is kept as superseded. Source: domain.md §7, §14.
 *
 * Only simple daily interest runs by days; the other methods' schedules do not depend on the day of settlement.
 */
export async function fitScheduleToSettlement(
  data: PortfolioData,
  unit: UnitOfWork,
  loan: Loan,
  { plan, installments, effectiveDate }: SettledPlan,
): Promise<void> {
  const saved = { plan, installments }
  const { effectiveDate: agreed, coupon } = planFacts(plan)
  if (effectiveDate <= agreed) return
  if (!(await runsByDays(data, unit.tx, loan, saved))) return
  const { full, fitted } = collectedSchedule(saved, effectiveDate)
  const amounts = fitted.map(({ payment }) => payment)
  const apr = percentText(collectedApr(collectedLoan(saved, effectiveDate, amounts)))
  const totalOfPayments = sum(fitted.map(({ payment }) => payment))
  const fittedCoupon = coupon && fitCoupon(coupon, full, fitted)
  const planNo = `${plan.planNo}.settled`
  const { supersededAt: _superseded, ...kept } = plan
  await savePlan(
    unit.tx,
    {
      ...kept,
      planNo,
      apr,
      installmentAmount: fitted[0]?.payment ?? plan.installmentAmount,
      totalOfPayments,
      financeCharge: cents(totalOfPayments - plan.amountFinanced),
      disclosure: {
        ...plan.disclosure,
        effectiveDate: formatLocalDate(effectiveDate),
        signedPlanNo: plan.planNo,
        ...(apr === plan.apr ? {} : { signedApr: plan.apr }),
        ...(fittedCoupon === null ? {} : { coupon: couponFactsToStored(fittedCoupon) }),
      },
      createdAt: unit.now,
    },
    installments.flatMap(({ number, dueDate, fee, status, flags }, index) => {
      const row = fitted[index]
      if (row === undefined) return []
      const { principal, interest, payment, balanceAfter } = row
      return [
        {
          number,
          dueDate,
          fee,
          status,
          flags,
          principal,
          interest,
          balanceAfter,
          amount: cents(payment + fee),
        },
      ]
    }),
  )
  await updateLoan(unit.tx, loan, { planNo }, unit.now)
}

/**
 * The coupon as the fitted schedule gives it: a credit is cut to the interest that it meets, so saving, credits and
 * cost without it are those of the payments that will be collected. Source: docs/decisions/coupons.md.
 */
function fitCoupon(
  coupon: PlanCouponFacts,
  full: readonly Installment[],
  fitted: readonly Installment[],
): PlanCouponFacts {
  const interestCredits = full.map((one, index) => cents(one.payment - (fitted[index] ?? one).payment))
  const totalOfPayments = sum(full.map(({ payment }) => payment))
  const amountFinanced = parseMoney(coupon.before.amountFinanced) ?? ZERO_CENTS
  return {
    ...coupon,
    interestCredits,
    saving: cents(coupon.waivedFee + sum(interestCredits)),
    before: {
      ...coupon.before,
      totalOfPayments: moneyToWire(totalOfPayments),
      financeCharge: moneyToWire(cents(totalOfPayments - amountFinanced)),
    },
  }
}
