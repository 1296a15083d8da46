import type { CatalogTable } from '@dolphin/database/driver/table-catalog'

/** Columns by which rows of several tables belong together; every other text is its row's own. */
const KEYS = /^(open_id|loan_no|application_no|transaction_no)$/
/** Money that has to add up within its row. */
const NOUGHT = /^(interest|fee)$/

/** Some value of a column, as SQL, which says whose row it is where it is a text. */
export function sampleValue(name: string, type: string, portfolioId: number, who: string): string {
  if (name === 'portfolio_id') return String(portfolioId)
  if (name === 'id') return String(portfolioId * 10 + (who === 'mine' ? 1 : 2))
  if (name === 'sender') return `'lender'`
  if (type === 'text') return KEYS.test(name) ? `'${name}-${who}'` : `'${name}-${who}-${portfolioId}'`
  if (type === 'jsonb') return `'{}'`
  if (type === 'boolean') return 'true'
  if (type === 'date') return `'2026-03-03'`
  if (type.startsWith('timestamp')) return `'2026-03-03T10:00:00Z'`
  if (type.endsWith('[]')) return `'{}'`
  return NOUGHT.test(name) ? '0' : '1'
}

/** A statement that adds a row of somebody's to any table, whatever columns it has; some values may be said. */
export function sampleRow(
  { name, columns }: CatalogTable,
  portfolioId: number,
  who: string,
  said: Readonly<Record<string, string>> = {},
): string {
  const values = columns.map(
    (column) => said[column.name] ?? sampleValue(column.name, column.type, portfolioId, who),
  )
  const names = columns.map((column) => `"${column.name}"`)
  return `insert into "${name}" (${names.join(', ')}) overriding system value values (${values.join(', ')})`
}

/** Statements that are to be run without foreign keys and triggers, in one text. */
export const withoutRules = (statements: readonly string[]): string =>
  ['set session_replication_role = replica', ...statements, 'set session_replication_role = origin'].join(
    ';\n',
  )
