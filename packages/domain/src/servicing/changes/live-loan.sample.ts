import { NOTHING_BEYOND } from '../beyond-plan.ts'
import { federalReserveCalendar } from '../../calendar/testing/federal-reserve-calendar.ts'
import { type LocalDate, parseLocalDate } from '../../calendar/local-date.ts'
import { PaydayAvailability, PaydayOnHoliday } from '../../calendar/payday-rules.ts'
import { PaymentFrequency, PayrollFrequency } from '../../calendar/payroll-frequency.ts'
import { LoanStatus } from '../../loans/codes.ts'
import { InstallmentFlag, PaymentMode, TransactionStatus } from '../../payments/codes.ts'
import { assert } from '../../assert.ts'
import { type Cents, cents, parseMoney } from '../../money/cents.ts'
import { rational } from '../../money/rational.ts'
import { dateIn, instantOf, NEW_YORK } from '../../time/new-york.ts'
import type { AccountEvent } from '../account-event.ts'
import type { AgreedInstallment, ServicedLoan } from '../serviced-loan.ts'
import { AGREEMENT_VERSION, paymentOrderOf } from '../../payments/payment-order.ts'

export const day = (text: string): LocalDate => {
  const date = parseLocalDate(text)
  assert(date !== undefined, 'a sample names a day')
  return date
}

export const money = (text: string): Cents => {
  const amount = parseMoney(text)
  assert(amount !== undefined, 'a sample names an amount')
  return amount
}

/** Half past nine in New York, long before the batch. */
export const morningOf = (date: LocalDate): Date => instantOf(date, { hour: 9, minute: 30 }, NEW_YORK)

/** Payment dates of sched-pub-2. */
export const DATES = [
  '2026-07-10',
  '2026-07-24',
  '2026-08-07',
  '2026-08-21',
  '2026-09-04',
  '2026-09-18',
  '2026-10-02',
  '2026-10-16',
  '2026-10-30',
  '2026-11-13',
  '2026-11-27',
  '2026-12-11',
].map(day)

const CALENDAR = federalReserveCalendar()
const LEVEL = money('119.54')
const LAST = money('119.35')

const installments = (made: number): AgreedInstallment[] =>
  DATES.map((dueDate, index) => ({
    number: index + 1,
    dueDate,
    amount: index === DATES.length - 1 ? LAST : LEVEL,
    status: index < made ? TransactionStatus.checked : TransactionStatus.none,
    flags: InstallmentFlag.default,
  }))

const payments = (made: number): AccountEvent[] =>
  DATES.slice(0, made).map((date, index) => ({
    id: `installment/${index + 1}`,
    kind: 'payment',
    date,
    amount: LEVEL,
  }))

/**
 * The loan of sched-pub-2 (800.00 at 260 %, bi-weekly Fridays) with its first payments made on schedule, at
 * half past nine of a day; batch cut-off 17:00.
 */
export function aLiveLoan(
  made: number,
  today: LocalDate,
  overrides: Partial<ServicedLoan> = {},
): ServicedLoan {
  const now = overrides.now ?? morningOf(today)
  return {
    loanNo: '118-0000017',
    state: { status: LoanStatus.processing, subStatus: null },
    legalFacts: [],
    terms: {
      principal: money('800.00'),
      prepaidCharge: cents(0n),
      effectiveDate: day('2026-06-23'),
      accrual: { method: 'simpleDaily', annualRate: rational(260n, 100n) },
      interestCredits: [],
      order: paymentOrderOf(AGREEMENT_VERSION),
    },
    events: payments(made),
    installments: installments(made),
    inFlight: [],
    stopped: [],
    toPay: [],
    beyond: NOTHING_BEYOND,
    paySchedule: { frequency: PayrollFrequency.biWeekly, anchor: day('2026-07-10') },
    paydayRules: {
      onHoliday: PaydayOnHoliday.previousBusinessDay,
      availability: PaydayAvailability.sameDay,
    },
    frequency: PaymentFrequency.biWeekly,
    limits: { maximumInstallments: 26, maximumTermDays: 182 },
    paymentMode: PaymentMode.ach,
    authorized: true,
    open: null,
    hold: null,
    debitableFrom: null,
    toConfirm: null,
    hours: {
      calendar: CALENDAR,
      timeZone: NEW_YORK,
      cutOff: { sameDay: '14:00', batch: '17:00' },
    },
    now,
    today: dateIn(now, NEW_YORK),
    noticeDay: dateIn(now, NEW_YORK),
    ...overrides,
  }
}
