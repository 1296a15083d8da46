import pg from 'pg'

/** What the measuring process passes to this one. */
export interface GrowthWork {
  readonly databaseUrl: string
  /** The loan to copy, with all its dependent rows. */
  readonly loanNo: string
  readonly copies: number
}

const PORTFOLIO = 118
/** Rows of one table at once, so that no transaction grows without end. */
const AT_ONCE = 50_000
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

/** What is copied, and which rows of it. */
const TABLES: readonly (readonly [table: string, rows: string])[] = [
  ['customers', 't.open_id = $2'],
  ['customer_emails', 't.open_id = $2'],
  ['applications', 't.application_no = (select application_no from loans where loan_no = $1)'],
  ['loans', 't.loan_no = $1'],
  ['payment_plans', 't.loan_no = $1'],
  ['installments', `t.loan_no = $1 and t.number <= ${INSTALLMENTS}`],
  ['transactions', `t.loan_no = $1 and t.installment_number <= ${INSTALLMENTS / 2}`],
  ['loan_accounts', 't.loan_no = $1'],
  ['debit_authorizations', 't.loan_no = $1'],
]

async function columnsOf(client: pg.Client, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  )
  return rows.map(({ name }) => name)
}

async function copy(
  client: pg.Client,
  [table, which]: (typeof TABLES)[number],
  work: GrowthWork,
  openId: string,
) {
  const columns = await columnsOf(client, table)
  if (columns.length === 0) throw new Error(`there is no table ${table}`)
  const values = columns.map((name) => OWN[name] ?? `t."${name}"`)
  for (let from = 0; from < work.copies; from += AT_ONCE) {
    const to = Math.min(from + AT_ONCE, work.copies)
    await client.query(
      `insert into ${table} (${columns.map((name) => `"${name}"`).join(', ')})
       select ${values.join(', ')}
       from ${table} t, generate_series(${FIRST_SERIAL + from}, ${FIRST_SERIAL + to - 1}) as s(n)
       where t.portfolio_id = ${PORTFOLIO} and ${which} and ($1::text is not null and $2::text is not null)`,
      [work.loanNo, openId],
    )
  }
}

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
  for (const table of TABLES) await copy(client, table, work, found.rows[0]?.open_id ?? '')
  await client.query('analyze')
  const { rows } = await client.query<{ count: string }>('select count(*) from loans')
  await client.end()
  return Number(rows[0]?.count)
}
