import { PaymentFrequency, PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { PaydayAvailability, PaydayOnHoliday } from '@dolphin/domain/calendar/payday-rules'
import { ChangeType, isPaymentMode, PaymentMode } from '@dolphin/domain/payments/codes'
import { typedCents, wireOfCents } from '../../app/wire-text.ts'
import type { ChangeKind } from './change-kinds.ts'
import type { AskedChange } from './change-call.ts'

/** What was chosen, by name; it stands in the address, so that reload, back and a new sign-in lose nothing. */
export type Chosen = Readonly<Record<string, string | undefined>>

/** The names under which the choices of any change stand in the address. */
export const CHOICES = [
  'amount',
  'date',
  'effect',
  'pay',
  'number',
  'help',
  'payroll',
  'nextPayday',
  'days',
  'every',
  'rule',
] as const

/** The change that the choices come to; undefined while something is missing or is none of the choices. */
export function askedChange(kind: ChangeKind, chosen: Chosen): AskedChange | undefined {
  switch (kind) {
    case 'pay-off':
      return withMode(chosen, (paymentMode) =>
        chosen['date'] === undefined
          ? undefined
          : { call: 'payOff', body: { date: chosen['date'], paymentMode } },
      )
    case 'pay-off-in-n':
      return withMode(chosen, (paymentMode) => {
        const number = wholeNumber(chosen['number'])
        return number === undefined ? undefined : { call: 'payOffInN', body: { number, paymentMode } }
      })
    case 'fixed-amount':
      return withMode(chosen, (paymentMode) => {
        const amount = amountOf(chosen)
        return amount === undefined ? undefined : { call: 'payFixedAmount', body: { amount, paymentMode } }
      })
    case 'extra-payment':
      return extraPayment(chosen)
    case 'help':
      return helpWithPayment(chosen)
    case 'stop-automatic':
      return servicing(ChangeType.revokeFutureAch, {})
    case 'stop-one': {
      const number = wholeNumber(chosen['number'])
      return number === undefined ? undefined : servicing(ChangeType.revokeFutureAch, { number })
    }
    case 'way-to-pay':
      return withMode(chosen, (paymentMode) => servicing(ChangeType.changePaymentMode, { paymentMode }))
    case 'payday':
      return payday(ChangeType.changePayrollDate, chosen)
    case 'frequency':
      return payday(ChangeType.changePayrollFrequency, chosen)
    case 'holiday':
      return holidayRule(chosen)
    case 'availability':
      return availabilityRule(chosen)
  }
}

/** Whether the borrower makes the payment of a payoff or an extra payment: it is expected, and nothing is done yet. */
export function isExpectedPayment(asked: AskedChange | undefined): boolean {
  if (asked === undefined) return false
  const isPayment =
    asked.call === 'payOff' || (asked.call === 'requestChange' && asked.changeTypeCode === ChangeType.payDown)
  return isPayment && asked.body.paymentMode !== PaymentMode.ach
}

type Servicing = Extract<AskedChange, { call: 'requestChange' }>

const servicing = (changeTypeCode: Servicing['changeTypeCode'], body: Servicing['body']): AskedChange => ({
  call: 'requestChange',
  changeTypeCode,
  body,
})

type Mode = NonNullable<Servicing['body']['paymentMode']>

function withMode(chosen: Chosen, ask: (mode: Mode) => AskedChange | undefined): AskedChange | undefined {
  const mode = Number(chosen['pay'])
  return isPaymentMode(mode) ? ask(mode) : undefined
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,2}$/.test(text) ? Number(text) : undefined
}

/** "$50" as the calls take it: "50.00". */
function amountOf({ amount = '' }: Chosen): string | undefined {
  const typed = typedCents(amount)
  return typed === undefined ? undefined : wireOfCents(typed)
}

const oneOf = <Code extends number>(
  codes: Readonly<Record<string, Code>>,
  text: string | undefined,
): Code | undefined => Object.values(codes).find((code) => String(code) === text)

const EFFECTS = ['shorter', 'smaller', 'due'] as const

function extraPayment(chosen: Chosen): AskedChange | undefined {
  const [amount, date] = [amountOf(chosen), chosen['date']]
  if (amount === undefined || date === undefined) return undefined
  const effect = EFFECTS.find((each) => each === chosen['effect']) ?? 'shorter'
  return withMode(chosen, (paymentMode) =>
    servicing(ChangeType.payDown, { amount, date, effect, paymentMode }),
  )
}

function helpWithPayment(chosen: Chosen): AskedChange | undefined {
  const number = wholeNumber(chosen['number'])
  if (number === undefined) return undefined
  const { help, date } = chosen
  if (help === 'end') return servicing(ChangeType.skip, { number })
  if (help === 'longer') return servicing(ChangeType.payFixedAmount, { number })
  if (help !== 'day' || date === undefined) return undefined
  return servicing(ChangeType.changeDate, { number, date })
}

type PaydayCode = typeof ChangeType.changePayrollDate | typeof ChangeType.changePayrollFrequency

function payday(changeTypeCode: PaydayCode, chosen: Chosen): AskedChange | undefined {
  const payrollFrequency = oneOf(PayrollFrequency, chosen['payroll'])
  if (payrollFrequency === undefined) return undefined
  const paymentFrequency = oneOf(PaymentFrequency, chosen['every'])
  const every = paymentFrequency === undefined ? {} : { paymentFrequency }
  if (payrollFrequency === PayrollFrequency.weekly || payrollFrequency === PayrollFrequency.biWeekly) {
    const { nextPayday } = chosen
    if (nextPayday === undefined) return undefined
    return servicing(changeTypeCode, { payrollFrequency, nextPayday, ...every })
  }
  const wanted = payrollFrequency === PayrollFrequency.monthly ? 1 : 2
  const paydaysOfMonth = (chosen['days'] ?? '').split(',').map(Number).slice(0, wanted)
  if (paydaysOfMonth.length < wanted || paydaysOfMonth.some((day) => !Number.isInteger(day) || day === 0))
    return undefined
  return servicing(changeTypeCode, { payrollFrequency, paydaysOfMonth, ...every })
}

function holidayRule(chosen: Chosen): AskedChange | undefined {
  const paydayOnHoliday = oneOf(PaydayOnHoliday, chosen['rule'])
  return paydayOnHoliday === undefined
    ? undefined
    : servicing(ChangeType.paydayOnHoliday, { paydayOnHoliday })
}

function availabilityRule(chosen: Chosen): AskedChange | undefined {
  const paydayOnAvailable = oneOf(PaydayAvailability, chosen['rule'])
  return paydayOnAvailable === undefined
    ? undefined
    : servicing(ChangeType.paydayAvailability, { paydayOnAvailable })
}
