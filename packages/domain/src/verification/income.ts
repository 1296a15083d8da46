import type { BankCalendar } from '../calendar/bank-calendar.ts'
import { addDays, type LocalDate } from '../calendar/local-date.ts'
import { type PaySchedule, paydaysAfter } from '../calendar/pay-calendar.ts'
import { PAYROLL_PERIODS, PayrollFrequency } from '../calendar/payroll-frequency.ts'
import { type Cents, cents, sum, ZERO_CENTS } from '../money/cents.ts'
import type { BankAccount, BankReport, BankTransaction } from './bank-report.ts'
import { type IncomeSource, incomeSources } from './income-source.ts'
import { gridFit, monthDaysFit } from './pay-rhythm.ts'
import { counterparty, type TransactionKind, transactionKind } from './transaction-kind.ts'
import { knownLender } from './words/statement-words.ts'
import { wordsOf } from './words/word-list.ts'
import { usableAccounts } from './usable-accounts.ts'

const DAYS_PER_MONTH = 30
const HISTORY_DAYS = 90
const NEXT_PAYDAYS = 4

/** What a bank report says about income and its risks. domain.md §5. */
export type IncomeSummary = {
  readonly monthlyNetIncome: Cents
  /** Rhythm of the largest source; null where no income is regular. */
  readonly cadence: PayrollFrequency | null
  /** Nominal paydays of the largest source after the report's day. */
  readonly nextPaydays: readonly LocalDate[]
  readonly sources: readonly IncomeSource[]
  readonly regularity: number
  readonly daysSinceLastIncome: number
  readonly daysOfHistory: number
  /** Of the account that income goes to, at the ends of days, rounded down. */
  readonly averageBalance: Cents
  readonly lowestBalance: Cents
  /** Days of history at whose end that account stood below zero. */
  readonly overdraftDays: number
  readonly nsfCount30: number
  readonly nsfCount90: number
  readonly otherLenders: number
  readonly otherLendersMonthly: Cents
  /** The lines behind these figures, as the account has them. */
  readonly behind: LinesBehind
  readonly usableAccounts: number
}

/** The lines from which a figure is counted; those of income stand with its sources. */
export type LinesBehind = {
  /** Of 90 days. */
  readonly nsf: readonly BankTransaction[]
  /** Money out to short-term lenders, of 30 days. */
  readonly lenderDebits: readonly BankTransaction[]
  /** Money in from them, of 90 days: no income, and no part of what is paid to them. */
  readonly lenderCredits: readonly BankTransaction[]
  /** The newest deposit of any income, one that has ended too; undefined where none was seen. */
  readonly lastIncome: BankTransaction | undefined
  /** Undefined where no account is usable. */
  readonly balances: BalancesBehind | undefined
}

/** The account and the days from which its balances are counted. */
export type BalancesBehind = {
  readonly accountId: string
  /** The average is of the ends of these days, first to last. */
  readonly from: LocalDate
  readonly to: LocalDate
  /** The last day at whose end the balance was lowest. */
  readonly lowestOn: LocalDate
  /** Days at whose end it stood below zero, newest first. */
  readonly overdrawnOn: readonly LocalDate[]
}

/** Reads income out of the usable accounts of a report. Pure; the calendar is asked for coded business days. */
export function summarizeIncome(report: BankReport, calendar: BankCalendar): IncomeSummary {
  const accounts = usableAccounts(report.accounts)
  const transactions = accounts.flatMap((account) => account.transactions)
  const everSeen = incomeSources(transactions, calendar)
  const sources = everSeen.filter(({ ended }) => !ended)
  const main = sources[0]
  const daysOfHistory = transactions.reduce((most, { date }) => Math.max(most, report.asOf - date), 0)
  const lastIncome = everSeen
    .flatMap(({ deposits }) => deposits)
    .reduce<BankTransaction | undefined>(
      (last, one) => (last && last.date >= one.date ? last : one),
      undefined,
    )
  const recent = (days: number) => transactions.filter(({ date }) => report.asOf - date < days)
  const kinds = recent(HISTORY_DAYS).map((line) => ({ line, kind: transactionKind(line) }))
  const ofKind = (wanted: TransactionKind) =>
    kinds.flatMap(({ line, kind }) => (kind === wanted ? [line] : []))
  const [lenders, nsf] = [ofKind('lender'), ofKind('nsf')]
  const account = incomeAccount(accounts, main)
  const balances = account && balancesOf(account, report.asOf)
  const lenderDebits = lenders.filter(
    ({ amount, date }) => amount < 0n && report.asOf - date < DAYS_PER_MONTH,
  )
  return {
    monthlyNetIncome: sum(sources.map(({ monthlyNet }) => monthlyNet)),
    cadence: main?.cadence ?? null,
    nextPaydays: main ? nextPaydays(main, report.asOf, calendar) : [],
    sources,
    regularity: main?.regularity ?? 0,
    daysSinceLastIncome: lastIncome === undefined ? daysOfHistory : report.asOf - lastIncome.date,
    daysOfHistory,
    averageBalance: balances?.average ?? ZERO_CENTS,
    lowestBalance: balances?.lowest ?? ZERO_CENTS,
    overdraftDays: balances?.behind.overdrawnOn.length ?? 0,
    nsfCount30: nsf.filter(({ date }) => report.asOf - date < DAYS_PER_MONTH).length,
    nsfCount90: nsf.length,
    otherLenders: new Set(lenderDebits.map(({ description }) => lenderName(description))).size,
    otherLendersMonthly: cents(0n - sum(lenderDebits.map(({ amount }) => amount))),
    behind: {
      nsf,
      lenderDebits,
      lenderCredits: lenders.filter(({ amount }) => amount > 0n),
      lastIncome,
      balances: balances?.behind,
    },
    usableAccounts: accounts.length,
  }
}

/** One lender has several texts: its own name joins them. */
const lenderName = (description: string): string =>
  knownLender(wordsOf(description))?.name ?? counterparty(description)

function incomeAccount(
  accounts: readonly BankAccount[],
  main: IncomeSource | undefined,
): BankAccount | undefined {
  const [deposit] = main?.deposits ?? []
  return (
    accounts.find(({ transactions }) => transactions.some((one) => sameLine(one, deposit))) ?? accounts[0]
  )
}

const sameLine = (one: BankTransaction, other: BankTransaction | undefined) =>
  one.transactionId === other?.transactionId && one.date === other.date

interface Balances {
  readonly average: Cents
  readonly lowest: Cents
  readonly behind: BalancesBehind
}

/** Balances at the end of every day of history, counted back from the balance of the report's day. */
function balancesOf({ accountId, balance: last, transactions }: BankAccount, asOf: LocalDate): Balances {
  const from = transactions.reduce((least, { date }) => (date < least ? date : least), asOf)
  const amountByDay = new Map<number, bigint>()
  for (const { date, amount } of transactions) amountByDay.set(date, (amountByDay.get(date) ?? 0n) + amount)
  const overdrawnOn: LocalDate[] = []
  let [balance, total, lowest, lowestOn]: [bigint, bigint, bigint, LocalDate] = [last, 0n, last, asOf]
  for (let day = asOf; day >= from; day = addDays(day, -1)) {
    total += balance
    if (balance < lowest) [lowest, lowestOn] = [balance, day]
    if (balance < 0n) overdrawnOn.push(day)
    balance -= amountByDay.get(day) ?? 0n
  }
  return {
    average: cents(floorDivide(total, BigInt(asOf - from + 1))),
    lowest: cents(lowest),
    behind: { accountId, from, to: asOf, lowestOn, overdrawnOn },
  }
}

function floorDivide(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator
  return numerator % denominator < 0n ? quotient - 1n : quotient
}

function nextPaydays(source: IncomeSource, asOf: LocalDate, calendar: BankCalendar): readonly LocalDate[] {
  const schedule = payScheduleOf(source, calendar)
  return schedule ? paydaysAfter(schedule, asOf, NEXT_PAYDAYS, calendar) : []
}

/** The schedule that a source's deposits show. */
export function payScheduleOf(source: IncomeSource, calendar: BankCalendar): PaySchedule | undefined {
  const dates = source.deposits.map(({ date }) => date)
  const last = dates.at(-1)
  if (last === undefined) return undefined
  switch (source.cadence) {
    case PayrollFrequency.weekly:
    case PayrollFrequency.biWeekly: {
      const { periodDays } = PAYROLL_PERIODS[source.cadence]
      return { frequency: source.cadence, anchor: gridFit(dates, periodDays, calendar)?.rhythm ?? last }
    }
    case PayrollFrequency.semiMonthly: {
      const [first = 1, second = 15] = monthDaysFit(dates, 2, calendar).rhythm
      return { frequency: PayrollFrequency.semiMonthly, days: [first, second] }
    }
    case PayrollFrequency.monthly:
      return { frequency: PayrollFrequency.monthly, day: monthDaysFit(dates, 1, calendar).rhythm[0] ?? 1 }
  }
}
