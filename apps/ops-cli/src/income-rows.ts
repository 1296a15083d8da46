import type { CallReply } from '@dolphin/contract/call'
import type { showBankLinkCall } from '@dolphin/contract/verification-staff'
import { textTable } from './text-table.ts'

type Shown = NonNullable<CallReply<typeof showBankLinkCall>['shown']>
type Behind = Shown['behind']

/** Each figure of an income, then the lines and days behind it, under what they were counted as. */
export function incomeRows(computed: Shown['computed'], behind: Behind): string[][] {
  const { income, fees, lenderDebits, lenderCredits, lastIncome } = behind
  const rows = (fact: string, lines: Behind['fees']) =>
    lines.map(({ date, amount, description }) => [fact, `${date} ${amount} ${description}`])
  return [
    ...Object.entries(computed).map(([name, value]) => [name, String(value)]),
    ...income.flatMap(({ payer, kind, lines }) => rows(`Income (${kind}) ${payer}`, lines)),
    ...(lastIncome === null ? [] : rows('Last income', [lastIncome])),
    ...balanceRows(behind),
    ...rows('Shortage fee', fees),
    ...rows('Paid to a lender', lenderDebits),
    ...rows('Paid by a lender', lenderCredits),
  ]
}

function balanceRows({ balances }: Behind): string[][] {
  if (balances === null) return []
  const { accountMasked, from, to, lowestOn, overdrawnOn } = balances
  return [
    ['Average balance', `${accountMasked}, at the end of each day from ${from} to ${to}`],
    ['Lowest balance', `${accountMasked}, at the end of ${lowestOn}`],
    ...overdrawnOn.map((day) => ['Below zero', `at the end of ${day}`]),
  ]
}

/** Lines of an account or a file, one a row. */
export const lineTable = (lines: Behind['fees']): string =>
  textTable(
    ['Date', 'Amount', 'Description'],
    lines.map(({ date, amount, description }) => [date, amount, description]),
  )
