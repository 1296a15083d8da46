import type { LocalDate } from '../../calendar/local-date.ts'
import { refused } from '../../outcome.ts'
import type { ScheduleView } from './change-plan.ts'
import type { PlanOutcome } from './start-in-time.ts'

/** Days on which more than one of these payments falls. */
function sharedDays(payments: readonly { readonly dueDate: LocalDate }[]): ReadonlySet<LocalDate> {
  const seen = new Set<LocalDate>()
  const shared = new Set<LocalDate>()
  for (const { dueDate } of payments) (seen.has(dueDate) ? shared : seen).add(dueDate)
  return shared
}

/** Whether payments share a day that those before did not share. */
export function sharesNewDay(
  before: readonly { readonly dueDate: LocalDate }[],
  after: readonly { readonly dueDate: LocalDate }[],
): boolean {
  const known = sharedDays(before)
  return [...sharedDays(after)].some((day) => !known.has(day))
}

/** The installments that can still be changed; money on its way and the debit of the change are none. */
const installmentsOf = ({ rows }: ScheduleView) =>
  rows.filter(({ source }) => source === 'agreed' || source === 'new')

/**
 * Refuses a plan that puts an installment on the day of another. What shares a day since before is no reason to
 * refuse, so that a revocation always goes through. Source: domain.md §10.
 */
export function onePerDay(plan: PlanOutcome): PlanOutcome {
  if (!plan.ok) return plan
  const { oldSchedule, newSchedule } = plan.value
  return sharesNewDay(installmentsOf(oldSchedule), installmentsOf(newSchedule))
    ? refused({ reason: 'changeTypeRefused', why: 'dayTaken' })
    : plan
}
