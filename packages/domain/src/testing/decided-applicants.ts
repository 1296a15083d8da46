import { Military } from '../loans/codes.ts'
import { type Facts, factsFromWire, type WireFactValue } from '../decisions/facts.ts'

/** A new applicant of tier A, account matched, nothing against them. */
export const GOOD_FACTS = {
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
  externalOpenLoans: 0,
  otherLenders: 0,
  otherLendersMonthly: '0.00',
  undeclaredLenders: 0,
  militaryStatus: Military.notMilitary,
  riskReport: -1,
  applicationsLast30Days: 1,
  ibvAttemptsLast30Days: 1,
  usableAccounts: 1,
  accountMatched: true,
  accountOwnerMatches: true,
  daysOfHistory: 90,
  monthlyNetIncome: '4000.00',
  verifiedIncomePercent: 100,
  incomeRegularity: 100,
  daysSinceLastIncome: 5,
  averageBalance: '600.00',
  lowestBalance: '20.00',
  nsfCount30: 0,
  nsfCount90: 0,
  overdraftDays: 0,
  customerCategory: 1,
  loansPaidOff: 0,
  latePayments: 0,
} as const satisfies Readonly<Record<string, WireFactValue>>

type Overrides = Partial<Record<keyof typeof GOOD_FACTS, WireFactValue>>

/** The applicant with what differs. */
export const applicant = (overrides: Overrides): Facts => factsFromWire({ ...GOOD_FACTS, ...overrides })
export const income = (monthlyNetIncome: string): Overrides => ({ monthlyNetIncome })
export const returning = (loansPaidOff: number, latePayments = 0): Overrides => ({
  customerCategory: 2,
  loansPaidOff,
  latePayments,
})

interface Expected {
  readonly outcome: string
  /** "minimum-maximum tier review" where there is an offer. */
  readonly offer?: string
  /** Reason codes, separated by spaces. */
  readonly reasons?: string
}

/** Portfolio, what differs from GOOD_FACTS, and what the policy decides. */
type Row = readonly [portfolioId: number, differs: Overrides, expected: Expected]

export const APPLICANTS: readonly Row[] = [
  // New customers of every tier; income share and tier maximum, rounded down to the step.
  [118, {}, { outcome: 'qualified', offer: '200-800 A' }],
  [118, income('3500.00'), { outcome: 'qualified', offer: '200-800 A' }],
  [118, income('3499.99'), { outcome: 'qualified', offer: '200-700 B' }],
  [118, income('2800.00'), { outcome: 'qualified', offer: '200-700 B' }],
  [118, income('2799.99'), { outcome: 'qualified', offer: '200-550 C' }],
  [118, income('2400.00'), { outcome: 'qualified', offer: '200-550 C' }],
  [118, income('2383.33'), { outcome: 'qualified', offer: '200-500 C' }],
  [118, income('2000.00'), { outcome: 'qualified', offer: '200-450 C' }],
  [118, income('1999.99'), { outcome: 'qualified', offer: '200-400 D' }],
  [118, income('1500.00'), { outcome: 'qualified', offer: '200-300 D' }],
  [118, income('1499.99'), { outcome: 'qualified', offer: '200-300 E' }],
  [118, income('1203.70'), { outcome: 'qualified', offer: '200-200 E' }],
  [118, income('1000.00'), { outcome: 'qualified', offer: '200-200 E' }],
  [118, { lowestBalance: '-0.01' }, { outcome: 'qualified', offer: '200-700 B' }],
  [118, { incomeRegularity: 89 }, { outcome: 'qualified', offer: '200-700 B' }],
  [118, { nsfCount90: 1 }, { outcome: 'qualified', offer: '200-700 B' }],
  [118, { nsfCount90: 2 }, { outcome: 'qualified', offer: '200-550 C' }],
  [118, { nsfCount90: 4 }, { outcome: 'qualified', offer: '200-400 D' }],
  [118, { nsfCount90: 6 }, { outcome: 'qualified', offer: '200-300 E' }],
  [118, { otherLenders: 1 }, { outcome: 'qualified', offer: '200-700 B' }],
  [118, { otherLenders: 3 }, { outcome: 'qualified', offer: '200-400 D' }],
  [118, { externalOpenLoans: 4 }, { outcome: 'qualified', offer: '200-800 A' }],
  [118, { accountMatched: false }, { outcome: 'qualified', offer: '200-800 A' }],
  [110, {}, { outcome: 'qualified', offer: '300-1200 A' }],
  [110, income('3799.99'), { outcome: 'qualified', offer: '300-1000 B' }],
  [110, income('3000.00'), { outcome: 'qualified', offer: '300-900 B' }],
  [110, income('2400.00'), { outcome: 'qualified', offer: '300-700 C' }],
  [110, income('1800.00'), { outcome: 'qualified', offer: '300-400 D' }],
  [110, income('1200.00'), { outcome: 'qualified', offer: '300-300 E' }],
  [110, { state: 'SC', monthlyNetIncome: '6000.00' }, { outcome: 'qualified', offer: '300-1200 A' }],
  [110, { state: 'TN' }, { outcome: 'qualified', offer: '300-1000 A' }],
  [110, { accountMatched: false }, { outcome: 'qualified', offer: '300-1200 A' }],
  // States: a cap, and in Nevada a share of monthly income.
  [118, { state: 'MO' }, { outcome: 'qualified', offer: '200-500 A' }],
  [118, { state: 'DE', ...returning(4) }, { outcome: 'qualified', offer: '200-1000 A' }],
  [118, { state: 'WI' }, { outcome: 'qualified', offer: '200-800 A' }],
  [118, { state: 'NV', monthlyNetIncome: '2900.00' }, { outcome: 'qualified', offer: '200-700 B' }],
  [118, { state: 'NV', monthlyNetIncome: '1999.99' }, { outcome: 'qualified', offer: '200-400 D' }],
  [110, { state: 'DE' }, { outcome: 'qualified', offer: '300-1000 A' }],
  [110, { state: 'NV', monthlyNetIncome: '3900.00' }, { outcome: 'qualified', offer: '300-900 A' }],
  [110, { state: 'ID' }, { outcome: 'qualified', offer: '300-1000 A' }],
  // Returning customers: three steps, more income share with each; on no step they are as new.
  [118, returning(0), { outcome: 'qualified', offer: '200-800 A' }],
  [118, returning(1), { outcome: 'qualified', offer: '200-800 A' }],
  [118, { ...returning(1), ...income('2000.00') }, { outcome: 'qualified', offer: '200-500 C' }],
  [118, { ...returning(2, 2), ...income('6000.00') }, { outcome: 'qualified', offer: '200-900 A' }],
  [118, { ...returning(2, 3), ...income('6000.00') }, { outcome: 'qualified', offer: '200-800 A' }],
  [118, { ...returning(4, 1), ...income('6000.00') }, { outcome: 'qualified', offer: '200-1000 A' }],
  [118, { ...returning(4, 2), ...income('6000.00') }, { outcome: 'qualified', offer: '200-900 A' }],
  [118, { ...returning(9), ...income('2000.00') }, { outcome: 'qualified', offer: '200-550 C' }],
  [110, { ...returning(1), ...income('6000.00') }, { outcome: 'qualified', offer: '300-1200 A' }],
  [110, { ...returning(3, 1), ...income('6000.00') }, { outcome: 'qualified', offer: '300-1400 A' }],
  [110, { ...returning(5), ...income('6000.00') }, { outcome: 'qualified', offer: '300-1500 A' }],
  [110, { ...returning(5, 1), ...income('6000.00') }, { outcome: 'qualified', offer: '300-1400 A' }],
  [110, { ...returning(3, 2), ...income('6000.00') }, { outcome: 'qualified', offer: '300-1200 A' }],
  // Covered borrowers get the military product.
  [118, { militaryStatus: Military.military }, { outcome: 'qualified', offer: '200-800 A' }],
  [110, { militaryStatus: Military.military }, { outcome: 'qualified', offer: '300-1200 A' }],
  // Knock-outs that decline at once.
  [118, { age: 17 }, { outcome: 'declined', reasons: 'underAge' }],
  [118, { age: 18 }, { outcome: 'qualified', offer: '200-800 A' }],
  [110, { age: 17 }, { outcome: 'declined', reasons: 'underAge' }],
  [118, { state: 'SC' }, { outcome: 'declined', reasons: 'stateNotServed' }],
  [118, { state: 'CA' }, { outcome: 'declined', reasons: 'stateNotServed' }],
  [110, { state: 'NY' }, { outcome: 'declined', reasons: 'stateNotServed' }],
  [118, { inCollection: true }, { outcome: 'declined', reasons: 'inCollection' }],
  [118, { chargedOffHere: true }, { outcome: 'declined', reasons: 'chargedOffHere' }],
  [110, { bankruptcyOpen: true }, { outcome: 'declined', reasons: 'bankruptcyOpen' }],
  [118, { openLoansHere: 1 }, { outcome: 'declined', reasons: 'openLoanHere' }],
  [118, { externalOpenLoans: 5 }, { outcome: 'declined', reasons: 'tooManyOpenLoans' }],
  [110, { externalOpenLoans: 4 }, { outcome: 'declined', reasons: 'tooManyOpenLoans' }],
  [118, { otherLenders: 5 }, { outcome: 'declined', reasons: 'tooManyLenders' }],
  [110, { otherLenders: 4 }, { outcome: 'declined', reasons: 'tooManyLenders' }],
  [118, { applicationsLast30Days: 6 }, { outcome: 'declined', reasons: 'tooManyApplications' }],
  [110, { applicationsLast30Days: 5 }, { outcome: 'declined', reasons: 'tooManyApplications' }],
  [110, returning(6, 6), { outcome: 'declined', reasons: 'latePaymentsHere' }],
  [118, { age: 17, state: 'NY' }, { outcome: 'declined', reasons: 'underAge stateNotServed' }],
  [118, { inCollection: true, nsfCount30: 9 }, { outcome: 'declined', reasons: 'inCollection tooManyNsf30' }],
  [
    118,
    { age: 16, state: 'NY', bankruptcyOpen: true, externalOpenLoans: 30, otherLenders: 9 },
    { outcome: 'declined', reasons: 'underAge stateNotServed bankruptcyOpen tooManyOpenLoans' },
  ],
  // Knock-outs that block.
  [118, { blackListed: true }, { outcome: 'blocked', reasons: 'blackListed' }],
  [118, { identityMatches: false }, { outcome: 'blocked', reasons: 'identityMismatch' }],
  [110, { suspectedFraud: true }, { outcome: 'blocked', reasons: 'suspectedFraud' }],
  [110, { blackListed: true, age: 17 }, { outcome: 'blocked', reasons: 'blackListed underAge' }],
  // Income causes: the loan stays, the bank may be linked again.
  [
    118,
    { usableAccounts: 0, daysOfHistory: 0, monthlyNetIncome: '0.00', accountMatched: false },
    { outcome: 'incomeRetry', reasons: 'noUsableAccount' },
  ],
  [118, { daysOfHistory: 59 }, { outcome: 'incomeRetry', reasons: 'tooLittleHistory' }],
  [110, { daysOfHistory: 59 }, { outcome: 'qualified', offer: '300-1200 A' }],
  [110, { daysOfHistory: 44 }, { outcome: 'incomeRetry', reasons: 'tooLittleHistory' }],
  [118, income('999.99'), { outcome: 'incomeRetry', reasons: 'incomeTooLow' }],
  [118, income('900.00'), { outcome: 'incomeRetry', reasons: 'incomeTooLow' }],
  [110, income('1199.99'), { outcome: 'incomeRetry', reasons: 'incomeTooLow' }],
  [118, { daysSinceLastIncome: 46 }, { outcome: 'incomeRetry', reasons: 'incomeStopped' }],
  [118, { nsfCount30: 4, nsfCount90: 4 }, { outcome: 'incomeRetry', reasons: 'tooManyNsf30' }],
  [118, { nsfCount30: 4, nsfCount90: 9 }, { outcome: 'incomeRetry', reasons: 'tooManyNsf30 tooManyNsf90' }],
  [110, { nsfCount30: 3, nsfCount90: 7 }, { outcome: 'incomeRetry', reasons: 'tooManyNsf30 tooManyNsf90' }],
  [
    118,
    { averageBalance: '-0.01', lowestBalance: '-300.00' },
    { outcome: 'incomeRetry', reasons: 'negativeBalance' },
  ],
  // Referred to a person: the offer stands for that person to pass on.
  [
    118,
    { riskReport: 1 },
    { outcome: 'referred', offer: '200-800 A underwriterReview', reasons: 'highRiskReport' },
  ],
  [
    118,
    { accountOwnerMatches: false },
    { outcome: 'referred', offer: '200-800 A agentReview', reasons: 'accountOwnerMismatch' },
  ],
  [
    118,
    { nameChanged: true },
    { outcome: 'referred', offer: '200-800 A agentReview', reasons: 'nameChanged' },
  ],
  [
    110,
    { nameChanged: true },
    { outcome: 'referred', offer: '300-1200 A agentReview', reasons: 'nameChanged' },
  ],
  [
    118,
    { secondApplication: true },
    { outcome: 'referred', offer: '200-800 A agentReview', reasons: 'secondApplication' },
  ],
  [
    118,
    { zipContradictsState: true },
    { outcome: 'referred', offer: '200-800 A agentReview', reasons: 'zipContradictsState' },
  ],
  [
    118,
    { verifiedIncomePercent: 59 },
    { outcome: 'referred', offer: '200-800 A agentReview', reasons: 'incomeBelowStated' },
  ],
  [
    110,
    { verifiedIncomePercent: 69 },
    { outcome: 'referred', offer: '300-1200 A agentReview', reasons: 'incomeBelowStated' },
  ],
  [
    118,
    { incomeRegularity: 49 },
    { outcome: 'referred', offer: '200-400 D agentReview', reasons: 'irregularIncome' },
  ],
  [
    110,
    { incomeRegularity: 59 },
    { outcome: 'referred', offer: '300-600 D agentReview', reasons: 'irregularIncome' },
  ],
  [
    118,
    { militaryStatus: Military.unknown },
    { outcome: 'referred', offer: '200-800 A agentReview', reasons: 'militaryUnknown' },
  ],
  [
    110,
    { uncontactable: true },
    { outcome: 'referred', offer: '300-1200 A nonVoiceAgentReview', reasons: 'uncontactable' },
  ],
  [
    118,
    { riskReport: 1, uncontactable: true },
    { outcome: 'referred', offer: '200-800 A underwriterReview', reasons: 'highRiskReport uncontactable' },
  ],
  [118, { riskReport: 1, age: 17 }, { outcome: 'declined', reasons: 'underAge' }],
]
