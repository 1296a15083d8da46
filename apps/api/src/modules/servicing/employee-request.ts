import type { LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate, type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { type Cents, moneyToWire, parseMoney } from '@dolphin/domain/money/cents'
import { ok, type Outcome, refused } from '@dolphin/domain/outcome'
import { ChangeType, isPaymentMode, type PaymentMode } from '@dolphin/domain/payments/codes'
import type { EmployeeChangeRequest } from '@dolphin/domain/servicing/changes/change-request'

/** A change of the schedule as an employee enters it; what its type does not need is null. */
export interface EmployeeOrder {
  readonly changeType: ChangeType
  readonly installmentNo: number | null
  readonly effectiveDate: LocalDate
  readonly amount: Cents | null
  readonly paymentMode: PaymentMode | null
}

/** The engine's request; refused with the field that is missing. */
export function employeeRequest(order: EmployeeOrder): Outcome<EmployeeChangeRequest, string> {
  const { changeType, installmentNo: number, effectiveDate: date, amount, paymentMode } = order
  if (changeType === ChangeType.changeMode)
    return paymentMode === null ? refused('paymentMode') : ok({ changeType, paymentMode })
  if (number === null) return refused('installmentNo')
  if (changeType === ChangeType.skip) return ok({ changeType, number })
  if (changeType === ChangeType.makeup || changeType === ChangeType.changeDate)
    return ok({ changeType, number, date })
  if (amount === null) return refused('amount')
  if (changeType === ChangeType.partialMakeup) return ok({ changeType, number, date, amount })
  return changeType === ChangeType.changeAmount
    ? ok({ changeType, number, amount })
    : refused('changeTypeCode')
}

/** An order as it is kept with its change. */
export const orderToStored = ({ installmentNo, amount, effectiveDate, paymentMode }: EmployeeOrder) => ({
  installmentNo,
  amount: amount === null ? null : moneyToWire(amount),
  date: formatLocalDate(effectiveDate),
  paymentMode,
})

/** The request of a change that an employee had entered. */
export function storedRequest({ changeType, request }: LoanChange): EmployeeChangeRequest {
  const { installmentNo, amount, date, paymentMode } = request
  const effectiveDate = parseLocalDate(String(date))
  const mode = Number(paymentMode)
  assert(effectiveDate !== undefined, 'a stored day is a date')
  const asked = employeeRequest({
    // The column holds the domain's change type and nothing else.
    changeType: changeType as ChangeType,
    installmentNo: typeof installmentNo === 'number' ? installmentNo : null,
    effectiveDate,
    amount: typeof amount === 'string' ? (parseMoney(amount) ?? null) : null,
    paymentMode: isPaymentMode(mode) ? mode : null,
  })
  assert(asked.ok, 'a stored change was complete')
  return asked.value
}
