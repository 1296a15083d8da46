import { IncomeType, PayrollType } from '../applications/codes.ts'
import type { BankCalendar } from '../calendar/bank-calendar.ts'
import { addDays, dayOfWeek, formatLocalDate, type LocalDate } from '../calendar/local-date.ts'
import { type PaySchedule, paydaysAfter } from '../calendar/pay-calendar.ts'
import { PaydayAvailability, PaydayOfMonth, PaydayOnHoliday } from '../calendar/payday-rules.ts'
import { PAYROLL_PERIODS, PayrollFrequency } from '../calendar/payroll-frequency.ts'
import { type FormAnswers, isEmptyValue } from '../form/form-value.ts'
import { moneyToWire } from '../money/cents.ts'
import type { BankAccount, BankReport } from './bank-report.ts'
import { type IncomeSummary, payScheduleOf } from './income.ts'
import type { IncomeSource } from './income-source.ts'
import { stands } from './pay-rhythm.ts'
import { usableAccounts } from './usable-accounts.ts'
import type { IncomeKind } from './words/statement-words.ts'

/** Answers by element key, in stored form; what the report does not give has no key. */
type Answers = Readonly<Record<string, string>>

/** What a bank report answers of an application, for the borrower to confirm. */
export type ReportAnswers = {
  readonly employment: Answers
  readonly bank: Answers
}

/** The answers that say when pay comes. They belong together: whichever source gives one of them gives all. */
const PAYDAY_ELEMENTS: readonly string[] = [
  'payrollFrequency',
  'paydayOfWeek',
  'lastPayday',
  'firstSemiMonthlyDay',
  'secondSemiMonthlyDay',
  'monthlyDay',
]

const NOTHING: Answers = {}

/**
 * The answers of the employment and bank sections that a report gives: income and payer, paydays where the deposits
 * follow one rule, and the account that the income goes to. Pure; `summary` is the report's. domain.md §5.
 */
export function reportAnswers(
  report: BankReport,
  summary: IncomeSummary,
  calendar: BankCalendar,
): ReportAnswers {
  const main = mainSource(summary)
  return {
    employment:
      main === undefined
        ? NOTHING
        : { ...incomeAnswers(main, summary), ...paydayAnswers(main, report.asOf, calendar) },
    bank: bankAnswers(report, main),
  }
}

/** The answers of a section from all that gives some, and which of them the report gave. */
export type FilledAnswers = {
  readonly answers: FormAnswers
  readonly fromReport: readonly string[]
}

/**
 * Fills a section: what is known of an earlier application, over it what the bank report gives, over that what the
 * borrower answered. No report replaces an answer of the borrower, and paydays of two sources are never mixed.
 */
export function fillFromReport(known: FormAnswers, report: Answers, answered: FormAnswers): FilledAnswers {
  const said = Object.fromEntries(Object.entries(answered).filter(([, value]) => !isEmptyValue(value)))
  const given = withoutKeys(
    PAYDAY_ELEMENTS.some((key) => key in said) ? withoutPaydays(report) : report,
    said,
  )
  const before = PAYDAY_ELEMENTS.some((key) => key in given || key in said) ? withoutPaydays(known) : known
  return { answers: { ...before, ...given, ...said }, fromReport: Object.keys(given) }
}

/**
 * A section that the borrower confirmed as an earlier report gave it, without what the newer report gives otherwise: that
 * is theirs to confirm anew. Undefined where there is nothing to confirm: the borrower changed an answer that the report
 * gave, or the newer one gives nothing else. Pure.
 */
export function reopenedAnswers(
  confirmed: FormAnswers,
  earlier: Answers,
  newer: Answers,
): FormAnswers | undefined {
  const before = Object.entries(earlier)
  const isAsGiven = before.length > 0 && before.every(([key, value]) => confirmed[key] === value)
  const isNews = Object.entries(newer).some(([key, value]) => confirmed[key] !== value)
  if (!isAsGiven || !isNews) return undefined
  const kept = PAYDAY_ELEMENTS.some((key) => key in newer) ? withoutPaydays(confirmed) : confirmed
  return withoutKeys(kept, newer)
}

const withoutKeys = <Value>(answers: Readonly<Record<string, Value>>, taken: FormAnswers) =>
  Object.fromEntries(Object.entries(answers).filter(([key]) => !(key in taken)))

const withoutPaydays = <Value>(answers: Readonly<Record<string, Value>>) =>
  Object.fromEntries(Object.entries(answers).filter(([key]) => !PAYDAY_ELEMENTS.includes(key)))

/** The largest source; none where a person, who read a statement, found another rhythm than was computed. */
const mainSource = ({ sources, cadence }: IncomeSummary): IncomeSource | undefined =>
  sources[0]?.cadence === cadence ? sources[0] : undefined

const INCOME_TYPES: Readonly<Partial<Record<IncomeKind, IncomeType>>> = {
  payroll: IncomeType.employed,
  socialSecurity: IncomeType.socialSecurity,
  railroadAndFederalRetirement: IncomeType.pension,
  unemployment: IncomeType.unemployment,
}

function incomeAnswers({ payer, kind }: IncomeSource, { monthlyNetIncome }: IncomeSummary): Answers {
  const incomeType = INCOME_TYPES[kind] ?? IncomeType.others
  return {
    incomeType: String(incomeType),
    monthlyNetIncome: moneyToWire(monthlyNetIncome),
    payrollType: String(
      incomeType === IncomeType.unemployment ? PayrollType.unemployedInsurance : PayrollType.directDeposit,
    ),
    ...(incomeType === IncomeType.employed ? { employerName: payerName(payer) } : {}),
  }
}

/** What a bank's text says after the payer: that it is pay. */
const PAY_WORDS = / (?:payroll|direct dep|dir dep|salary|wages|paycheck)\b.*$/u

/** A payer as people write it: the bank's text is in one case, and says beside the payer that it is pay. */
export const payerName = (payer: string): string =>
  payer.replace(PAY_WORDS, '').replace(/(?<![a-z])[a-z]/gu, (letter) => letter.toUpperCase())

/** Of four deposits, as many must stand on the rule for it to be taken as the rule of pay. Our decision. */
const LEAST_EXPLAINED = 3 / 4

function paydayAnswers(source: IncomeSource, asOf: LocalDate, calendar: BankCalendar): Answers {
  const schedule = payScheduleOf(source, calendar)
  if (schedule === undefined) return NOTHING
  const dates = source.deposits.map(({ date }) => date)
  const paydays = nominalPaydays(schedule, dates, calendar)
  const explained = dates.filter((date) => paydays.some((payday) => stands(payday, date, calendar)))
  if (explained.length < dates.length * LEAST_EXPLAINED) return NOTHING
  return {
    payrollFrequency: String(schedule.frequency),
    ...ruleAnswers(schedule, asOf),
    paydayOnHoliday: String(holidayRule(paydays, new Set(dates), calendar)),
    // Money that stands on the account can be used.
    paydayAvailability: String(PaydayAvailability.sameDay),
  }
}

/** Beyond the first and the last deposit, so that a payday shifted by closed days is among them. */
const SPARE_DAYS = 7

function nominalPaydays(
  schedule: PaySchedule,
  dates: readonly LocalDate[],
  calendar: BankCalendar,
): readonly LocalDate[] {
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return []
  const [from, to] = [addDays(first, -SPARE_DAYS), addDays(last, SPARE_DAYS)]
  const most = Math.ceil((to - from) / PAYROLL_PERIODS[PayrollFrequency.weekly].periodDays) + 1
  return paydaysAfter(schedule, from, most, calendar).filter((payday) => payday <= to)
}

/** The elements of one frequency, as the employment form has them. */
function ruleAnswers(schedule: PaySchedule, asOf: LocalDate): Answers {
  switch (schedule.frequency) {
    case PayrollFrequency.weekly:
      return { paydayOfWeek: String(dayOfWeek(schedule.anchor)) }
    case PayrollFrequency.biWeekly: {
      const { periodDays } = PAYROLL_PERIODS[schedule.frequency]
      const last = addDays(schedule.anchor, Math.floor((asOf - schedule.anchor) / periodDays) * periodDays)
      return { lastPayday: formatLocalDate(last) }
    }
    case PayrollFrequency.semiMonthly: {
      const [first, second] = schedule.days.toSorted((left, right) => inMonth(left) - inMonth(right))
      return { firstSemiMonthlyDay: String(first), secondSemiMonthlyDay: String(second) }
    }
    case PayrollFrequency.monthly:
      return { monthlyDay: String(schedule.day) }
  }
}

const AFTER_THE_LAST_DAY = 32

/** Where a coded day stands in the month. */
const inMonth = (day: number): number => (day === PaydayOfMonth.lastDay ? AFTER_THE_LAST_DAY : day)

/**
 * Which way pay moves on a closed day, by the paydays that fell on one. Where none did it is the day after: a payment
 * taken on it never comes before the pay. Our decision.
 */
function holidayRule(
  paydays: readonly LocalDate[],
  deposits: ReadonlySet<LocalDate>,
  calendar: BankCalendar,
): PaydayOnHoliday {
  const closed = paydays.filter((payday) => !calendar.isBankingDay(payday))
  const before = closed.filter((payday) => deposits.has(calendar.onOrBefore(payday))).length
  const after = closed.filter((payday) => deposits.has(calendar.onOrAfter(payday))).length
  return before > after ? PaydayOnHoliday.previousBusinessDay : PaydayOnHoliday.nextBusinessDay
}

/**
 * The account that the income goes to, else the only one. None where the numbers are tokens, which the borrower does not
 * know (docs/facts/vendors.md "Plaid"), or where the bank gave no numbers.
 */
function bankAnswers({ accounts }: BankReport, main: IncomeSource | undefined): Answers {
  const usable = usableAccounts(accounts)
  const account = usable.find((one) => isPaidTo(one, main)) ?? (usable.length === 1 ? usable[0] : undefined)
  if (account === undefined || account.tokenMask !== undefined) return NOTHING
  return {
    bankRoutingNo: account.routingNumber,
    bankAccountNo: account.accountNumber,
    bankAccountType: String(account.type),
  }
}

function isPaidTo({ transactions }: BankAccount, main: IncomeSource | undefined): boolean {
  const last = main?.deposits.at(-1)
  return transactions.some(
    ({ transactionId, date }) => transactionId === last?.transactionId && date === last.date,
  )
}
