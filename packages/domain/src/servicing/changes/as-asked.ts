import type { LocalDate } from '../../calendar/local-date.ts'
import { refused } from '../../outcome.ts'
import { ChangeType } from '../../payments/codes.ts'
import type { ChangeBasis } from './change-basis.ts'
import type { ChangePlan } from './change-plan.ts'
import type { CustomerChangeRequest, EmployeeChangeRequest } from './change-request.ts'
import type { PlanOutcome } from './start-in-time.ts'

type Request = CustomerChangeRequest | EmployeeChangeRequest

/** The installment that a plan has on a day; money on its way and single debits are none. */
const installmentOn = ({ newSchedule }: ChangePlan, day: LocalDate | undefined) =>
  newSchedule.rows.find(({ dueDate, source }) => dueDate === day && (source === 'agreed' || source === 'new'))

/** Whether a plan has what was asked of one payment: its amount, its day, or that it is gone. */
function isAsAsked({ open }: ChangeBasis, request: Request, plan: ChangePlan): boolean {
  const dayOf = (wanted: number) => open.find(({ number }) => number === wanted)?.dueDate
  switch (request.changeType) {
    case ChangeType.skip:
      return installmentOn(plan, dayOf(request.number)) === undefined
    case ChangeType.changeAmount: {
      const row = installmentOn(plan, dayOf(request.number))
      return row?.source === 'new' && row.payment === request.amount
    }
    case ChangeType.changeDate:
      return (
        installmentOn(plan, dayOf(request.number)) === undefined &&
        installmentOn(plan, request.date)?.source === 'new'
      )
    case ChangeType.makeup:
      return installmentOn(plan, request.date)?.source === 'new'
    case ChangeType.partialMakeup:
      return installmentOn(plan, request.date)?.payment === request.amount
    case ChangeType.payOff:
    case ChangeType.payOffInN:
    case ChangeType.payDown:
    case ChangeType.revokeFutureAch:
    case ChangeType.changePayrollDate:
    case ChangeType.changePayrollFrequency:
    case ChangeType.changePaymentMode:
    case ChangeType.paydayOnHoliday:
    case ChangeType.paydayAvailability:
    case ChangeType.payFixedAmount:
    case ChangeType.changeMode:
      return true
  }
}

/**
 * Refuses a plan of one payment that comes to something other than was asked, such as a last payment made smaller whose
 * rest goes back into it. Nothing is saved that changes nothing. Source: domain.md §10.
 */
export function asAsked(basis: ChangeBasis, request: Request, plan: PlanOutcome): PlanOutcome {
  return !plan.ok || isAsAsked(basis, request, plan.value)
    ? plan
    : refused({ reason: 'changeTypeRefused', why: 'noEffect' })
}
