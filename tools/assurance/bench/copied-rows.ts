import type pg from 'pg'

/** Rows of one table to copy: which, how often, and what each copy has of its own. */
export interface Copies {
  readonly table: string
  /** SQL that tells the rows to copy, which are named `t`. */
  readonly rows: string
  /** Columns of which each copy has its own value, as SQL of its number `s.n`; the others are copied. */
  readonly own: Readonly<Record<string, string>>
  readonly from: number
  readonly count: number
}

/** Copies at once, so that no transaction grows without end. */
const AT_ONCE = 50_000

async function columnsOf(client: pg.Client, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** Copies rows by plain SQL, so many times. */
export async function copyRows(client: pg.Client, { table, rows, own, from, count }: Copies): Promise<void> {
  const columns = await columnsOf(client, table)
  if (columns.length === 0) throw new Error(`there is no table ${table}`)
  const values = columns.map((name) => own[name] ?? `t."${name}"`)
  for (let start = from; start < from + count; start += AT_ONCE) {
    const end = Math.min(start + AT_ONCE, from + count)
    await client.query(
      `insert into ${table} (${columns.map((name) => `"${name}"`).join(', ')})
       select ${values.join(', ')} from ${table} t, generate_series(${start}, ${end - 1}) as s(n) where ${rows}`,
    )
  }
}
