import pg from 'pg'
import { copyRows } from './copied-rows.ts'

/** What the measuring process passes to this one. */
export interface GrowthWork {
  readonly databaseUrl: string
  /** The loan to copy, with all its dependent rows. */
  readonly loanNo: string
  readonly copies: number
}

const PORTFOLIO = 118
/** So many rows of the loan go into each copy: a loan of long standing would fill the disk. */
const INSTALLMENTS = 10
const FIRST_SERIAL = 1_000_000

/** Numbers that are one loan's or one customer's own; each copy gets others. */
const OWN: Readonly<Record<string, string>> = {
  loan_no: `'118-' || lpad(s.n::text, 7, '0')`,
  application_no: `'G' || s.n`,
  open_id: `'growth-' || s.n`,
  customer_key: `'growth-' || s.n`,
  plan_no: `'G' || s.n`,
  transaction_no: `'G' || s.n || '-' || t.transaction_no`,
  instruction_key: `'growth/' || s.n || '/' || t.instruction_key`,
  trace_number: 'null',
  authorization_no: `'G' || s.n`,
  email_index: `md5('growth' || s.n) || md5(s.n::text)`,
}

/** What is copied, and which rows of it, by loan and customer. */
const tablesOf = (loanNo: string, openId: string): readonly (readonly [table: string, rows: string])[] => [
  ['customers', `t.open_id = ${openId}`],
  ['customer_emails', `t.open_id = ${openId}`],
  ['applications', `t.application_no = (select application_no from loans where loan_no = ${loanNo})`],
  ['loans', `t.loan_no = ${loanNo}`],
  ['payment_plans', `t.loan_no = ${loanNo}`],
  ['installments', `t.loan_no = ${loanNo} and t.number <= ${INSTALLMENTS}`],
  ['transactions', `t.loan_no = ${loanNo} and t.installment_number <= ${INSTALLMENTS / 2}`],
  ['loan_accounts', `t.loan_no = ${loanNo}`],
  ['debit_authorizations', `t.loan_no = ${loanNo}`],
]

/**
 * Fills a database with copies of one loan and its customer by plain SQL, then takes the statistics. Keys of other tables
 * and rules of rows are not asked: the copies are there to be in the way, not to be used.
 */
export async function growLoans(work: GrowthWork): Promise<number> {
  const client = new pg.Client({ connectionString: work.databaseUrl })
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query('set synchronous_commit = off')
  const found = await client.query<{ open_id: string }>('select open_id from loans where loan_no = $1', [
    work.loanNo,
  ])
  const [loanNo, openId] = [work.loanNo, found.rows[0]?.open_id ?? ''].map((text) =>
    client.escapeLiteral(text),
  )
  const copies = { own: OWN, from: FIRST_SERIAL, count: work.copies }
  for (const [table, rows] of tablesOf(loanNo ?? '', openId ?? ''))
    await copyRows(client, { ...copies, table, rows: `t.portfolio_id = ${PORTFOLIO} and ${rows}` })
  await client.query('analyze')
  const { rows } = await client.query<{ count: string }>('select count(*) from loans')
  await client.end()
  return Number(rows[0]?.count)
}
