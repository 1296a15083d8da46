/** The first migration after release 0.1.0: from here on the build before runs beside each new schema. */
export const FIRST_JUDGED = 36

const BREAK = '--> statement-breakpoint'
/** A sentence above a statement that says why the build before goes on beside it. */
const REASON = /^-- build before: \S/m
const RAISES = /create or replace function least_migrations\(\)[^;]*'select (\d+)'/i

interface New {
  readonly tables: ReadonlySet<string>
  readonly columns: ReadonlySet<string>
}

const names = (sql: string, pattern: RegExp): ReadonlySet<string> =>
  new Set([...sql.matchAll(pattern)].map(([, name]) => name ?? ''))

/**
 * What a migration takes from the build before it, statement by statement: nothing where it only adds. A statement that
 * is judged otherwise by a person says so in a line "-- build before: why"; a migration that stops older builds raises
 * `least_migrations()` to its own number plus one. Source: docs/guides/releases.md.
 */
export function takenAway(sql: string, number: number): readonly string[] {
  if (Number(RAISES.exec(sql)?.[1]) === number + 1) return []
  const fresh: New = {
    tables: names(sql, /create table (?:if not exists )?"?(\w+)"?/gi),
    columns: names(sql, /add column (?:if not exists )?"?(\w+)"?/gi),
  }
  return statementsOf(sql).filter((statement) => !REASON.test(statement) && !onlyAdds(statement, fresh))
}

/** Parted at the generator's mark; a statement written by hand between two marks stands for all of them. */
const statementsOf = (sql: string): string[] =>
  sql
    .split(BREAK)
    .map((part) => part.trim())
    .filter((part) => part.replace(/^--.*$/gm, '').trim() !== '')

function onlyAdds(statement: string, { tables, columns }: New): boolean {
  const text = statement
    .replace(/^--.*$/gm, '')
    .trim()
    .toLowerCase()
  const target = /^(?:alter table|create (?:unique )?index .*? on|create policy \w+ on) "?(\w+)"?/s.exec(
    text,
  )?.[1]
  const isNew = tables.has(target ?? '') || [...columns].some((column) => text.includes(`"${column}"`))
  if (/^create (table|index|policy|function|trigger)\b/.test(text)) return true
  if (/^(create unique index|alter table .* (add constraint|enable row level security))/s.test(text))
    return isNew
  if (/^alter table "?\w+"? add column/.test(text)) return !/not null/.test(text) || /\bdefault\b/.test(text)
  if (text.startsWith('do $$')) return !/\b(alter|drop|delete|truncate|rename)\b/.test(text)
  return /^(insert|update|comment|grant)\b/.test(text)
}
