import type { Localized } from '@dolphin/domain/portfolios/localized'
import type { CallRequest } from '@dolphin/contract/call'
import type {
  payFixedAmountCall,
  payOffCall,
  payOffInNCall,
  requestChangeCall,
} from '@dolphin/contract/servicing-changes'
import { assert } from '@dolphin/domain/assert'
import { type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import type { PaySchedule } from '@dolphin/domain/calendar/pay-calendar'
import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { type Cents, parseMoney } from '@dolphin/domain/money/cents'
import { type Outcome, ok, refused } from '@dolphin/domain/outcome'
import { ChangeType, isPaymentMode, type PaymentMode } from '@dolphin/domain/payments/codes'
import { MODE_REFUSAL_TEXTS, type NamedMode, whyModeRefused } from '@dolphin/domain/payments/mode-refusal'
import type { CustomerChangeRequest } from '@dolphin/domain/servicing/changes/change-request'
import type { HardshipRequest } from '@dolphin/domain/servicing/changes/hardship'

/** A field that this kind of change needs and the request lacks, or a way to pay that is no payment mode. */
export interface MissingField {
  readonly code?: 'paymentModeRefused'
  readonly elementKey: string
  readonly message: Localized
}

type Asked = Outcome<CustomerChangeRequest, MissingField>
type AskedHelp = Outcome<HardshipRequest, MissingField>
type ServicingBody = CallRequest<typeof requestChangeCall>['body']

const dayOf = (wire: string): LocalDate => {
  const day = parseLocalDate(wire)
  assert(day !== undefined, 'the contract lets only dates through')
  return day
}
const amountOf = (wire: string): Cents => {
  const amount = parseMoney(wire)
  assert(amount !== undefined, 'the contract lets only money through')
  return amount
}

/** The request with its way to pay; a rail, which is no way to pay, is refused with its reason. */
function payingBy(
  named: NamedMode | undefined,
  request: (mode: PaymentMode) => CustomerChangeRequest,
): Asked {
  if (named === undefined) return missing('paymentMode', MODE_REFUSAL_TEXTS.none)
  if (isPaymentMode(named)) return ok(request(named))
  return refused({
    code: 'paymentModeRefused',
    elementKey: 'paymentMode',
    message: MODE_REFUSAL_TEXTS[whyModeRefused(named) ?? 'rail'],
  })
}

/** 101 */
export const askedPayOff = ({ date, paymentMode }: CallRequest<typeof payOffCall>['body']): Asked =>
  payingBy(paymentMode, (mode) => ({
    changeType: ChangeType.payOff,
    date: dayOf(date),
    paymentMode: mode,
  }))

/** 102 */
export const askedPayOffInN = ({
  number,
  paymentMode,
  date,
}: CallRequest<typeof payOffInNCall>['body']): Asked =>
  payingBy(paymentMode, (mode) => ({
    changeType: ChangeType.payOffInN,
    count: number,
    paymentMode: mode,
    ...startingOn(date),
  }))

/** 111 */
export const askedFixedAmount = ({
  amount,
  paymentMode,
  date,
}: CallRequest<typeof payFixedAmountCall>['body']): Asked =>
  payingBy(paymentMode, (mode) => ({
    changeType: ChangeType.payFixedAmount,
    amount: amountOf(amount),
    paymentMode: mode,
    ...startingOn(date),
  }))

/** The due date of the first payment that changes; the first that still can where none is named. */
const startingOn = (date: string | undefined) => (date === undefined ? {} : { from: dayOf(date) })

const missing = (elementKey: string, message: Localized): Asked => refused({ elementKey, message })

type ServicingCode = CallRequest<typeof requestChangeCall>['params']['changeTypeCode']
/** Help with a payment goes by the numbers of what it does. */
type HelpCode = (typeof ChangeType)['skip' | 'changeDate' | 'payFixedAmount']

/** Whether a change of the servicing call is help with a payment. */
export const isHelp = (code: ServicingCode): code is HelpCode =>
  code === ChangeType.skip || code === ChangeType.changeDate || code === ChangeType.payFixedAmount

/** 201 to the end, 205 to another day, 111 a longer plan. */
export function askedHelp(changeTypeCode: HelpCode, { number, date }: ServicingBody): AskedHelp {
  if (number === undefined) {
    const message =
      changeTypeCode === ChangeType.payFixedAmount
        ? { en: 'Choose how many payments.', es: 'Elija cuántos pagos.' }
        : { en: 'Choose the payment.', es: 'Elija el pago.' }
    return refused({ elementKey: 'number', message })
  }
  if (changeTypeCode === ChangeType.payFixedAmount) return ok({ help: 'extend', count: number })
  if (changeTypeCode === ChangeType.skip) return ok({ help: 'move', number, to: 'end' })
  if (date === undefined)
    return refused({ elementKey: 'date', message: { en: 'Choose the date.', es: 'Elija la fecha.' } })
  return ok({ help: 'move', number, to: dayOf(date) })
}

/** 103 to 109, by the type in the path. */
export function askedServicing(changeTypeCode: Exclude<ServicingCode, HelpCode>, body: ServicingBody): Asked {
  switch (changeTypeCode) {
    case ChangeType.payDown:
      return askedPayDown(body)
    case ChangeType.revokeFutureAch:
      return ok({
        changeType: ChangeType.revokeFutureAch,
        ...(body.number === undefined ? {} : { number: body.number }),
      })
    case ChangeType.changePayrollDate:
    case ChangeType.changePayrollFrequency:
      return askedPayroll(changeTypeCode, body)
    case ChangeType.changePaymentMode:
      return payingBy(body.paymentMode, (mode) => ({
        changeType: ChangeType.changePaymentMode,
        paymentMode: mode,
      }))
    case ChangeType.paydayOnHoliday:
      if (body.paydayOnHoliday === undefined)
        return missing('paydayOnHoliday', {
          en: 'Choose the day on which you are paid then.',
          es: 'Elija el día en que le pagan entonces.',
        })
      return ok({ changeType: ChangeType.paydayOnHoliday, onHoliday: body.paydayOnHoliday })
    case ChangeType.paydayAvailability:
      if (body.paydayOnAvailable === undefined)
        return missing('paydayOnAvailable', {
          en: 'Choose when your pay can be used.',
          es: 'Elija cuándo puede usar su pago.',
        })
      return ok({ changeType: ChangeType.paydayAvailability, availability: body.paydayOnAvailable })
  }
}

function askedPayDown({ amount, date, effect = 'shorter', paymentMode }: ServicingBody): Asked {
  if (amount === undefined) return missing('amount', { en: 'Enter the amount.', es: 'Escriba el monto.' })
  if (date === undefined) return missing('date', { en: 'Choose the date.', es: 'Elija la fecha.' })
  const day = dayOf(date)
  return payingBy(paymentMode, (mode) => ({
    changeType: ChangeType.payDown,
    amount: amountOf(amount),
    date: day,
    effect,
    paymentMode: mode,
  }))
}

function askedPayroll(
  changeType: typeof ChangeType.changePayrollDate | typeof ChangeType.changePayrollFrequency,
  body: ServicingBody,
): Asked {
  const paySchedule = payScheduleOf(body)
  return paySchedule.ok
    ? ok({
        changeType,
        paySchedule: paySchedule.value,
        ...(body.paymentFrequency === undefined ? {} : { frequency: body.paymentFrequency }),
      })
    : paySchedule
}

function payScheduleOf({
  payrollFrequency,
  nextPayday,
  paydaysOfMonth = [],
}: ServicingBody): Outcome<PaySchedule, MissingField> {
  const [first, second] = paydaysOfMonth
  switch (payrollFrequency) {
    case undefined:
      return refused({
        elementKey: 'payrollFrequency',
        message: { en: 'Choose how often you are paid.', es: 'Elija cada cuánto le pagan.' },
      })
    case PayrollFrequency.weekly:
    case PayrollFrequency.biWeekly:
      if (nextPayday === undefined)
        return refused({
          elementKey: 'nextPayday',
          message: { en: 'Choose your next payday.', es: 'Elija su próximo día de pago.' },
        })
      return ok({ frequency: payrollFrequency, anchor: dayOf(nextPayday) })
    case PayrollFrequency.semiMonthly:
      if (first === undefined || second === undefined)
        return refused({
          elementKey: 'paydaysOfMonth',
          message: { en: 'Choose both paydays of a month.', es: 'Elija los dos días de pago del mes.' },
        })
      return ok({ frequency: payrollFrequency, days: [first, second] })
    case PayrollFrequency.monthly:
      if (first === undefined)
        return refused({
          elementKey: 'paydaysOfMonth',
          message: { en: 'Choose the payday of a month.', es: 'Elija el día de pago del mes.' },
        })
      return ok({ frequency: payrollFrequency, day: first })
  }
}
