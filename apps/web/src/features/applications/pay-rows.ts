import { BankAccountType } from '@dolphin/domain/applications/codes'
import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { valueText } from '@dolphin/domain/form/form-value'
import { cents, moneyToWire, parseMoney, sum } from '@dolphin/domain/money/cents'
import { payerName } from '@dolphin/domain/verification/report-answers'
import type { CallValue } from '../../api-client/call.ts'
import { moneyText, nearDayText } from '../../app/wire-text.ts'
import type { StoredForm } from '../../form-engine/form-store.ts'
import type { ServedForm } from '../../form-engine/served-form.ts'
import { type AnswerRow, answerRows } from './answer-rows.ts'
import type { SaidRow } from './answered-section.tsx'
import { confirmText } from './confirm-messages.ts'

export type BankDetails = Extract<CallValue<'getRequestDetails'>, { purpose: 'IBV' }>
type Income = NonNullable<BankDetails['income']>

interface Answered {
  readonly form: ServedForm
  readonly stored: StoredForm
}

/** What the way of pay shows beside payer and income. */
const PAY_KEYS: ReadonlySet<string> = new Set([
  'payrollFrequency',
  'paydayOfWeek',
  'lastPayday',
  'firstSemiMonthlyDay',
  'secondSemiMonthlyDay',
  'monthlyDay',
  'paydayOnHoliday',
  'paydayAvailability',
])

/**
 * Pay as it is confirmed: who pays, how much and how that was worked out, when, and which paydays come next. What those
 * paydays were worked out from is folded away where they are known.
 */
export function payRows({ form, stored }: Answered, income: Income | null): readonly SaidRow[] {
  const rows = answerRows(form, stored)
  const given = new Set(stored.fromReport)
  const source = income !== null && given.has('monthlyNetIncome') ? income : undefined
  const [payer] = rows.filter(({ elementKey }) => PAYER_KEYS.has(elementKey)).slice(-1)
  const when = rows.filter(
    ({ elementKey }) =>
      PAY_KEYS.has(elementKey) && !(elementKey === 'payrollFrequency' && source?.sources.length === 1),
  )
  const next = income !== null && given.has('payrollFrequency') ? nextRows(income) : []
  return [
    ...(payer === undefined ? [] : [{ ...payer, label: confirmText('paidBy') }]),
    ...rows.filter(({ elementKey }) => elementKey === 'monthlyNetIncome').map((row) => takeHome(row, source)),
    ...next,
    ...when
      .map((row) => dated(row, stored))
      .map((row) => (next.length > 0 ? { ...row, folded: true as const } : row)),
  ]
}

/** Days of one kind on the page. */
function dated(row: AnswerRow, { values }: StoredForm): AnswerRow {
  const day = values[row.elementKey]
  return row.elementKey === 'lastPayday' && typeof day === 'string'
    ? { ...row, value: nearDayText(day) }
    : row
}

/** The employer where there is one, else where the income comes from. */
const PAYER_KEYS: ReadonlySet<string> = new Set(['incomeType', 'employerName'])

const FREQUENCIES = {
  [PayrollFrequency.weekly]: 'everyWeek',
  [PayrollFrequency.biWeekly]: 'everyTwoWeeks',
  [PayrollFrequency.semiMonthly]: 'twiceAMonth',
  [PayrollFrequency.monthly]: 'onceAMonth',
} as const satisfies Record<PayrollFrequency, string>

function takeHome(row: AnswerRow, income: Income | undefined): SaidRow {
  const label = confirmText('takeHome')
  const monthly = { ...row, label, value: confirmText('aMonth', { amount: row.value }) }
  const [source, ...others] = income?.sources ?? []
  if (income === undefined || source === undefined) return monthly
  if (others.length > 0) {
    const names = [source, ...others].map(({ payer }) => payerName(payer)).join(', ')
    return { ...monthly, note: confirmText('fromPayers', { count: others.length + 1, names }) }
  }
  if (income.frequency === null) return monthly
  const paid = source.deposits.map(({ amount }) => parseMoney(amount) ?? cents(0n))
  const average = moneyText(moneyToWire(cents(sum(paid) / BigInt(paid.length))))
  return {
    ...row,
    label,
    value: confirmText('everyPayday', {
      amount: average,
      frequency: confirmText(FREQUENCIES[income.frequency]),
    }),
    note: confirmText('averageOf', { count: paid.length }),
  }
}

function nextRows({ nextPaydays }: Income): readonly SaidRow[] {
  const [first, second] = nextPaydays
  if (first === undefined || second === undefined) return []
  const value = confirmText('bothDays', { first: nearDayText(first), second: nearDayText(second) })
  return [{ elementKey: 'payrollFrequency', label: confirmText('nextPaydays'), value }]
}

const ACCOUNT_LABELS: Readonly<Record<string, 'checking' | 'savings' | 'moneyMarket'>> = {
  [BankAccountType.checking]: 'checking',
  [BankAccountType.savings]: 'savings',
  [BankAccountType.moneyMarket]: 'moneyMarket',
}

/** The account as it is confirmed: its bank, where it is known, with the last digits and the routing number. */
export function accountRows(
  { form, stored }: Answered,
  institution: string | null | undefined,
): readonly SaidRow[] {
  const { values, masked } = stored
  const tail = (masked['bankAccountNo'] ?? '').slice(-4)
  const routing = answerRows(form, stored).filter(({ elementKey }) => elementKey === 'bankRoutingNo')
  if (tail === '') return routing
  const isBankRead = stored.fromReport?.includes('bankRoutingNo') === true
  return [
    {
      elementKey: 'bankAccountNo',
      label: confirmText(ACCOUNT_LABELS[valueText(values['bankAccountType'])] ?? 'checking'),
      value: [isBankRead ? institution : undefined, `••${tail}`].filter(Boolean).join(' '),
      ...(isBankRead && { note: routing.map(({ value }) => confirmText('routing', { value })).join('') }),
    },
    ...(isBankRead ? [] : routing),
  ]
}
