import type { paymentPlan, paymentSchedule } from '@dolphin/contract/shapes/payment-plan'
import type { PlanWithInstallments } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import type { CouponEffect } from '@dolphin/domain/coupons/coupon-effect'
import { type Cents, moneyToWire } from '@dolphin/domain/money/cents'
import type { Plan, PlanBasis } from '@dolphin/domain/plans/plan'
import { planName } from '@dolphin/domain/plans/plan-name'
import type { z } from 'zod'
import { figuresOf, type PlanCouponFacts } from './coupon-facts.ts'
import { computedInstallmentView, storedInstallmentView } from './installment-view.ts'
import { planFacts } from './plan-facts.ts'
import { paydaysUpTo } from './plan-list.ts'
import { choiceOf } from './save-plan.ts'

type PlanOnWire = z.output<typeof paymentPlan>
type ScheduleOnWire = z.output<typeof paymentSchedule>

/** A computed plan as the picker shows it. */
export function planView({ choice, effectiveDate, schedule, disclosure, ...rest }: Plan): PlanOnWire {
  const last = schedule.installments.at(-1)
  assert(last !== undefined, 'a plan has installments')
  return {
    optionId: planName(choice),
    amount: moneyToWire(choice.amount),
    frequency: choice.frequency,
    number: choice.count,
    firstDate: formatLocalDate(choice.firstDate),
    installment: moneyToWire(schedule.levelPayment),
    lastInstallment: moneyToWire(last.payment),
    lastDate: formatLocalDate(last.dueDate),
    effectiveDate: formatLocalDate(effectiveDate),
    amountFinanced: moneyToWire(disclosure.amountFinanced),
    prepaidFinanceCharge: moneyToWire(rest.prepaidFinanceCharge),
    financeCharge: moneyToWire(disclosure.financeCharge),
    totalOfPayments: moneyToWire(disclosure.totalOfPayments),
    apr: disclosure.apr,
    mapr: rest.mapr,
    coupon: rest.coupon === null ? null : couponOnWire(rest.coupon, schedule.installments),
  }
}

function couponOnWire(
  { before, ...effect }: CouponEffect,
  installments: Plan['schedule']['installments'],
): PlanOnWire['coupon'] {
  const payments = installments.map(({ payment }) => payment)
  return planCouponOnWire({ ...effect, before: figuresOf(before) }, payments)
}

function planCouponOnWire(
  { couponCode, kind, saving, before }: Omit<PlanCouponFacts, 'levelPayment'>,
  payments: readonly Cents[],
): PlanOnWire['coupon'] {
  const even = new Set(payments.slice(0, -1)).size <= 1
  return { couponCode, kind, saving: moneyToWire(saving), even, before }
}

/** A computed plan with its schedule. */
export function scheduleView(basis: PlanBasis, plan: Plan): ScheduleOnWire {
  const { installments } = plan.schedule
  return {
    plan: planView(plan),
    installments: installments.map(computedInstallmentView),
    paydays: paydaysWire(basis, installments.at(-1)?.dueDate),
  }
}

/** A saved plan with its schedule, from what is stored. */
export function savedScheduleView(basis: PlanBasis, saved: PlanWithInstallments): ScheduleOnWire {
  const { plan, installments } = saved
  const facts = planFacts(plan)
  const last = installments.at(-1)
  assert(last !== undefined, 'a plan has installments')
  return {
    plan: {
      optionId: planName(choiceOf(saved)),
      amount: moneyToWire(plan.amount),
      frequency: plan.frequency,
      number: plan.installmentCount,
      firstDate: formatLocalDate(plan.firstDate),
      installment: moneyToWire(plan.installmentAmount),
      lastInstallment: moneyToWire(last.amount),
      lastDate: formatLocalDate(plan.lastDate),
      effectiveDate: formatLocalDate(facts.effectiveDate),
      amountFinanced: moneyToWire(plan.amountFinanced),
      prepaidFinanceCharge: moneyToWire(facts.prepaidFinanceCharge),
      financeCharge: moneyToWire(plan.financeCharge),
      totalOfPayments: moneyToWire(plan.totalOfPayments),
      apr: plan.apr,
      mapr: facts.mapr,
      coupon:
        facts.coupon === null
          ? null
          : planCouponOnWire(
              facts.coupon,
              installments.map(({ amount }) => amount),
            ),
    },
    installments: installments.map(storedInstallmentView),
    paydays: paydaysWire(basis, last.dueDate),
  }
}

function paydaysWire(basis: PlanBasis, last: LocalDate | undefined): string[] {
  return last === undefined ? [] : paydaysUpTo(basis, last).map(formatLocalDate)
}
