import { localDate } from '@dolphin/domain/calendar/local-date'
import { PaydayAvailability, PaydayOnHoliday } from '@dolphin/domain/calendar/payday-rules'
import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { FACT_KINDS } from '@dolphin/domain/decisions/facts'
import { cents } from '@dolphin/domain/money/cents'
import type { BankReport } from '@dolphin/domain/verification/bank-report'
import type { IncomeSummary } from '@dolphin/domain/verification/income'
import { expect, test } from 'vitest'
import { applicationFacts, type KnownOfApplication } from './application-facts.ts'

const report: BankReport = {
  institution: 'Sample Bank',
  asOf: localDate(2026, 3, 3),
  accounts: [
    {
      accountId: 'a1',
      type: 3001,
      name: 'Checking',
      routingNumber: '123456780',
      accountNumber: '000111222333',
      ownerNames: ['JORDAN Q SAMPLE'],
      open: true,
      balance: cents(100_000n),
      transactions: [],
    },
  ],
}
const summary: IncomeSummary = {
  monthlyNetIncome: cents(300_000n),
  cadence: PayrollFrequency.biWeekly,
  nextPaydays: [],
  sources: [],
  regularity: 100,
  daysSinceLastIncome: 4,
  daysOfHistory: 90,
  behind: { nsf: [], lenderDebits: [], lenderCredits: [], lastIncome: undefined, balances: undefined },
  averageBalance: cents(80_000n),
  lowestBalance: cents(10_000n),
  nsfCount30: 0,
  nsfCount90: 1,
  overdraftDays: 0,
  otherLenders: 2,
  otherLendersMonthly: cents(20_000n),
  usableAccounts: 1,
}
const known: KnownOfApplication = {
  applicant: {
    firstName: 'Jordan',
    middleName: null,
    lastName: 'Sample',
    birthDate: localDate(2008, 3, 4),
    ssn: '521459999',
    address: {
      street: '12 Elm Street',
      unit: null,
      urbanization: null,
      city: 'Wilmington',
      state: 'DE',
      zip: '19801',
    },
    cellPhone: '3025550147',
    homePhone: null,
    email: 'jordan@example.com',
    military: 1,
  },
  payroll: {
    incomeType: 7002,
    statedMonthlyNetIncome: cents(400_000n),
    employerName: null,
    frequency: PayrollFrequency.biWeekly,
    schedule: { frequency: PayrollFrequency.biWeekly, anchor: localDate(2026, 2, 27) },
    rules: {
      onHoliday: PaydayOnHoliday.nextBusinessDay,
      availability: PaydayAvailability.sameDay,
    },
  },
  bank: {
    routingNumber: '123456780',
    accountNumber: '111222333',
    accountType: 3001,
    holder: { firstName: 'Jordan', lastName: 'Sample' },
  },
  statements: { externalOpenLoans: 3, bankruptcyOpen: false },
  report,
  summary,
  record: {
    category: 1,
    blackListed: false,
    identityMatches: true,
    suspectedFraud: false,
    nameChanged: false,
    secondApplication: false,
    inCollection: false,
    chargedOffHere: false,
    bankruptcyOpen: false,
    uncontactable: false,
    openLoansHere: 0,
    applicationsLast30Days: 1,
    loansPaidOff: 0,
    latePayments: 0,
  },
  military: -1,
  ibvAttemptsLast30Days: 1,
  today: localDate(2026, 3, 3),
}

test('every fact that a policy may ask is given, and no other (domain.md §6)', () => {
  const made = ['militaryProductOffered', 'riskReport']
  const asked = Object.keys(FACT_KINDS).filter((name) => !made.includes(name))
  expect(Object.keys(applicationFacts(known)).toSorted()).toEqual(asked.toSorted())
})

test('age is counted in whole years on the portfolio’s day; the birthday is tomorrow', () => {
  expect(applicationFacts(known).age).toBe(17)
  expect(applicationFacts({ ...known, today: localDate(2026, 3, 4) }).age).toBe(18)
})

test('military status is the database’s, not what the applicant said (32 CFR 232.5)', () => {
  expect(applicationFacts(known).militaryStatus).toBe(-1)
})

test('income is what the bank shows, held against what was stated', () => {
  const facts = applicationFacts(known)
  expect(facts).toMatchObject({ monthlyNetIncome: 300_000n, verifiedIncomePercent: 75, otherLenders: 2 })
})

test('the typed account is matched without its leading zeros, its owner by name', () => {
  expect(applicationFacts(known)).toMatchObject({ accountMatched: true, accountOwnerMatches: true })
  const otherCustomer = { ...known, bank: { ...known.bank, accountNumber: '999' } }
  expect(applicationFacts(otherCustomer).accountMatched).toBe(false)
})

test('an open bankruptcy counts whether stated or known here', () => {
  const stated = { ...known, statements: { ...known.statements, bankruptcyOpen: true } }
  const onRecord = { ...known, record: { ...known.record, bankruptcyOpen: true } }
  expect([known, stated, onRecord].map((one) => applicationFacts(one).bankruptcyOpen)).toEqual([
    false,
    true,
    true,
  ])
})
