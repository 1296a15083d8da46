import type { ForReaders } from '../../reader-words.ts'
import type { CallReply } from '@dolphin/contract/call'
import type { listChangeCall } from '@dolphin/contract/servicing-changes'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { paydaysAfter, type PaySchedule } from '@dolphin/domain/calendar/pay-calendar'
import { legalEffects } from '@dolphin/domain/loans/legal-facts'
import { cents, max, moneyToWire, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import { payoffDates } from '@dolphin/domain/servicing/changes/available-dates'
import { changeBasis } from '@dolphin/domain/servicing/changes/change-basis'
import { hardshipChoices } from '@dolphin/domain/servicing/changes/hardship'
import { leastDue } from '@dolphin/domain/servicing/changes/pay-down'
import { payoffQuoteOn } from '@dolphin/domain/servicing/changes/pay-off'
import { refusedMode, stopChoices } from '@dolphin/domain/servicing/changes/payment-mode-change'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { refusalWords } from './change-texts.ts'
import type { LoadedLoan } from './load-serviced-loan.ts'
import { movesUsed } from './change-service.ts'

type Choices = NonNullable<ForReaders<CallReply<typeof listChangeCall>>['choices']>

/**
 * What a borrower may choose now: days, amounts, ways to pay, help (for the loan of `assisted`); in bankruptcy nothing that
 * leads to a payment. All of it is judged again when it is asked for.
 */
export function changeChoices(loaded: LoadedLoan, assisted: LoadedLoan): Choices {
  const { serviced } = loaded
  const basis = changeBasis(serviced)
  const { asksNothing } = legalEffects(serviced.legalFacts)
  const dates = asksNothing ? [] : payoffDates(serviced)
  const [first] = dates
  const most = first === undefined ? ZERO_CENTS : cents(payoffQuoteOn(basis, first).total - 1n)
  return {
    debitDates: dates.map(formatLocalDate),
    payDownLeast: moneyToWire(leastDue(basis)),
    payDownMost: moneyToWire(max(most, ZERO_CENTS)),
    paymentsLeft: basis.open.length,
    paymentModes: Object.values(PaymentMode).map(modeChoice),
    payroll: payrollView(loaded),
    hardship: asksNothing ? null : hardshipView(assisted),
    stops: (asksNothing ? [] : stopChoices(serviced)).map(({ number, dueDate, amount, until }) => ({
      installmentNo: number,
      dueDate: formatLocalDate(dueDate),
      amount: moneyToWire(amount),
      until: until && isoInZone(until, serviced.hours.timeZone),
    })),
  }
}

function modeChoice(paymentMode: PaymentMode): Choices['paymentModes'][number] {
  const refusal = refusedMode(paymentMode)
  if (refusal === null || refusal.ok) return { paymentMode, allowed: true, reason: null }
  return { paymentMode, allowed: false, reason: refusalWords(refusal.error)?.message ?? null }
}

function payrollView({ payroll: { schedule, rules }, serviced }: LoadedLoan): Choices['payroll'] {
  const [next] = paydaysAfter(schedule, serviced.today, 1, serviced.hours.calendar)
  assert(next !== undefined, 'there is always another payday')
  return {
    payrollFrequency: schedule.frequency,
    nextPayday: formatLocalDate(next),
    paydaysOfMonth: [...daysOfMonth(schedule)],
    paydayOnHoliday: rules.onHoliday,
    paydayOnAvailable: rules.availability,
    paymentFrequency: serviced.frequency,
  }
}

function daysOfMonth(schedule: PaySchedule): readonly number[] {
  if ('days' in schedule) return schedule.days
  return 'day' in schedule ? [schedule.day] : []
}

function hardshipView(loaded: LoadedLoan): Choices['hardship'] {
  const { number, moveDates, extendedCounts, inFlight } = hardshipChoices(loaded.serviced)
  const next = loaded.serviced.installments.find((installment) => installment.number === number)
  if (number === null || next === undefined) return null
  return {
    installmentNo: number,
    dueDate: formatLocalDate(next.dueDate),
    amount: moneyToWire(next.amount),
    canMove: movesUsed(loaded) === 0,
    moveDates: moveDates.map(formatLocalDate),
    extendedNumbers: [...extendedCounts],
    inFlight: inFlight.map(({ dueDate, amount }) => ({
      dueDate: formatLocalDate(dueDate),
      amount: moneyToWire(amount),
    })),
  }
}
