import { LoanStatus, TerminatedSubStatus } from '@dolphin/domain/loans/codes'
import type { WorkItemKind } from '@dolphin/domain/work-items/codes'
import pg from 'pg'
import { type Copies, copyRows } from './copied-rows.ts'

/** What the measuring process passes to this one. */
export interface DeskRows {
  readonly databaseUrl: string
  /** The long loan whose rows are copied, and its customer. */
  readonly loanNo: string
  readonly openId: string
  /** Customers who open, stored before: `desk-<n>` in order, with these loans. */
  readonly sampleLoans: readonly string[]
  /** Customers who are there to be in the way. */
  readonly customers: number
  /** Open items of the queue that is measured, and of all others together. */
  readonly queue: { readonly kind: string; readonly items: number; readonly others: number }
}

const PORTFOLIO = 118
const FIRST_SAMPLE = 9_000_001
const FIRST_CUSTOMER = 1_000_000
/** Of these the name is the same as that of some samples. */
const NAMESAKES = 1_000
/** Of the long loan's attempts the one that came through. */
const LAST_ATTEMPT = 5

/** Kinds that no round of the server looks at again. */
const OTHER_KINDS: readonly WorkItemKind[] = [
  'unmatchedReturn',
  'refusedReturn',
  'entryQuarantined',
  'heldCredit',
  'receiptToCheck',
  'textOfSeveral',
  'dataRequest',
]

type Own = Readonly<Record<string, string>>

/** Numbers of the money of any customer. */
const MONEY: Own = {
  plan_no: `'P' || s.n`,
  transaction_no: `'T' || (s.n::bigint * 1000 + substr(t.transaction_no, 2)::integer)`,
  instruction_key: `s.n || '/' || t.instruction_key`,
  trace_number: `lpad((s.n::bigint * 1000 + substr(t.transaction_no, 2)::integer)::text, 15, '0')`,
  decision_no: `'D' || s.n || '-' || t.decision_no`,
  authorization_no: `'B' || s.n`,
  application_no: `'A' || s.n`,
}

const CUSTOMER: Own = {
  ...MONEY,
  open_id: `'made-' || s.n`,
  customer_key: `'made-' || s.n`,
  loan_no: `'118-' || s.n`,
  account_tail: `lpad((s.n % 10000)::text, 4, '0')`,
  email_index: `md5('made' || s.n) || md5(s.n::text)`,
  ssn_index: `md5('ssn' || s.n) || md5(s.n::text)`,
}

/** Their loans ended a year ago, so that the server's own rounds leave them alone. */
const OVER: Own = {
  status: `${LoanStatus.terminated}`,
  sub_status: `'${TerminatedSubStatus.paidOff}'`,
  created_at: `now() - interval '2 years' + s.n * interval '1 second'`,
  updated_at: `now() - interval '1 year' + s.n * interval '1 second'`,
}

/** What is copied of the long loan: its money besides the loan itself, up to some installment. */
const moneyOf = (
  loanNo: string,
  installments: number,
): readonly (readonly [table: string, rows: string])[] => [
  ['applications', `t.application_no = (select application_no from loans where loan_no = ${loanNo})`],
  ['loan_history', `t.loan_no = ${loanNo}`],
  ['payment_plans', `t.loan_no = ${loanNo}`],
  ['installments', `t.loan_no = ${loanNo} and t.number <= ${installments}`],
  [
    'transactions',
    `t.loan_no = ${loanNo} and t.attempt = ${LAST_ATTEMPT} and t.installment_number <= ${installments}`,
  ],
  ['loan_accounts', `t.loan_no = ${loanNo}`],
  ['debit_authorizations', `t.loan_no = ${loanNo}`],
]

const DIRECTORY = `insert into loan_directory (portfolio_id, loan_no, customer_key)
  select portfolio_id, loan_no, customer_key from loans on conflict do nothing`

/** Each transaction was sent and came through or back. */
const MOVES = `insert into transaction_history (portfolio_id, customer_key, transaction_no, loan_no, sequence, from_status,
    to_status, cause, actor, at)
  select portfolio_id, customer_key, transaction_no, loan_no, m, case m when 1 then null else 1 end,
    case m when 1 then 1 else status end, case m when 1 then 'originated' else 'settled' end, 'system',
    created_at + m * interval '1 hour'
  from transactions, generate_series(1, 2) m`

const AUDIT = `insert into audit_events (portfolio_id, subject, sequence, action, actor, facts, at, previous_hash, hash)
  select portfolio_id, loan_no, 1, 'loanRead', 'system', '{}', created_at, md5(loan_no) || md5(loan_no),
    md5(loan_no) || md5(open_id)
  from loans where open_id like 'made-%' or open_id like 'desk-%'`

/** Four tokens of each customer; some have the most common name of the samples. */
const tokens = (customers: number): string => `insert into find_tokens (portfolio_id, open_id, source, token)
  select ${PORTFOLIO}, 'made-' || n, source,
    case when source = 'profile' and part = 1 and n < ${FIRST_CUSTOMER + NAMESAKES} then common.token
      else md5(part || '/' || n) || md5(n || source) end
  from generate_series(${FIRST_CUSTOMER}, ${FIRST_CUSTOMER + customers - 1}) n,
    (values ('email', 0), ('profile', 1), ('profile', 2), ('contact/2', 3)) of (source, part),
    (select token from find_tokens where open_id like 'desk-%' group by token order by count(*) desc limit 1) common`

/** A work item a row, of one kind in turn; open ones are due within ten days, the earliest first in no order of numbers. */
const items = (kinds: string, { from, count, closed }: { from: number; count: number; closed: boolean }) =>
  `insert into work_items (portfolio_id, work_item_no, kind, subject, loan_no, concerns, since, due, reason, facts,
      closed_at, closed_by, closed_for)
    select ${PORTFOLIO}, 'W' || lpad(n::text, 9, '0'), (array[${kinds}])[1 + n % array_length(array[${kinds}], 1)],
      'loan/' || n, '118-' || (${FIRST_CUSTOMER} + n % 1000000), '{}', now() - (n % 97) * interval '1 hour',
      current_date - 3 + (n * 7 % 10), 'Made for the measure', '{}',
      ${closed ? `now(), 'employee:bench', 'done'` : 'null, null, null'}
    from generate_series(${from}, ${from + count - 1}) n`

async function copyMoney(
  client: pg.Client,
  money: ReturnType<typeof moneyOf>,
  copies: Omit<Copies, 'table' | 'rows'>,
) {
  for (const [table, rows] of money) await copyRows(client, { ...copies, table, rows })
}

async function addWorkItems(client: pg.Client, { queue, customers }: DeskRows): Promise<void> {
  const others = OTHER_KINDS.map((kind) => `'${kind}'`).join(', ')
  const queueFrom = 1_000_000
  const othersFrom = queueFrom + queue.items
  const closedFrom = othersFrom + queue.others
  await client.query(items(`'${queue.kind}'`, { from: queueFrom, count: queue.items, closed: false }))
  await client.query(items(others, { from: othersFrom, count: queue.others, closed: false }))
  await client.query(items(others, { from: closedFrom, count: customers, closed: true }))
  await client.query(`select setval('work_item_serial', ${closedFrom + customers})`)
}

/**
 * Fills a database with customers, loans, money, find tokens and work items by plain SQL, then takes the statistics. The
 * loans of the samples hold together; all other rows are there to be in the way, and their sealed fields open nowhere.
 */
export async function fillDesk(work: DeskRows): Promise<number> {
  const client = new pg.Client({ connectionString: work.databaseUrl })
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query('set synchronous_commit = off')
  const [loanNo, openId] = [client.escapeLiteral(work.loanNo), client.escapeLiteral(work.openId)]
  const loanOf = `(array[${work.sampleLoans.map((one) => client.escapeLiteral(one)).join(', ')}])[s.n - ${FIRST_SAMPLE - 1}]`
  const sample = { ...MONEY, open_id: `'desk-' || s.n`, customer_key: `'desk-' || s.n`, loan_no: loanOf }
  const samples = { own: sample, from: FIRST_SAMPLE, count: work.sampleLoans.length }
  await copyRows(client, { ...samples, table: 'loans', rows: `t.loan_no = ${loanNo}` })
  await copyMoney(client, moneyOf(loanNo, 5), samples)
  const others = { own: CUSTOMER, from: FIRST_CUSTOMER, count: work.customers }
  for (const table of ['customers', 'customer_emails'])
    await copyRows(client, { ...others, table, rows: `t.open_id = ${openId}` })
  const loans = { ...others, own: { ...CUSTOMER, ...OVER }, table: 'loans' }
  await copyRows(client, { ...loans, rows: `t.loan_no = ${loanNo}` })
  await copyMoney(client, moneyOf(loanNo, 2), others)
  for (const statement of [DIRECTORY, MOVES, AUDIT, tokens(work.customers)]) await client.query(statement)
  await addWorkItems(client, work)
  await client.query('vacuum analyze')
  const { rows } = await client.query<{ count: string }>('select count(*) from customers')
  await client.end()
  return Number(rows[0]?.count)
}
