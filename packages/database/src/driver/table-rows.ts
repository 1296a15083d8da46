import { sql } from 'drizzle-orm'
import type { Executor } from './executor.ts'
import { type CatalogTable, columnList, rowText } from './table-catalog.ts'

/** How many rows a table has, and a digest that is the same for the same rows in whatever order they lie. */
export interface TableDigest {
  readonly rows: number
  readonly digest: string
}

/** Few round trips, and a piece that neither side minds when its rows are reports of a hundred kilobytes. */
const ROWS_AT_ONCE = 250

/**
 * Makes a transaction write every value in one form, whatever its server is set to. Two servers are compared by these
 * texts.
 */
export async function writePlainly(executor: Executor): Promise<void> {
  await executor.execute(sql`set local timezone to 'UTC'`)
  await executor.execute(sql`set local datestyle to 'ISO, MDY'`)
  await executor.execute(sql`set local bytea_output to 'hex'`)
}

/**
 * The sum of the rows' SHA-256, half by half: needs no order and no memory, so that a table of millions is read once.
 * Against accidents, not against somebody who makes rows to fit. Within a transaction after `writePlainly`.
 */
export async function digestTable(executor: Executor, table: CatalogTable): Promise<TableDigest> {
  const half = (from: number) =>
    sql`coalesce(sum(('x' || substr(hash, ${sql.raw(String(from))}, 16))::bit(64)::bigint::numeric), 0)::text`
  const { rows } = await executor.execute<{ rows: string; first: string; second: string }>(sql`
    select count(*)::text as rows, ${half(1)} as first, ${half(17)} as second
    from (select encode(sha256(convert_to(${rowText(table)}::text, 'UTF8')), 'hex') as hash
      from ${sql.identifier(table.name)}) as hashes`)
  const [found] = rows
  return { rows: Number(found?.rows ?? 0), digest: `${found?.first ?? ''}/${found?.second ?? ''}` }
}

/**
 * Copies a table's rows from one database to another in the order of its key, so that each link of a chain of hashes
 * comes after the one it names; all rules of the target stay on and judge every row. What a trigger judges by whole
 * statements is gathered beside the table and comes in one. Both within a transaction after `writePlainly`. Told after
 * each piece how many rows are there.
 */
export async function copyRows(
  from: Executor,
  to: Executor,
  table: CatalogTable,
  tell: (rows: number) => void,
): Promise<void> {
  const key = sql.join(
    table.key.map((name) => sql`${sql.identifier(table.name)}.${sql.identifier(name)}`),
    sql`, `,
  )
  const ordered = table.key.length === 0 ? sql`` : sql` order by ${key}`
  await from.execute(
    sql`declare moved_rows no scroll cursor for select ${rowText(table)} as plain_values from ${sql.identifier(table.name)}${ordered}`,
  )
  const gathered = { ...table, name: `gathered_${table.name}` }
  const isWhole = await isJudgedWhole(to, table)
  if (isWhole)
    await to.execute(
      sql`create temporary table ${sql.identifier(gathered.name)} (like ${sql.identifier(table.name)}) on commit drop`,
    )
  let copied = 0
  for (let more = true; more; ) {
    const { rows } = await from.execute<{ plain_values: readonly (string | null)[] }>(
      sql`fetch ${sql.raw(String(ROWS_AT_ONCE))} from moved_rows`,
    )
    more = rows.length === ROWS_AT_ONCE
    if (rows.length === 0) break
    await insertLines(
      to,
      isWhole ? gathered : table,
      rows.map((row) => row.plain_values),
    )
    copied += rows.length
    tell(copied)
  }
  await from.execute(sql`close moved_rows`)
  if (isWhole)
    await to.execute(
      sql`insert into ${sql.identifier(table.name)} (${columnList(table)}) overriding system value
        select ${columnList(table)} from ${sql.identifier(gathered.name)}`,
    )
}

/** Whether a trigger of the table looks at all rows of a statement: parted, they would be refused. */
async function isJudgedWhole(to: Executor, { name }: CatalogTable): Promise<boolean> {
  const { rows } = await to.execute(
    sql`select 1 from pg_trigger where tgrelid = ${`public.${name}`}::regclass and tgnewtable is not null`,
  )
  return rows.length > 0
}

async function insertLines(
  to: Executor,
  table: CatalogTable,
  lines: readonly (readonly (string | null)[])[],
): Promise<void> {
  const values = sql.join(
    table.columns.map(({ type }, index) => sql.raw(`(plain_values ->> ${index})::${type}`)),
    sql`, `,
  )
  await to.execute(sql`
    insert into ${sql.identifier(table.name)} (${columnList(table)}) overriding system value
    select ${values} from json_array_elements(${JSON.stringify(lines)}::json) with ordinality as read(plain_values, place)
    order by place`)
}
