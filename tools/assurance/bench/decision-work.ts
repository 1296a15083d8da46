import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Military } from '@dolphin/domain/loans/codes'
import { checkPortfolioFiles } from '@dolphin/contract/portfolio/portfolio-data'
import { BankAccountType } from '@dolphin/domain/applications/codes'
import { federalReserveCalendar } from '@dolphin/domain/calendar/testing/federal-reserve-calendar'
import { addDays, localDate } from '@dolphin/domain/calendar/local-date'
import { decide } from '@dolphin/domain/decisions/decide'
import type { Decision } from '@dolphin/domain/decisions/decision'
import { incomeFacts } from '@dolphin/domain/decisions/income-facts'
import { withRisk } from '@dolphin/domain/decisions/risk'
import { cents } from '@dolphin/domain/money/cents'
import { matchAccount } from '@dolphin/domain/verification/account-match'
import type { BankReport, BankTransaction } from '@dolphin/domain/verification/bank-report'
import { summarizeIncome } from '@dolphin/domain/verification/income'

const AS_OF = localDate(2026, 3, 2)
const HISTORY_DAYS = 90
const PAY_EVERY_DAYS = 14
const NUMBERS = { routingNumber: '123456780', accountNumber: '000111222333' }

/** A generated account: a paycheck every two weeks, the rest shops, lenders and now and then an unpaid item. */
function reportOf(count: number): BankReport {
  const pay = Math.floor(HISTORY_DAYS / PAY_EVERY_DAYS)
  const paychecks: BankTransaction[] = Array.from({ length: pay }, (_, index) => ({
    transactionId: `pay-${index}`,
    date: addDays(AS_OF, -(index * PAY_EVERY_DAYS + 3)),
    amount: cents(185_000n),
    description: 'SAMPLE WORKS PAYROLL 0042',
  }))
  const words = [
    'GROCER 1183',
    'FUEL STATION 77',
    'SAMPLE LENDING INSTALLMENT',
    'COFFEE',
    'TRANSFER TO SAVINGS',
  ]
  const spending: BankTransaction[] = Array.from({ length: count - pay }, (_, index) => ({
    transactionId: `out-${index}`,
    date: addDays(AS_OF, -((index * 7) % HISTORY_DAYS)),
    amount: cents(-BigInt(500 + ((index * 137) % 4_000))),
    description: index % 200 === 199 ? 'NSF FEE' : (words[index % words.length] ?? ''),
  }))
  return {
    institution: 'Sample Bank',
    asOf: AS_OF,
    accounts: [
      {
        accountId: 'one',
        name: 'Checking',
        ...NUMBERS,
        type: BankAccountType.checking,
        open: true,
        balance: cents(90_000n),
        ownerNames: ['Jordan Sample'],
        transactions: [...paychecks, ...spending],
      },
    ],
  }
}

const APPLICANT = {
  age: 34,
  state: 'UT',
  blackListed: false,
  identityMatches: true,
  suspectedFraud: false,
  nameChanged: false,
  secondApplication: false,
  zipContradictsState: false,
  inCollection: false,
  chargedOffHere: false,
  bankruptcyOpen: false,
  uncontactable: false,
  openLoansHere: 0,
  externalOpenLoans: 1,
  militaryStatus: Military.notMilitary,
  applicationsLast30Days: 1,
  ibvAttemptsLast30Days: 1,
  customerCategory: 1,
  loansPaidOff: 0,
  latePayments: 0,
}

/** The whole domain part of a decision, from transactions to the answer, over the shipped policy of 118. */
export function decisionWork(projectRoot: string, transactions: number): () => Decision {
  const folder = join(projectRoot, 'data/portfolios/118')
  const names = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.json'))
  const files = names.map((name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8'))] as const)
  const checked = checkPortfolioFiles('118', Object.fromEntries(files))
  if (!checked.ok) throw new Error('the shipped portfolio is valid')
  const { policy, products } = checked.value
  const report = reportOf(transactions)
  const calendar = federalReserveCalendar()
  const stated = {
    firstName: 'Jordan',
    lastName: 'Sample',
    monthlyNetIncome: cents(400_000n),
    externalOpenLoans: 1,
  }
  return () => {
    const match = matchAccount(report.accounts, NUMBERS)
    const facts = { ...APPLICANT, ...incomeFacts(report, summarizeIncome(report, calendar), match, stated) }
    return decide({ policy, products }, withRisk(policy, facts))
  }
}
