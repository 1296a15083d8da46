import { STATEMENT_LIMITS } from './statement-limits.ts'

/** What a column of a statement holds; `details` says on which side of the account an unsigned amount stands. */
export type ColumnKind =
  | 'date'
  | 'description'
  | 'amount'
  | 'debit'
  | 'credit'
  | 'balance'
  | 'details'
  | 'account'
  | 'reference'

/** Headings of the exports of banks in the United States, letters and digits only; the first of a row wins. */
const HEADINGS: Readonly<Record<ColumnKind, readonly string[]>> = {
  date: ['date', 'postingdate', 'postdate', 'posteddate', 'transactiondate', 'datetime', 'effectivedate'],
  description: ['description', 'payee', 'memo', 'name', 'transactiondescription', 'originaldescription'],
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
  details: ['details', 'transactiontype', 'type', 'debitcredit', 'creditdebit', 'creditdebitindicator'],
  account: ['account', 'accountnumber', 'accountno', 'acctnumber'],
  reference: [
    'reference',
    'referencenumber',
    'transactionid',
    'fitid',
    'transactionnumber',
    'confirmationnumber',
  ],
}

/** Which field of a record holds what, and how the file calls it. */
export interface StatementColumns {
  readonly at: Readonly<Partial<Record<ColumnKind, number>>>
  readonly names: readonly string[]
}

/** The columns where this record holds the headings: a date, and an amount or a side of the account. */
export function columnsOf(fields: readonly string[]): StatementColumns | undefined {
  const plain = fields.map((field) => field.toLowerCase().replace(/[^a-z0-9]/g, ''))
  const at: Partial<Record<ColumnKind, number>> = {}
  for (const kind of Object.keys(HEADINGS) as ColumnKind[]) {
    const place = HEADINGS[kind].map((heading) => plain.indexOf(heading)).find((index) => index >= 0)
    if (place !== undefined) at[kind] = place
  }
  const hasMoney = at.amount !== undefined || at.debit !== undefined || at.credit !== undefined
  return at.date !== undefined && hasMoney ? { at, names: fields.map((field) => field.trim()) } : undefined
}

const DELIMITERS = [',', ';', '\t'] as const

/** The separator under which one of the first lines reads as the headings; a comma where none does. */
export function delimiterOf(head: string): string {
  const lines = head.replace(/["\ufeff]/g, '').split(/\r?\n|\r/, STATEMENT_LIMITS.rowsBeforeHeadings)
  const fits = (mark: string) => lines.some((line) => columnsOf(line.split(mark)) !== undefined)
  return DELIMITERS.find(fits) ?? ','
}
