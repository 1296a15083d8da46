import { parseMoney } from '../money/cents.ts'
import { formatCurrency } from '../money/currency-format.ts'
import { FACT_KINDS, type FactName, type WireFactValue } from './facts.ts'

/** What a fact is called when a decision is explained to a person. */
export const FACT_LABELS: Readonly<Record<FactName, string>> = {
  age: 'age in years',
  state: 'state of residence',
  blackListed: 'on the black list',
  identityMatches: 'identity matches',
  suspectedFraud: 'signs of fraud',
  nameChanged: 'an account here has this person under another name',
  secondApplication: 'the same person applies under another account',
  zipContradictsState: 'ZIP code is of another state',
  inCollection: 'a loan here is in collection',
  chargedOffHere: 'a loan here was written off',
  bankruptcyOpen: 'open bankruptcy',
  uncontactable: 'no contact that works',
  openLoansHere: 'open loans or applications here',
  externalOpenLoans: 'stated open loans elsewhere',
  otherLenders: 'other lenders seen on the account',
  otherLendersMonthly: 'paid to other lenders each month',
  undeclaredLenders: 'lenders seen beyond the stated loans',
  militaryStatus: 'military status (1 covered, 0 unknown, -1 not)',
  militaryProductOffered: 'a product for covered borrowers exists',
  riskReport: 'risk report (1 high, 0 none, -1 no report)',
  applicationsLast30Days: 'applications in 30 days',
  ibvAttemptsLast30Days: 'bank links in 30 days',
  usableAccounts: 'usable accounts',
  accountMatched: 'typed account is among the verified ones',
  accountOwnerMatches: 'account owner is the applicant',
  daysOfHistory: 'days of bank history',
  monthlyNetIncome: 'verified monthly net income',
  verifiedIncomePercent: 'verified income in percent of stated income',
  incomeRegularity: 'regular deposits in percent',
  daysSinceLastIncome: 'days since the last income',
  averageBalance: 'average balance',
  lowestBalance: 'lowest balance',
  nsfCount30: 'returned or unpaid items in 30 days',
  nsfCount90: 'returned or unpaid items in 90 days',
  overdraftDays: 'days that ended below zero',
  customerCategory: 'customer (1 new, 2 returning)',
  loansPaidOff: 'loans paid off here',
  latePayments: 'late payments here',
}

/** A fact's value as people read it: "$1,200.00", "yes", "DE, ID". */
export function readableFact(fact: FactName, value: WireFactValue | readonly WireFactValue[]): string {
  if (typeof value === 'object') return value.map((one) => readableFact(fact, one)).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const amount = FACT_KINDS[fact] === 'money' && typeof value === 'string' ? parseMoney(value) : undefined
  return amount === undefined ? String(value) : formatCurrency(amount)
}
