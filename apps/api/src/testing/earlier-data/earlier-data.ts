import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { TestPlace } from '../api-fixture.ts'

/**
 * A lender as the release before the renamed words stored it. `lender.json.br` was written by a test of the commit
 * before "words: rename invented terms to the field's own" (2026-11-25), on the embedded database and the master key
 * of the tests. Its one borrower, Jordan Sample, is made up. By the calls and services of that release: application,
 * bank link, plan, a signing that was declined, a second one that was signed; disbursement; the first payment, returned
 * as R01, the return dishonored (R61) and contested (R72); a file of the bank that is no ACH file; an extra payment,
 * requested and canceled under an idempotency key. Then every row as `json_agg` gives it, and every file of the data
 * directory but the operations key.
 */
interface EarlierData {
  readonly lender: {
    readonly loanNo: string
    readonly email: string
    readonly requestCode: string
    readonly declinedCode: string
    readonly changeNo: string
    readonly idempotencyKey: string
    /** The instant at which it was written. */
    readonly now: string
  }
  readonly sequences: readonly { readonly name: string; readonly last: string }[]
  /** Rows of each table, as text: a number in it may be larger than JavaScript's are exact. */
  readonly rows: Readonly<Record<string, string>>
  /** Bytes of each file in Base64, by its path in the data directory. */
  readonly files: Readonly<Record<string, string>>
}

const loanOfTransaction = (table: string): string =>
  `update ${table} r set loan_no = t.loan_no from transactions t where t.portfolio_id = r.portfolio_id
    and t.customer_key = r.customer_key and t.transaction_no = r.transaction_no`

/** Columns that no row may lack now, and what migrations 0048 and 0049 give those of before. */
const ADDED_SINCE = [
  { table: 'ach_entries', column: 'loan_no', fill: loanOfTransaction('ach_entries') },
  { table: 'transaction_history', column: 'loan_no', fill: loanOfTransaction('transaction_history') },
  {
    table: 'ledger_entries',
    column: 'entry_count',
    fill: `update ledger_entries e set entry_count = p.entry_count from ledger_postings p
      where p.portfolio_id = e.portfolio_id and p.customer_key = e.customer_key and p.loan_no = e.loan_no
        and p.sequence = e.sequence`,
  },
] as const

/** Fills an empty place with the stored lender, as if that release had run there. */
export async function restoreEarlierData({ home, dataDir }: TestPlace): Promise<EarlierData['lender']> {
  const packed = await readFile(new URL('lender.json.br', import.meta.url))
  const { lender, sequences, rows, files } = JSON.parse(
    brotliDecompressSync(packed).toString('utf8'),
  ) as EarlierData
  const database = await home.open()
  try {
    // Rows come table by table, without the order that their references ask for.
    await database.executeSql(`set session_replication_role = 'replica'`)
    for (const { table, column } of ADDED_SINCE)
      await database.executeSql(`alter table ${table} alter column ${column} drop not null`)
    for (const [table, stored] of Object.entries(rows)) {
      await database.executeSql(`delete from "${table}"`)
      const columns = columnsOf(stored)
      if (columns === '') continue
      await database.executeSql(
        `insert into "${table}" (${columns}) overriding system value
          select ${columns} from json_populate_recordset(null::"${table}", '${stored.replaceAll("'", "''")}'::json)`,
      )
    }
    // What migration 0023 does to rows of before.
    await database.executeSql(
      `update ach_inbox_entries set bank_trace = coalesce(addenda ->> 'traceNumber', '')`,
    )
    for (const { table, column, fill } of ADDED_SINCE) {
      await database.executeSql(fill)
      await database.executeSql(`alter table ${table} alter column ${column} set not null`)
    }
    for (const { name, last } of sequences) await database.executeSql(`select setval('${name}', ${last})`)
  } finally {
    await database.close()
  }
  for (const [path, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(dataDir, path)), { recursive: true })
    await writeFile(join(dataDir, path), Buffer.from(bytes, 'base64'))
  }
  return lender
}

/** The columns that a table had then; one that was added since has its default, as a migration gives it. */
function columnsOf(stored: string): string {
  const [row = {}] = JSON.parse(stored) as readonly object[]
  return Object.keys(row)
    .map((column) => `"${column}"`)
    .join(', ')
}
