import type { BankCalendar } from '../calendar/bank-calendar.ts'
import { PAYROLL_PERIODS, PayrollFrequency } from '../calendar/payroll-frequency.ts'
import { type Cents, cents, sum } from '../money/cents.ts'
import type { BankTransaction } from './bank-report.ts'
import { gridFit, monthDaysFit } from './pay-rhythm.ts'
import { counterparty, transactionKind } from './transaction-kind.ts'
import { type IncomeKind, incomeKind } from './words/statement-words.ts'
import { wordsOf } from './words/word-list.ts'

/** One payer's deposits at a recognized rhythm. */
export type IncomeSource = {
  readonly payer: string
  /** What its deposits say they are. */
  readonly kind: IncomeKind
  readonly cadence: PayrollFrequency
  /** Average deposit, rounded down to the cent. */
  readonly typicalAmount: Cents
  /** Average deposit × periods per year / 12, rounded down. */
  readonly monthlyNet: Cents
  readonly deposits: readonly BankTransaction[]
  /** Percent of deposits that came in rhythm and within a quarter of the usual size. */
  readonly regularity: number
  /** The next expected deposit is late by more than half a period, so this income counts no longer. */
  readonly ended: boolean
}

const MINIMUM_DEPOSITS: Readonly<Record<PayrollFrequency, number>> = {
  [PayrollFrequency.weekly]: 4,
  [PayrollFrequency.biWeekly]: 3,
  [PayrollFrequency.semiMonthly]: 3,
  [PayrollFrequency.monthly]: 2,
}

/** Days between deposits that still count as that rhythm; holidays and weekends move paydays by some days. */
const INTERVALS: readonly (readonly [PayrollFrequency, least: number, most: number])[] = [
  [PayrollFrequency.weekly, 5, 9],
  [PayrollFrequency.biWeekly, 11, 18],
  [PayrollFrequency.monthly, 26, 35],
]

const FORTNIGHT = PAYROLL_PERIODS[PayrollFrequency.biWeekly].periodDays

/** Days from one payday to the next, at the longest. */
const PERIOD_DAYS: Readonly<Record<PayrollFrequency, number>> = {
  [PayrollFrequency.weekly]: 7,
  [PayrollFrequency.biWeekly]: 14,
  [PayrollFrequency.semiMonthly]: 16,
  [PayrollFrequency.monthly]: 31,
}

/**
 * Recurring deposits by payer, largest first. Deposits on one day by one payer are one payday. Whether a payer's
 * deposits have ended is judged on the last day that the transactions show, so that an old statement is not a lost job.
 */
export function incomeSources(
  transactions: readonly BankTransaction[],
  calendar: BankCalendar,
): readonly IncomeSource[] {
  const byPayer = new Map<string, BankTransaction[]>()
  for (const transaction of transactions.toSorted((a, b) => a.date - b.date)) {
    if (transactionKind(transaction) !== 'deposit') continue
    const payer = counterparty(transaction.description)
    byPayer.set(payer, [...(byPayer.get(payer) ?? []), transaction])
  }
  const lastSeen = transactions.reduce((last, { date }) => Math.max(last, date), 0)
  return [...byPayer]
    .flatMap(([payer, deposits]) => sourceOf(payer, mergeDays(deposits), calendar, lastSeen) ?? [])
    .toSorted((a, b) => (a.monthlyNet < b.monthlyNet ? 1 : -1))
}

function mergeDays(deposits: readonly BankTransaction[]): readonly BankTransaction[] {
  const merged: BankTransaction[] = []
  for (const deposit of deposits) {
    const last = merged.at(-1)
    if (last?.date !== deposit.date) merged.push(deposit)
    else merged[merged.length - 1] = { ...last, amount: cents(last.amount + deposit.amount) }
  }
  return merged
}

function sourceOf(
  payer: string,
  deposits: readonly BankTransaction[],
  calendar: BankCalendar,
  lastSeen: number,
): IncomeSource | undefined {
  const intervals = deposits.slice(1).map(({ date }, at) => date - (deposits[at]?.date ?? date))
  const usual = median(intervals)
  const rhythm =
    usual === undefined ? undefined : INTERVALS.find(([, least, most]) => usual >= least && usual <= most)
  if (!rhythm) return undefined
  const cadence = isSemiMonthly(rhythm[0], deposits, calendar) ? PayrollFrequency.semiMonthly : rhythm[0]
  if (deposits.length < MINIMUM_DEPOSITS[cadence]) return undefined
  const typicalAmount = cents(sum(deposits.map(({ amount }) => amount)) / BigInt(deposits.length))
  return {
    payer,
    kind: incomeKind(wordsOf(deposits[0]?.description ?? '')),
    cadence,
    typicalAmount,
    monthlyNet: cents((typicalAmount * BigInt(PAYROLL_PERIODS[cadence].perYear)) / 12n),
    deposits,
    regularity: regularityOf(deposits, rhythm),
    ended: 2 * (lastSeen - (deposits.at(-1)?.date ?? lastSeen)) > 3 * PERIOD_DAYS[cadence],
  }
}

/**
 * Fortnights and half months look alike for weeks: the one that explains more of the deposits is taken, the
 * fortnight if both do as well.
 */
function isSemiMonthly(
  rhythm: PayrollFrequency,
  deposits: readonly BankTransaction[],
  calendar: BankCalendar,
): boolean {
  if (rhythm !== PayrollFrequency.biWeekly) return false
  const dates = deposits.map(({ date }) => date)
  return monthDaysFit(dates, 2, calendar).explained > (gridFit(dates, FORTNIGHT, calendar)?.explained ?? 0)
}

function regularityOf(
  deposits: readonly BankTransaction[],
  [, least, most]: (typeof INTERVALS)[number],
): number {
  const usual = deposits.map(({ amount }) => amount).toSorted((a, b) => (a < b ? -1 : 1))[
    Math.floor(deposits.length / 2)
  ]
  const regular = deposits.filter(({ date, amount }, at) => {
    const before = deposits[at - 1]
    const inRhythm = before === undefined || (date - before.date >= least && date - before.date <= most)
    const size = usual ?? amount
    return inRhythm && amount * 4n >= size * 3n && amount * 4n <= size * 5n
  })
  return Math.floor((100 * regular.length) / deposits.length)
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
