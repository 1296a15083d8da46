import type { CallInput, CallValue } from '../../calls/call.ts'
import { statementText } from './messages.ts'

export type Statement = CallValue<'showStatement'>
type Findings = CallInput<'acceptStatement'>['body']['findings']

/** What stands in the fields about an income. */
export interface TypedFindings {
  readonly income: string
  /** A code of the domain. */
  readonly frequency: string
  readonly paydays: string
  readonly from: string
  readonly lastIncome: string
  readonly average: string
  readonly lowest: string
}

export type FindingField = keyof TypedFindings
export type FindingFaults = Readonly<Partial<Record<FindingField, string>>>

/** What accepting needs where nothing that was computed may stand. */
const NEEDED: readonly FindingField[] = ['income', 'frequency', 'paydays', 'from', 'lastIncome']

const EMPTY: TypedFindings = {
  income: '',
  frequency: '',
  paydays: '',
  from: '',
  lastIncome: '',
  average: '',
  lowest: '',
}

/** What the fields begin with: what was computed, where it may stand. */
export function firstFindings({ computed, needsFindings }: Statement): TypedFindings {
  if (computed === null || needsFindings) return EMPTY
  return {
    income: computed.monthlyNetIncome,
    frequency: computed.frequency === null ? '' : String(computed.frequency),
    paydays: computed.nextPaydays.join(', '),
    from: computed.periodFrom ?? '',
    lastIncome: computed.lastIncomeOn ?? '',
    average: computed.averageBalance,
    lowest: computed.lowestBalance,
  }
}

const AMOUNT = /^-?\d{1,7}\.\d{2}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

const daysIn = (paydays: string): string[] =>
  paydays
    .split(',')
    .map((day) => day.trim())
    .filter((day) => day !== '')

const wrongOf = (field: FindingField, value: string): string | undefined => {
  if (['income', 'average', 'lowest'].includes(field))
    return AMOUNT.test(value) ? undefined : statementText.amountWrong
  if (field === 'frequency') return undefined
  return daysIn(value).every((day) => DAY.test(day)) ? undefined : statementText.dayWrong
}

/** What is missing or wrong; empty where nothing is. */
export function findingFaults(typed: TypedFindings, { needsFindings }: Statement): FindingFaults {
  const faults = (Object.keys(EMPTY) as FindingField[]).flatMap((field) => {
    const value = typed[field].trim()
    if (value === '') return needsFindings && NEEDED.includes(field) ? [[field, statementText.missing]] : []
    const wrong = wrongOf(field, value)
    return wrong === undefined ? [] : [[field, wrong]]
  })
  return Object.fromEntries(faults) as FindingFaults
}

/** What differs from what was computed, as the server takes it; what is left empty stays as it was computed. */
export function findingsOf(typed: TypedFindings, statement: Statement): Findings {
  const before = firstFindings(statement)
  const said = (field: FindingField): string | undefined => {
    const value = typed[field].trim()
    return value === '' || value === before[field] ? undefined : value
  }
  const [frequency, paydays] = [said('frequency'), said('paydays')]
  const all: Findings = {
    monthlyNetIncome: said('income'),
    // The options are the domain's codes.
    frequency: frequency === undefined ? undefined : (Number(frequency) as Findings['frequency']),
    nextPaydays: paydays === undefined ? undefined : daysIn(paydays),
    periodFrom: said('from'),
    lastIncomeOn: said('lastIncome'),
    averageBalance: said('average'),
    lowestBalance: said('lowest'),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
