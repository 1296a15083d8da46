import { statementAmount, statementDate } from '../csv-values.ts'
import { APP_LAYOUTS } from './app-layouts.ts'
import { BANK_LAYOUTS } from './bank-layouts.ts'
import { CARD_LAYOUTS } from './card-layouts.ts'
import { CREDIT_UNION_LAYOUTS } from './credit-union-layouts.ts'
import { MORE_BANK_LAYOUTS } from './more-bank-layouts.ts'
import { type CellShape, plainHeading, type StatementLayout } from './statement-layout.ts'

export const STATEMENT_LAYOUTS: readonly StatementLayout[] = [
  ...BANK_LAYOUTS,
  ...MORE_BANK_LAYOUTS,
  ...CREDIT_UNION_LAYOUTS,
  ...APP_LAYOUTS,
  ...CARD_LAYOUTS,
]

/** A bank adds a column now and then; a file with more of them is another's. */
const MORE_COLUMNS = 2

/** The layout with these headings; the one that asks for most of them where several fit. */
export function layoutOfHeadings(
  record: readonly string[],
  above: readonly (readonly string[])[],
): StatementLayout | undefined {
  const present = new Set(record.map(plainHeading).filter((heading) => heading !== ''))
  const fits = ({ headings, above: words, isWide }: StatementLayout) =>
    headings.length > 0 &&
    (isWide || present.size <= headings.length + MORE_COLUMNS) &&
    headings.every((heading) => present.has(plainHeading(heading))) &&
    (words === undefined || above.some((cells) => cells.join(' ').includes(words)))
  return STATEMENT_LAYOUTS.filter(fits).toSorted((a, b) => b.headings.length - a.headings.length)[0]
}

const SHAPES: Readonly<Record<CellShape, (cell: string) => boolean>> = {
  date: (cell) => statementDate(cell) !== undefined,
  money: (cell) => statementAmount(cell) !== undefined,
  star: (cell) => cell.trim() === '*',
  any: () => true,
}

/** The layout without headings whose rows look like this one. */
export const layoutOfRow = (record: readonly string[]): StatementLayout | undefined =>
  STATEMENT_LAYOUTS.find(
    ({ cells }) =>
      cells?.length === record.length && cells.every((shape, at) => SHAPES[shape](record[at] ?? '')),
  )
