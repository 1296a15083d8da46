import type { PaymentPlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import type { PaydayRules, PaySchedule } from '@dolphin/domain/calendar/pay-calendar'

/** When the borrower is paid, as the schedule that holds was made for. */
export interface ServicedPayroll {
  readonly schedule: PaySchedule
  readonly rules: PaydayRules
}

/** What a plan that a change has made holds beside what every plan holds. */
export interface ServicingFacts {
  /** The plan at settlement; null in that plan itself. */
  readonly agreedPlanNo: string | null
  /** Null while it is what the application says. */
  readonly payroll: ServicedPayroll | null
}

/** For the `disclosure` of a changed plan; servicingFacts reads it back. */
export function servicingFactsToStored({ agreedPlanNo, payroll }: ServicingFacts): PaymentPlan['disclosure'] {
  if (payroll === null) return { agreedPlanNo }
  const { schedule, rules } = payroll
  const stored = 'anchor' in schedule ? { ...schedule, anchor: formatLocalDate(schedule.anchor) } : schedule
  return { agreedPlanNo, payroll: { schedule: stored, rules } }
}

interface StoredPayroll {
  readonly schedule: { readonly anchor?: string }
  readonly rules: PaydayRules
}

/** What servicingFactsToStored wrote; a plan that no change made has neither. */
export function servicingFacts({ disclosure }: Pick<PaymentPlan, 'disclosure'>): ServicingFacts {
  const { agreedPlanNo, payroll } = disclosure
  return {
    agreedPlanNo: typeof agreedPlanNo === 'string' ? agreedPlanNo : null,
    payroll: payroll === undefined ? null : payrollFrom(payroll as StoredPayroll),
  }
}

function payrollFrom({ schedule, rules }: StoredPayroll): ServicedPayroll {
  if (schedule.anchor === undefined) return { schedule: schedule as unknown as PaySchedule, rules }
  const anchor = parseLocalDate(schedule.anchor)
  assert(anchor !== undefined, 'a stored payday is a date')
  return { schedule: { ...schedule, anchor } as unknown as PaySchedule, rules }
}
