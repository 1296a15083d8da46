import type { BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import { addDays, yearMonthDay, type LocalDate, localDate } from '@dolphin/domain/calendar/local-date'
import { paydaysAfter, type PaySchedule } from '@dolphin/domain/calendar/pay-calendar'
import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { type Cents, cents, parseMoney, sum } from '@dolphin/domain/money/cents'
import type { BankAccount, BankReport, BankTransaction } from '@dolphin/domain/verification/bank-report'
import { SANDBOX_BANK, type SandboxInstitution } from './institutions.ts'
import type { BankProfile, SandboxUser } from './test-users.ts'

const SHOPS = [
  'Corner Grocery',
  'Metro Fuel',
  'Pharmacy Plus',
  'Noodle House',
  'City Transit',
  'Phone Company',
]
const DAYS_BETWEEN_LENDER_DEBITS = 14
/** More than the paydays of 90 days at any cadence. */
const MOST_PAYDAYS = 20
const NSF_FEE = '29.00'
const LENDER_DEBIT = '62.50'
const SPARE_BALANCE = '640.00'

type Line = Omit<BankTransaction, 'transactionId'>

/**
 * Accounts and transactions of a test user as the bank would report them on a day: paychecks at the stated
 * cadence (on the banking day before where payday is none), rent, shopping, other lenders' debits, returned
 * payments with their fee. Pure: the same user and day give the same report.
 */
export function sandboxReport(
  user: SandboxUser,
  ownerName: string,
  asOf: LocalDate,
  calendar: BankCalendar,
): BankReport {
  const { profile } = user
  const owner = user.otherOwner ?? ownerName
  const lines = [
    ...paychecks(profile, asOf, calendar),
    ...rent(profile, asOf),
    ...shopping(profile, asOf, user.username),
    ...lenderDebits(profile, asOf),
    ...returnedPayments(profile, asOf),
  ].toSorted((a, b) => a.date - b.date)
  return {
    institution: SANDBOX_BANK.name,
    institutionId: SANDBOX_BANK.institutionId,
    asOf,
    accounts: profile.accounts.map((account, at) => ({
      accountId: `${user.username}-${at + 1}`,
      ...account,
      routingNumber: SANDBOX_BANK.routingNumber,
      ownerNames: owner === '' ? [] : [owner],
      ...(at === 0 ? everyday(profile, lines) : { balance: money(SPARE_BALANCE), transactions: [] }),
    })),
  }
}

/** The same report as another of the sandbox banks would send it. */
export const reportAt = (
  { institutionId, name, routingNumber }: SandboxInstitution,
  report: BankReport,
): BankReport => ({
  ...report,
  institution: name,
  institutionId,
  accounts: report.accounts.map((account) => ({ ...account, routingNumber })),
})

function everyday(
  profile: BankProfile,
  lines: readonly Line[],
): Pick<BankAccount, 'balance' | 'transactions'> {
  return {
    balance: cents(money(profile.openingBalance) + sum(lines.map(({ amount }) => amount))),
    transactions: lines.map((line, at) => ({
      transactionId: `T${String(at + 1).padStart(4, '0')}`,
      ...line,
    })),
  }
}

function money(wire: string): Cents {
  const amount = parseMoney(wire)
  if (amount === undefined) throw new Error('sandbox amounts are written as "500.00"')
  return amount
}

const debit = (date: LocalDate, wire: string, description: string): Line => ({
  date,
  amount: cents(0n - money(wire)),
  description,
})

function firstDay({ daysOfHistory }: BankProfile, asOf: LocalDate): LocalDate {
  return addDays(asOf, -daysOfHistory)
}

/** One fixed Friday anchors the weekly cadences, so that paydays do not move with the day of the report. */
const PAY_ANCHOR = localDate(2026, 1, 2)

function paySchedule(cadence: PayrollFrequency): PaySchedule {
  switch (cadence) {
    case PayrollFrequency.weekly:
    case PayrollFrequency.biWeekly:
      return { frequency: cadence, anchor: PAY_ANCHOR }
    case PayrollFrequency.semiMonthly:
      return { frequency: cadence, days: [1, 15] }
    case PayrollFrequency.monthly:
      return { frequency: cadence, day: 1 }
  }
}

function paychecks(profile: BankProfile, asOf: LocalDate, calendar: BankCalendar): readonly Line[] {
  const first = firstDay(profile, asOf)
  return paydaysAfter(paySchedule(profile.cadence), addDays(first, -1), MOST_PAYDAYS, calendar)
    .map((payday) => calendar.onOrBefore(payday))
    .filter((payday) => payday >= first && payday <= asOf)
    .map((date) => ({
      date,
      amount: money(profile.paycheck),
      description: 'SAMPLE WORKS INC PAYROLL DIRECT DEP',
    }))
}

function days(profile: BankProfile, asOf: LocalDate): readonly LocalDate[] {
  const first = firstDay(profile, asOf)
  return Array.from({ length: asOf - first + 1 }, (_, at) => addDays(first, at))
}

function rent(profile: BankProfile, asOf: LocalDate): readonly Line[] {
  return days(profile, asOf)
    .filter((date) => yearMonthDay(date).day === 3)
    .map((date) => debit(date, profile.rent, 'HILLSIDE APARTMENTS RENT'))
}

/** One purchase on most days; seeded by user and day, so that a later report tells the same past. */
function shopping(profile: BankProfile, asOf: LocalDate, username: string): readonly Line[] {
  const monthly = money(profile.paycheck) / 40n
  return days(profile, asOf).flatMap((date) => {
    const number = seededNumbers(`${username}:${date}`)
    if (number(10) < 3) return []
    const amount = cents(-(monthly / 2n + (monthly * BigInt(number(100))) / 200n))
    return [
      {
        date,
        amount,
        description: `POS ${SHOPS[number(SHOPS.length)] ?? 'Shop'} #${1000 + number(9000)}`.toUpperCase(),
      },
    ]
  })
}

function lenderDebits(profile: BankProfile, asOf: LocalDate): readonly Line[] {
  return days(profile, asOf)
    .filter((date) => date % DAYS_BETWEEN_LENDER_DEBITS === 0)
    .flatMap((date) =>
      profile.otherLenders.map((name) => debit(date, LENDER_DEBIT, `${name} ACH DEBIT`.toUpperCase())),
    )
}

function returnedPayments(profile: BankProfile, asOf: LocalDate): readonly Line[] {
  return profile.nsfDaysAgo.map((ago) => debit(addDays(asOf, -ago), NSF_FEE, 'NSF FEE - RETURNED ITEM'))
}

/** Whole numbers 0 ≤ n < limit, the same for the same seed. Spread, not secrecy: mulberry32. */
function seededNumbers(seed: string): (limit: number) => number {
  let state = 2_166_136_261
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  return (limit) => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}
