import { LoanStatus } from '@dolphin/domain/loans/codes'
import { ASKED_CELLS } from '@dolphin/domain/servicing/changes/testing/modification-cells'
import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { RETURN_CODES } from '@dolphin/domain/payments/debit-eligibility/return-codes'
import { ACT_NAMES, type Act } from './acts.ts'
import { count, type Life, loanOf } from './life.ts'

const nameOf = (codes: Readonly<Record<string, number>>, code: number): string =>
  Object.entries(codes).find(([, known]) => known === code)?.[0] ?? String(code)

/** Statuses of a loan that a life can be in: from approved on. */
const LIVED_STATUSES = Object.entries(LoanStatus)
  .filter(([, code]) => code >= LoanStatus.approved)
  .map(([name]) => name)

/** In what state a returned entry can be. */
const RETURNED_STATES = ['onBatch', 'notChecked', 'checked', 'rejected'] as const

const LOAN = 'loan:'
const ENTRY = 'entry:'

/** Whether what was met is a cell, and no act or call. */
export const isCell = (what: string): boolean => what.startsWith(LOAN) || what.startsWith(ENTRY)

/** Notes that an act met the loan that it is about in its status. */
export function countLoanCell(life: Life, event: Act['act']): void {
  const status = life.known.get(loanOf(life).loanNo)
  if (status !== undefined) count(life, `${LOAN}${nameOf(LoanStatus, status)} ${event}`)
}

/** Notes that the bank returned an entry that was in a state. */
export const countEntryCell = (life: Life, code: string, status: number): void =>
  count(life, `${ENTRY}${code} ${nameOf(TransactionStatus, status)}`)

/** One table of cells: which were met, and which never. */
export interface CellTable {
  readonly title: string
  readonly hit: readonly string[]
  readonly never: readonly string[]
}

function tableOf(title: string, all: readonly string[], isHit: (cell: string) => boolean): CellTable {
  return { title, hit: all.filter(isHit), never: all.filter((cell) => !isHit(cell)) }
}

/** The cells of the lives: status of the loan by event, change by event where those asked are known, return code by state. */
export function cellTables(
  met: ReadonlyMap<string, number>,
  asked: ReadonlySet<string> | undefined,
): readonly CellTable[] {
  const loans = LIVED_STATUSES.flatMap((status) => ACT_NAMES.map((event) => `${status} ${event}`))
  const entries = RETURN_CODES.flatMap((code) => RETURNED_STATES.map((state) => `${code} ${state}`))
  return [
    tableOf('loan status × event', loans, (cell) => met.has(`${LOAN}${cell}`)),
    ...(asked === undefined
      ? []
      : [tableOf('modification kind × mode × event', ASKED_CELLS, (cell) => asked.has(cell))]),
    tableOf('return code × state of the entry', entries, (cell) => met.has(`${ENTRY}${cell}`)),
  ]
}

/** A table in words: what was met and what never, a line for each row. */
export const cellWords = ({ title, hit, never }: CellTable): string =>
  [
    `${title}: ${hit.length} of ${hit.length + never.length} cells`,
    ...rowsOf(hit).map((row) => `  met ${row}`),
    ...rowsOf(never).map((row) => `  never ${row}`),
  ].join('\n')

/** Cells that begin alike in one row. */
function rowsOf(cells: readonly string[]): string[] {
  const rows = Map.groupBy(cells, (cell) => cell.slice(0, cell.lastIndexOf(' ')))
  return [...rows].map(
    ([head, row]) => `${head}: ${row.map((cell) => cell.slice(head.length + 1)).join(' ')}`,
  )
}
