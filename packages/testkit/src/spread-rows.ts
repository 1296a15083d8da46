import type { Database } from '@dolphin/database/driver/open'
import { BY_CUSTOMER, BY_TOKEN } from './distribution.ts'

/** What depends on a table besides its columns, as statements that create it again. */
interface Hanging {
  readonly table: string
  readonly statement: string
}

async function rowsOf(database: Database, text: string, tables: readonly string[]): Promise<Hanging[]> {
  const { rows } = await database.executeSql(text, [[...tables]])
  return rows as Hanging[]
}

const REFERENCES = `select conrelid::regclass::text as "table",
    format('alter table %s add %s', conrelid::regclass, pg_get_constraintdef(oid)) as statement
  from pg_constraint where contype = 'f' and conrelid::regclass::text = any($1)`

const DROPPED_REFERENCES = `select conrelid::regclass::text as "table",
    format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement
  from pg_constraint where contype = 'f' and conrelid::regclass::text = any($1)`

const TRIGGERS = `select tgrelid::regclass::text as "table", pg_get_triggerdef(oid) as statement
  from pg_trigger where not tgisinternal and tgrelid::regclass::text = any($1)`

const POLICIES = `select tablename as "table",
    format('create policy %I on %I using (%s)', policyname, tablename, qual) as statement
  from pg_policies where tablename = any($1)`

/**
 * Spreads the rows of customers over so many partitions by their key, as a PostgreSQL that distributes tables does over
 * servers, by the same rules: the key must be in each primary key, unique index and foreign key, or the server refuses
 * the table. What a distributing one refuses besides, and partitions do not, is refused by a trigger: a row whose key
 * changes. For an empty, migrated database on PostgreSQL.
 */
export async function spreadRows(database: Database, partitions: number): Promise<void> {
  const keys = new Map([...BY_CUSTOMER, ...BY_TOKEN])
  const tables = [...keys.keys()]
  const again = [
    ...(await rowsOf(database, REFERENCES, tables)),
    ...(await rowsOf(database, TRIGGERS, tables)),
    ...(await rowsOf(database, POLICIES, tables)),
  ]
  const dropped = await rowsOf(database, DROPPED_REFERENCES, tables)
  const spread = [...keys].flatMap(([table, key]) => [
    `alter table ${table} rename to ${table}_whole`,
    `create table ${table} (like ${table}_whole including all) partition by hash (${key})`,
    ...Array.from(
      { length: partitions },
      (_, n) =>
        `create table ${table}_${n} partition of ${table} for values with (modulus ${partitions}, remainder ${n})`,
    ),
    `drop table ${table}_whole cascade`,
    `alter table ${table} enable row level security, force row level security`,
    `create trigger key_stays before update on ${table} for each row
      when (old.${key} is distinct from new.${key}) execute function key_stays()`,
  ])
  const KEY_STAYS = `create function key_stays() returns trigger language plpgsql as $$
    begin raise exception 'a row of % stays where it lies', tg_table_name; end $$`
  const statements = [
    ...dropped.map(({ statement }) => statement),
    KEY_STAYS,
    ...spread,
    ...again.map(({ statement }) => statement),
    'grant select on all tables in schema public to dolphin_borrower',
  ]
  await database.executeSql(statements.join(';\n'))
}
