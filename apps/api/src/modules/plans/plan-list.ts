import { setImmediate as nextTurn } from 'node:timers/promises'
import { addDays, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { adjustPayday, paydaysAfter } from '@dolphin/domain/calendar/pay-calendar'
import type { PaymentFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import type { Cents } from '@dolphin/domain/money/cents'
import {
  firstDatesOffered,
  frequenciesOffered,
  installmentLimit,
  numbersOffered,
  type Plan,
  type PlanBasis,
} from '@dolphin/domain/plans/plan'
import { cachedPlan } from './plan-cache.ts'

export interface PlanWish {
  readonly amount: Cents
  readonly frequency: PaymentFrequency | undefined
  readonly firstDate: LocalDate | undefined
}

/**
 * Every plan on offer for an amount: each number of installments, for one frequency or all, from the date wished
 * or the soonest. One plan a turn of the event loop, so that other requests are not kept waiting.
 */
export async function listPlans(basis: PlanBasis, wish: PlanWish): Promise<readonly Plan[]> {
  const plans: Plan[] = []
  const wished = frequenciesOffered(basis).filter(
    (frequency) => wish.frequency === undefined || frequency === wish.frequency,
  )
  for (const frequency of wished) {
    const dates = firstDatesOffered(basis, frequency)
    const first =
      wish.firstDate === undefined ? dates[0] : dates.find(({ dueDate }) => dueDate === wish.firstDate)
    if (first === undefined) continue
    for (const count of numbersOffered(basis, frequency, first)) {
      const plan = cachedPlan(basis, { amount: wish.amount, frequency, count, firstDate: first.dueDate })
      if (plan.ok) plans.push(plan.value)
      await nextTurn()
    }
  }
  return plans
}

/** What of a plan a recommendation looks at. */
interface Judged {
  readonly choice: Pick<Plan['choice'], 'count' | 'frequency'>
  readonly schedule: Pick<Plan['schedule'], 'levelPayment'>
  readonly disclosure: Pick<Plan['disclosure'], 'financeCharge'>
}

/**
 * The plan to point at: the cheapest whose installment leaves half of what the policy would allow, else the one
 * with the smallest installments; never the most payments where fewer are on offer, because they cost most. Our
 * decision: the borrower's ease goes before the lender's income.
 */
export function recommendedPlan<Each extends Judged>(
  basis: Pick<PlanBasis, 'affordable'>,
  plans: readonly Each[],
): Each | undefined {
  const offered = withoutTheMost(plans)
  const easy = offered.filter(({ schedule, choice }) => {
    const limit = installmentLimit(basis, choice.frequency)
    return limit === null || schedule.levelPayment * 2n <= limit
  })
  const cheapest = easy.toSorted((a, b) => compare(a.disclosure.financeCharge, b.disclosure.financeCharge))[0]
  return cheapest ?? offered.toSorted((a, b) => compare(a.schedule.levelPayment, b.schedule.levelPayment))[0]
}

/** Each frequency's plans but the one with the most payments; a frequency of one plan keeps it. */
function withoutTheMost<Each extends Judged>(plans: readonly Each[]): readonly Each[] {
  return plans.filter(({ choice }) => {
    const counts = plans
      .filter((other) => other.choice.frequency === choice.frequency)
      .map((other) => other.choice.count)
    return choice.count < Math.max(...counts) || choice.count === Math.min(...counts)
  })
}

const compare = (left: bigint, right: bigint): number => (left < right ? -1 : Number(left > right))

const MOST_PAYDAYS = 120

/** The days on which pay can be used, after the effective date up to a last day, for the picker to mark. */
export function paydaysUpTo(basis: PlanBasis, last: LocalDate): readonly LocalDate[] {
  const { paySchedule, rules, calendar, effectiveDate } = basis
  // A payday just before may be shifted to after the effective date.
  const nominal = paydaysAfter(paySchedule, addDays(effectiveDate, -7), MOST_PAYDAYS, calendar)
  const usable = nominal.map((payday) => adjustPayday(payday, rules, calendar))
  return usable.filter((day) => day > effectiveDate && day <= last)
}
