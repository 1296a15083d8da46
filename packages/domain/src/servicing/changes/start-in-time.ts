import type { LocalDate } from '../../calendar/local-date.ts'
import { type Outcome, ok, refused } from '../../outcome.ts'
import type { AgreedInstallment } from '../serviced-loan.ts'
import type { ChangeBasis } from './change-basis.ts'
import type { ChangePlan } from './change-plan.ts'
import type { ChangeRefusal } from './change-refusal.ts'
import { isInTime } from './debit-notices.ts'

export type PlanOutcome = Outcome<ChangePlan, ChangeRefusal>

/** A plan that leaves these as agreed and changes the rest. */
type Build = (kept: readonly AgreedInstallment[], rest: readonly AgreedInstallment[]) => PlanOutcome

/** Whether there is still time to tell of every debit that the plan makes. */
export const isNotifiedInTime = ({ loan }: ChangeBasis, { notices }: ChangePlan): boolean =>
  notices.every((notice) => isInTime(notice, loan.noticeDay))

/** Neither another payment nor another day, payroll or way to pay, nor an authorization that is needed anew. */
const changesNothing = ({ loan }: ChangeBasis, plan: ChangePlan): boolean =>
  plan.deletedNumbers.length === 0 &&
  plan.newInstallments.length === 0 &&
  plan.debit === null &&
  plan.payrollAfter === null &&
  plan.paymentModeAfter === loan.paymentMode &&
  plan.authorization === 'none'

/**
 * The plan from the first payment of which can still be told in time: where its notice would come too late, the
 * change starts one payday later, and so on. With `from`, not before the payment of that day. Source: domain.md §10.
 */
export function startInTime(basis: ChangeBasis, build: Build, from: LocalDate | null = null): PlanOutcome {
  const dates = basis.open.map(({ dueDate }) => dueDate)
  const first = from === null ? 0 : dates.indexOf(from)
  if (first < 0) return refused({ reason: 'dateNotAvailable', dates })
  for (let start = first; start <= basis.open.length; start += 1) {
    const plan = build(basis.open.slice(0, start), basis.open.slice(start))
    if (!plan.ok) return plan
    if (changesNothing(basis, plan.value))
      return refused({
        reason: 'changeTypeRefused',
        why: start === first ? 'sameAsBefore' : 'nothingToChange',
      })
    if (isNotifiedInTime(basis, plan.value)) return start === first ? plan : ok(startingLater(plan.value))
  }
  return refused({ reason: 'changeTypeRefused', why: 'nothingToChange' })
}

const startingLater = (plan: ChangePlan): ChangePlan => ({
  ...plan,
  remarks: [{ code: 'startsLater', firstDate: plan.notifiedFirstDate ?? plan.holdsFrom }, ...plan.remarks],
})
