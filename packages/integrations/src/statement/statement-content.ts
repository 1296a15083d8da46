import { assert } from '@dolphin/domain/assert'
import { type Cents, cents, sum } from '@dolphin/domain/money/cents'
import { inEachLanguage, type Localized } from '@dolphin/domain/portfolios/localized'
import { SKIP_REASONS } from '@dolphin/domain/verification/skip-reason'
import type { BalanceCheck, SkippedRow, StatementContent } from '@dolphin/domain/verification/statement'
import { balanceCheck, balanceFit } from './balance-check.ts'
import type { ReadRow } from './read-row.ts'
import type { TableRows } from './read-table.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'

const NO_ROWS: Localized = {
  en: 'The file has no transactions. Download it again from your bank.',
  es: 'El archivo no tiene transacciones. Descárguelo de nuevo de su banco.',
}

const isUnreadable = ({ reason }: SkippedRow): boolean => SKIP_REASONS[reason].unreadable

/** Why the rows of a file are not taken; undefined where they are. */
export function refusalOf({ lines, skipped }: TableRows): readonly Localized[] | undefined {
  const bad = skipped.filter(isUnreadable)
  const { rowsPerBadRow, badRowsTaken, badRowsReported } = STATEMENT_LIMITS
  const isTooMany = bad.length > badRowsTaken && bad.length * rowsPerBadRow > lines.length + bad.length
  if (lines.length > 0 && !isTooMany) return undefined
  if (bad.length === 0) return [NO_ROWS]
  const more = bad.length - badRowsReported
  const rest = more > 0 ? [{ en: `and ${more} more`, es: `y ${more} más` }] : []
  return [...bad.slice(0, badRowsReported).map(rowText), ...rest]
}

/** "Row 12, column Date: …", for people. */
const rowText = ({ row, column, reason }: SkippedRow): Localized =>
  inEachLanguage((locale) => {
    const place = { en: `Row ${row}`, es: `Fila ${row}` }[locale]
    const where = column === null ? '' : `, ${{ en: 'column', es: 'columna' }[locale]} ${column}`
    return `${place}${where}: ${SKIP_REASONS[reason].text[locale]}`
  })

/** The balances that a statement names for the beginning and the end of its rows. */
export interface NamedBalances {
  readonly opening: Cents
  readonly closing: Cents
}

/**
 * What the rows of a file say, oldest first. Needs at least one line. Where the file names its first and last balance,
 * these and not the balances of the rows tell whether it is whole.
 */
export function contentOf(
  { lines, skipped, accountTails, tables }: TableRows,
  bank: string | null,
  named?: NamedBalances,
): StatementContent {
  const isOneAccount = tables === 1 && accountTails.length <= 1
  const fit = balanceFit(lines)
  const newestFirst = (lines[0]?.date ?? 0) > (lines.at(-1)?.date ?? 0)
  const ordered = newestFirst ? lines.toReversed() : lines
  const sorted = ordered.toSorted((a, b) => a.date - b.date)
  const [first, last] = [sorted[0], sorted.at(-1)]
  assert(first !== undefined && last !== undefined, 'a statement without lines is refused')
  const moved = sum(lines.map(({ amount }) => amount))
  const check = named === undefined ? balanceCheck(fit) : totalsCheck(named, moved)
  return {
    lines: sorted.map(({ date, amount, description }) => ({ date, amount, description })),
    bank,
    from: first.date,
    to: last.date,
    accountTail: isOneAccount ? (accountTails[0] ?? null) : null,
    openingBalance: isOneAccount ? (named?.opening ?? null) : null,
    closingBalance: isOneAccount ? (named?.closing ?? closingOf(sorted)) : null,
    balances: isOneAccount ? check : 'none',
    rowsInFile: lines.length + skipped.length,
    skipped: skipped.slice(0, STATEMENT_LIMITS.skippedRowsNamed),
    moreSkipped: Math.max(0, skipped.length - STATEMENT_LIMITS.skippedRowsNamed),
  }
}

const totalsCheck = ({ opening, closing }: NamedBalances, moved: Cents): BalanceCheck =>
  opening + moved === closing ? 'agree' : 'disagree'

/** The last balance that is given, moved on by the lines after it: pending ones often have none. */
function closingOf(sorted: readonly ReadRow[]): Cents | null {
  const at = sorted.findLastIndex(({ balance }) => balance !== null)
  const balance = sorted[at]?.balance ?? null
  if (balance === null) return null
  return cents(sorted.slice(at + 1).reduce((total, { amount }) => total + amount, BigInt(balance)))
}
