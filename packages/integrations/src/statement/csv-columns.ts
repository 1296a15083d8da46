import { layoutOfHeadings, layoutOfRow } from './layouts/find-layout.ts'
import { plainHeading, type StatementLayout } from './layouts/statement-layout.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'

/** How the columns of one file tell money in from money out; positions count from zero. */
export type MoneyColumns =
  | { readonly kind: 'signed'; readonly amount: number; readonly minus: 'out' | 'in' }
  | { readonly kind: 'sides'; readonly out: number | undefined; readonly in: number | undefined }
  | {
      readonly kind: 'typed'
      readonly amount: number
      readonly side: number
      readonly out: ReadonlySet<string>
      readonly in: ReadonlySet<string>
    }

/** Which column of one file holds what. */
export interface StatementColumns {
  /** Who writes such files; null where the headings alone tell the columns, or the borrower did. */
  readonly layout: StatementLayout | null
  /** What the file calls its columns; empty where it has no headings. */
  readonly names: readonly string[]
  /** The first that holds something is taken. */
  readonly date: readonly number[]
  readonly description: readonly number[]
  readonly money: MoneyColumns
  readonly balance: number | undefined
  readonly status: { readonly at: number; readonly counted: ReadonlySet<string> } | undefined
  readonly currency: number | undefined
  readonly notTransaction: { readonly at: number; readonly words: ReadonlySet<string> } | undefined
  readonly account: number | undefined
  readonly reference: number | undefined
}

/** What a heading outside of the known layouts may mean; the first of a row wins where several stand in a file. */
const HEADINGS = {
  date: ['postingdate', 'posteddate', 'postdate', 'date', 'transactiondate', 'datetime', 'effectivedate'],
  description: [
    'originaldescription',
    'description',
    'payee',
    'name',
    'transactiondescription',
    'memo',
    'details',
  ],
  amount: ['amount', 'transactionamount', 'amountusd', 'value', 'netamount'],
  debit: [
    'debit',
    'debits',
    'withdrawal',
    'withdrawals',
    'withdrawalamount',
    'amountdebit',
    'debitamount',
    'moneyout',
  ],
  credit: [
    'credit',
    'credits',
    'deposit',
    'deposits',
    'depositamount',
    'amountcredit',
    'creditamount',
    'moneyin',
  ],
  balance: ['balance', 'runningbal', 'runningbalance', 'accountbalance', 'endingbalance', 'ledgerbalance'],
  side: [
    'creditdebitindicator',
    'creditdebit',
    'debitcredit',
    'details',
    'transactiontype',
    'type',
    'transaction',
    'direction',
  ],
  status: ['status', 'pending', 'postingstatus'],
  account: ['account', 'accountnumber', 'accountno', 'acctnumber'],
  reference: [
    'reference',
    'referencenumber',
    'transactionid',
    'fitid',
    'transactionnumber',
    'confirmationnumber',
  ],
} as const satisfies Record<string, readonly string[]>

const OUT_WORDS: ReadonlySet<string> = new Set(['debit', 'dr', 'd', 'withdrawal', 'out', 'money out'])
const IN_WORDS: ReadonlySet<string> = new Set(['credit', 'cr', 'c', 'deposit', 'in', 'money in'])
const HAPPENED: ReadonlySet<string> = new Set([
  'posted',
  'cleared',
  'complete',
  'completed',
  'false',
  'no',
  'n',
])

/** Words that tell a side wherever a file writes them in a column of their own. */
export const SIDE_WORDS = { out: OUT_WORDS, in: IN_WORDS } as const

const trimmed = (record: readonly string[]): readonly string[] => record.map((cell) => cell.trim())

/**
 * The columns where this record holds headings: those of a known layout, or a date and an amount or a side of the
 * account under any of their usual names. `rows` are those below it: they tell which of several candidates is meant.
 */
export function columnsOf(
  record: readonly string[],
  above: readonly (readonly string[])[],
  rows: readonly (readonly string[])[],
): StatementColumns | undefined {
  const layout = layoutOfHeadings(record, above)
  return layout === undefined ? usualColumns(record, rows) : columnsOfLayout(layout, record)
}

/** The columns of a file without headings, by the look of its first row. */
export function columnsOfRow(record: readonly string[]): StatementColumns | undefined {
  const layout = layoutOfRow(record)
  return (
    layout &&
    columnsOfLayout(
      layout,
      record.map((_, at) => String(at + 1)),
    )
  )
}

function columnsOfLayout(layout: StatementLayout, record: readonly string[]): StatementColumns {
  const plain = record.map(plainHeading)
  const at = (name: string | undefined): number | undefined => {
    const index = name === undefined ? -1 : plain.indexOf(plainHeading(name))
    return index < 0 ? undefined : index
  }
  const need = (name: string): number => at(name) ?? record.length
  const places = (names: readonly string[]) => names.flatMap((name) => at(name) ?? [])
  const { money, status, notTransaction } = layout
  const statusAt = at(status?.column)
  const notTransactionAt = at(notTransaction?.column)
  return {
    layout,
    names: layout.headings.length === 0 ? [] : trimmed(record),
    date: places(layout.date),
    description: places(layout.description),
    money:
      money.kind === 'signed'
        ? { ...money, amount: need(money.amount) }
        : money.kind === 'sides'
          ? { kind: 'sides', out: need(money.out), in: need(money.in) }
          : {
              kind: 'typed',
              amount: need(money.amount),
              side: need(money.side),
              out: new Set(money.outWords),
              in: new Set(money.inWords),
            },
    balance: at(layout.balance),
    status: status && statusAt !== undefined ? { at: statusAt, counted: new Set(status.counted) } : undefined,
    currency: at(layout.currency),
    notTransaction:
      notTransaction && notTransactionAt !== undefined
        ? { at: notTransactionAt, words: new Set(notTransaction.words) }
        : undefined,
    account: usualPlaces(plain, 'account')[0],
    // A bank that is known does not list a row twice, and some give several rows one reference.
    reference: undefined,
  }
}

const usualPlaces = (plain: readonly string[], kind: keyof typeof HEADINGS): readonly number[] =>
  HEADINGS[kind].map((heading) => plain.indexOf(heading)).filter((index) => index >= 0)

function usualColumns(
  record: readonly string[],
  rows: readonly (readonly string[])[],
): StatementColumns | undefined {
  const plain = record.map(plainHeading)
  const date = usualPlaces(plain, 'date')
  const money = usualMoney(plain, rows)
  if (date.length === 0 || money === undefined) return undefined
  const status = usualPlaces(plain, 'status')[0]
  return {
    layout: null,
    names: trimmed(record),
    date,
    description: usualDescription(plain, rows),
    money,
    balance: usualPlaces(plain, 'balance')[0],
    status: status === undefined ? undefined : { at: status, counted: HAPPENED },
    currency: undefined,
    notTransaction: undefined,
    account: usualPlaces(plain, 'account')[0],
    reference: usualPlaces(plain, 'reference')[0],
  }
}

function usualMoney(
  plain: readonly string[],
  rows: readonly (readonly string[])[],
): MoneyColumns | undefined {
  const [amount] = usualPlaces(plain, 'amount')
  const [out] = usualPlaces(plain, 'debit')
  const [into] = usualPlaces(plain, 'credit')
  if (amount === undefined) {
    return out === undefined && into === undefined ? undefined : { kind: 'sides', out, in: into }
  }
  const side = usualPlaces(plain, 'side').find((at) => isSideColumn(at, rows))
  if (side === undefined) return { kind: 'signed', amount, minus: 'out' }
  return { kind: 'typed', amount, side, out: OUT_WORDS, in: IN_WORDS }
}

/** Nearly every cell that holds something holds a word for a side. */
export function isSideColumn(at: number, rows: readonly (readonly string[])[]): boolean {
  const words = rows.map((row) => (row[at] ?? '').trim().toLowerCase()).filter((word) => word !== '')
  const known = words.filter((word) => OUT_WORDS.has(word) || IN_WORDS.has(word))
  return words.length > 0 && known.length * 10 >= words.length * 9
}

/** The first of the usual headings whose cells are not the same words in every row, else the first. */
function usualDescription(plain: readonly string[], rows: readonly (readonly string[])[]): readonly number[] {
  const places = usualPlaces(plain, 'description')
  const kinds = (at: number) => new Set(rows.map((row) => row[at] ?? '').filter((cell) => cell !== '')).size
  return (places.some((at) => kinds(at) > 1) ? places.filter((at) => kinds(at) > 1) : places).slice(0, 1)
}

const DELIMITERS = [',', ';', '\t', '|'] as const

/** The separator under which one of the first lines reads as headings or as a known row; else the one with most cells. */
export function delimiterOf(head: string): string {
  const lines = head.replace(/["\ufeff]/g, '').split(/\r?\n|\r/, STATEMENT_LIMITS.rowsBeforeHeadings)
  const cells = (mark: string) => lines.map((line) => line.split(mark))
  const fits = (mark: string) =>
    cells(mark).some((record) => (columnsOf(record, [], []) ?? columnsOfRow(record)) !== undefined)
  const widest = DELIMITERS.toSorted((a, b) => widthOf(cells(b)) - widthOf(cells(a)))[0] ?? ','
  return DELIMITERS.find(fits) ?? widest
}

/** Cells that most of the lines have. */
function widthOf(lines: readonly (readonly string[])[]): number {
  const widths = lines.map(({ length }) => length).toSorted((a, b) => a - b)
  return widths[Math.floor(widths.length / 2)] ?? 0
}
