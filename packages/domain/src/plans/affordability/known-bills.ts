import type { BankCalendar } from '../../calendar/bank-calendar.ts'
import type { LocalDate } from '../../calendar/local-date.ts'
import type { PaySchedule } from '../../calendar/pay-calendar.ts'
import { PayrollFrequency } from '../../calendar/payroll-frequency.ts'
import { type Cents, cents } from '../../money/cents.ts'
import type { BankTransaction } from '../../verification/bank-report.ts'
import { monthDaysFit } from '../../verification/pay-rhythm.ts'
import { counterparty, transactionKind } from '../../verification/transaction-kind.ts'

/** A payment out of an account that comes back at a known rhythm: rent, a phone, another lender. */
export type KnownBill = {
  /** Words of the account's own lines, without numbers: "hillside apartments rent". */
  readonly payee: string
  /** The newest one, positive. */
  readonly amount: Cents
  readonly schedule: PaySchedule
}

type BillFrequency = Exclude<PayrollFrequency, typeof PayrollFrequency.semiMonthly>

type Rhythm = {
  readonly frequency: BillFrequency
  readonly least: number
  readonly most: number
  /** Fewer than this may be chance. */
  readonly times: number
}

/** Days between two payments that still count as that rhythm; banking days move them a little. */
const RHYTHMS: readonly Rhythm[] = [
  { frequency: PayrollFrequency.weekly, least: 5, most: 9, times: 4 },
  { frequency: PayrollFrequency.biWeekly, least: 12, most: 16, times: 3 },
  { frequency: PayrollFrequency.monthly, least: 26, most: 35, times: 2 },
]

/**
 * The bills that an account's lines show: the same payee, in rhythm, each within a quarter of the usual size.
 * Everyday spending has no such rhythm and is not guessed at. Our decision: docs/decisions/affordability.md.
 */
export function knownBills(
  transactions: readonly BankTransaction[],
  asOf: LocalDate,
  calendar: BankCalendar,
): readonly KnownBill[] {
  const byPayee = new Map<string, BankTransaction[]>()
  for (const transaction of transactions.toSorted((a, b) => a.date - b.date)) {
    if (!isPayment(transaction)) continue
    const payee = counterparty(transaction.description)
    byPayee.set(payee, [...(byPayee.get(payee) ?? []), transaction])
  }
  return [...byPayee].flatMap(([payee, payments]) => billOf(payee, payments, asOf, calendar) ?? [])
}

function isPayment(transaction: BankTransaction): boolean {
  const kind = transactionKind(transaction)
  return transaction.amount < 0n && (kind === 'spending' || kind === 'lender' || kind === 'otherLoan')
}

function billOf(
  payee: string,
  payments: readonly BankTransaction[],
  asOf: LocalDate,
  calendar: BankCalendar,
): KnownBill | undefined {
  const last = payments.at(-1)
  const gaps = payments.slice(1).map(({ date }, at) => date - (payments[at]?.date ?? date))
  const rhythm = RHYTHMS.find(
    ({ least, most, times }) => payments.length >= times && gaps.every((gap) => gap >= least && gap <= most),
  )
  // A bill that has not come for longer than its rhythm has ended.
  if (last === undefined || rhythm === undefined || asOf - last.date > rhythm.most) return undefined
  if (!payments.every(({ amount }) => isAlike(amount, last.amount))) return undefined
  const dates = payments.map(({ date }) => date)
  return {
    payee,
    amount: cents(0n - last.amount),
    schedule: scheduleOf(rhythm.frequency, dates, last.date, calendar),
  }
}

const isAlike = (one: Cents, other: Cents): boolean => one * 4n <= other * 3n && one * 4n >= other * 5n

function scheduleOf(
  frequency: BillFrequency,
  dates: readonly LocalDate[],
  anchor: LocalDate,
  calendar: BankCalendar,
): PaySchedule {
  switch (frequency) {
    case PayrollFrequency.weekly:
      return { frequency: PayrollFrequency.weekly, anchor }
    case PayrollFrequency.biWeekly:
      return { frequency: PayrollFrequency.biWeekly, anchor }
    case PayrollFrequency.monthly:
      return {
        frequency: PayrollFrequency.monthly,
        day: monthDaysFit(dates, 1, calendar).rhythm[0] ?? 1,
      }
  }
}
