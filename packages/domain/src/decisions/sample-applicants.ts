import { CustomerCategory, Military } from '../loans/codes.ts'
import { parseMoney, ZERO_CENTS } from '../money/cents.ts'
import type { DecisionOutcome } from './decision.ts'
import type { Facts } from './facts.ts'
import type { FactsBeforeRisk } from './risk.ts'
import { findRisk } from './risk.ts'
import type { Policy } from './policy.ts'

/** An invented applicant, and what a policy may answer so that it can be put before people. */
export type SampleApplicant = {
  readonly name: string
  readonly facts: Facts
  readonly expected: readonly DecisionOutcome[]
}

const money = (text: string) => parseMoney(text) ?? ZERO_CENTS

/** Somebody whom every lender of such loans takes: steady pay, money left, nothing owed elsewhere. */
const steady = (state: string): FactsBeforeRisk => ({
  age: 34,
  state,
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
  otherLendersMonthly: ZERO_CENTS,
  undeclaredLenders: 0,
  militaryStatus: Military.notMilitary,
  applicationsLast30Days: 1,
  ibvAttemptsLast30Days: 1,
  usableAccounts: 1,
  accountMatched: true,
  accountOwnerMatches: true,
  daysOfHistory: 90,
  monthlyNetIncome: money('4800.00'),
  verifiedIncomePercent: 100,
  incomeRegularity: 100,
  daysSinceLastIncome: 5,
  averageBalance: money('900.00'),
  lowestBalance: money('120.00'),
  nsfCount30: 0,
  nsfCount90: 0,
  overdraftDays: 0,
  customerCategory: CustomerCategory.new,
  loansPaidOff: 0,
  latePayments: 0,
})

const QUALIFIED: readonly DecisionOutcome[] = ['qualified', 'referred']
const NOT_OFFERED: readonly DecisionOutcome[] = ['declined', 'blocked', 'incomeRetry']
const ELSEWHERE = 'XX'

/**
 * Sample applicants for a policy that has decided no application yet: one for each of its states whom it must be able
 * to lend to, and those whom no policy may lend to.
 */
export function sampleApplicants(policy: Policy, states: readonly string[]): readonly SampleApplicant[] {
  const [home = ELSEWHERE] = states
  const person = (
    name: string,
    changed: Partial<FactsBeforeRisk>,
    expected: readonly DecisionOutcome[] = NOT_OFFERED,
  ): SampleApplicant => {
    const facts = { ...steady(home), ...changed }
    return { name, facts: { ...facts, riskReport: findRisk(policy.riskReport, facts).report }, expected }
  }
  return [
    ...states.map((state) => person(`steady pay in ${state}`, { state }, QUALIFIED)),
    person('covered military borrower', { militaryStatus: Military.military }, [...QUALIFIED, 'declined']),
    person('lives in a state that is not served', { state: ELSEWHERE }),
    person('under age', { age: 17 }),
    person('open bankruptcy', { bankruptcyOpen: true }),
    person('suspected fraud', { suspectedFraud: true }),
    person('no income seen', { monthlyNetIncome: ZERO_CENTS, incomeRegularity: 0 }),
  ]
}
