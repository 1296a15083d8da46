import { assert } from '../assert.ts'
import { type Cents, moneyToWire, parseMoney } from '../money/cents.ts'

export type FactKind = 'flag' | 'count' | 'code' | 'text' | 'money'

/**
 * Everything a policy may ask about an applicant, and nothing else. No prohibited basis is among them
 * (12 CFR 1002.4, .6): age only as being of age, no source of income counts for less than another.
 * Every fact is always given: an unknown has its own value, so that no rule passes for want of an answer.
 */
export const FACT_KINDS = {
  age: 'count',
  state: 'text',
  blackListed: 'flag',
  identityMatches: 'flag',
  suspectedFraud: 'flag',
  /** Another account has this number and birth date, and a name that is nearly this one. */
  nameChanged: 'flag',
  /** The same person applies under another account as well. */
  secondApplication: 'flag',
  /** The ZIP code is of another state than the stated one. */
  zipContradictsState: 'flag',
  inCollection: 'flag',
  chargedOffHere: 'flag',
  bankruptcyOpen: 'flag',
  uncontactable: 'flag',
  openLoansHere: 'count',
  /** Loans elsewhere, as stated, 0–100. */
  externalOpenLoans: 'count',
  /** Lenders seen collecting from the accounts. */
  otherLenders: 'count',
  otherLendersMonthly: 'money',
  /** Lenders seen collecting beyond the number of loans that the applicant stated. */
  undeclaredLenders: 'count',
  /** 1 military, 0 unknown, -1 not military. */
  militaryStatus: 'code',
  /** Whether the portfolio has a product for covered borrowers; found by the engine from its products. */
  militaryProductOffered: 'flag',
  /** 1 high risk, 0 no risk, -1 no report: made by the policy's own risk section (risk.ts). */
  riskReport: 'code',
  applicationsLast30Days: 'count',
  ibvAttemptsLast30Days: 'count',
  usableAccounts: 'count',
  accountMatched: 'flag',
  accountOwnerMatches: 'flag',
  daysOfHistory: 'count',
  monthlyNetIncome: 'money',
  /** Verified income as percent of stated income, rounded down; 100 where none was stated. */
  verifiedIncomePercent: 'count',
  /** Share of deposits on time and of usual size, percent. */
  incomeRegularity: 'count',
  /** Days since the last regular deposit; the days of history where there was none. */
  daysSinceLastIncome: 'count',
  averageBalance: 'money',
  lowestBalance: 'money',
  nsfCount30: 'count',
  nsfCount90: 'count',
  /** Days of history that ended below zero on the account that income goes to. */
  overdraftDays: 'count',
  /** 1 new, 2 returning. */
  customerCategory: 'code',
  loansPaidOff: 'count',
  latePayments: 'count',
} as const satisfies Record<string, FactKind>

export type FactName = keyof typeof FACT_KINDS
type ValueOf<K extends FactKind> = K extends 'flag'
  ? boolean
  : K extends 'text'
    ? string
    : K extends 'money'
      ? Cents
      : number
export type FactValue = boolean | string | number | Cents

/** What is known of one applicant at one moment; the engine adds what follows from the products. */
export type Facts = {
  readonly [Name in Exclude<FactName, 'militaryProductOffered'>]: ValueOf<(typeof FACT_KINDS)[Name]>
}
export type CompleteFacts = Facts & { readonly militaryProductOffered: boolean }

/** JSON form of a value: money as "500.00". */
export type WireFactValue = boolean | string | number
export type WireFacts = Readonly<Record<string, WireFactValue>>

/** True for the name of a fact; data may name no other. */
export function isFactName(name: string): name is FactName {
  return Object.hasOwn(FACT_KINDS, name)
}

/** JSON form of one value; exact. */
export function factToWire(value: FactValue): WireFactValue {
  return typeof value === 'bigint' ? moneyToWire(value) : value
}

/** A value of that kind out of its JSON form; undefined if it is of another kind. */
export function factFromWire(kind: FactKind, wire: WireFactValue): FactValue | undefined {
  if (kind === 'money') return typeof wire === 'string' ? parseMoney(wire) : undefined
  if (kind === 'flag') return typeof wire === 'boolean' ? wire : undefined
  if (kind === 'text') return typeof wire === 'string' ? wire : undefined
  return typeof wire === 'number' && Number.isSafeInteger(wire) ? wire : undefined
}

/** Facts as they are stored beside a decision. */
export function factsToWire(facts: Facts): WireFacts {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, factToWire(value)]))
}

/** Whether a stored row holds every fact of today; rows from before a fact existed do not. */
export function isWholeFacts(wire: WireFacts): boolean {
  const names = Object.keys(FACT_KINDS).filter((name) => name !== 'militaryProductOffered')
  return names.every((name) => wire[name] !== undefined)
}

/** Stored facts, for a replay. A stored row with other names or kinds than FACT_KINDS is a bug. */
export function factsFromWire(wire: WireFacts): Facts {
  const names = Object.keys(FACT_KINDS).filter((name) => name !== 'militaryProductOffered')
  assert(Object.keys(wire).length === names.length, 'stored facts are complete')
  const entries = names.map((name) => {
    const value = isFactName(name) ? factFromWire(FACT_KINDS[name], wire[name] ?? '') : undefined
    assert(value !== undefined, `stored fact ${name} has its kind`)
    return [name, value]
  })
  return Object.fromEntries(entries) as Facts
}
