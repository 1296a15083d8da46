import { parseSync, Visitor } from 'oxc-parser'
import { BY_CUSTOMER, BY_TOKEN } from '@dolphin/testkit/distribution'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import type { SourceFile } from './source-files.ts'

/** Something in a statement that a PostgreSQL which spreads customers over servers refuses, or asks of all of them. */
export interface Refused {
  readonly path: string
  readonly line: number
  readonly why: string
}

/** Spread by nothing: they stay on the coordinator, with the job queue (docs/guides/scale.md). */
const ON_COORDINATOR = new Set(['outbox', 'ach_files'])
const isSpread = (table: string) =>
  (BY_CUSTOMER.has(table) || BY_TOKEN.has(table)) && !ON_COORDINATOR.has(table)

const KEY_IN_SQL = /\b(?:customer_key|open_id|token_hash|flow_id)\b/
const KEY_IN_CODE = /\b(?:customerKey|openId|tokenHash|flowId|isCustomer|isOwner|isOwned)\b/
/** Conditions that are handed in, and what they say. */
const HANDED_IN: Readonly<Record<string, string>> = { ofLoan: 'customer_key = loans.customer_key' }

/** A part of a statement in parentheses, or the whole; what lies in parentheses within it is a scope of its own. */
interface Scope {
  /** What stands before its parenthesis. */
  readonly before: string
  readonly text: string
  readonly isWithin: boolean
}

/** The queries of a text of SQL, each without those in it. */
function scopesOf(sql: string): Scope[] {
  const scopes: Scope[] = []
  const open: { before: string; text: string; isQuery: boolean }[] = [{ before: '', text: '', isQuery: true }]
  for (const part of sql.split(/([()])/)) {
    const top = open.at(-1)
    if (part === '(') open.push({ before: top?.text ?? '', text: '', isQuery: false })
    else if (part === ')' && open.length > 1) {
      const closed = open.pop()
      const outer = open.at(-1)
      if (closed === undefined || outer === undefined) continue
      if (/^\s*select\b/.test(closed.text)) {
        scopes.push({ before: closed.before, text: closed.text, isWithin: true })
        outer.text += ' () '
      } else outer.text += `(${closed.text})`
    } else if (top !== undefined) top.text += part
  }
  const [whole] = open
  return whole === undefined ? scopes : [...scopes, { before: '', text: whole.text, isWithin: false }]
}

const TABLE = /\b(?:from|join)\s+([a-z_]+)/g
const JOIN =
  /\bjoin\s+([a-z_]+)\s*([\s\S]*?)(?=\b(?:left|right|inner|join|where|group|order|union|limit)\b|$)/g
/** Before a list of rows that is joined as a table; other queries in parentheses are asked for one row at a time. */
const AS_TABLE = /\b(?:from|join|union|all|as|materialized)\s*$/

function* refusedOf({ before, text, isWithin }: Scope): Generator<string> {
  const tables = [...text.matchAll(TABLE)].map(([, table = '']) => table).filter(isSpread)
  if (tables.length === 0) return
  if (isWithin && !AS_TABLE.test(before) && !KEY_IN_SQL.test(text.slice(text.search(/\bwhere\b/))))
    yield `asks ${tables.join(', ')} within a query, without the key`
  if (tables.length > 1)
    for (const [, table = '', condition = ''] of text.matchAll(JOIN))
      if (isSpread(table) && !KEY_IN_SQL.test(condition)) yield `joins ${table} without the key`
  if (/\bfor update\b/.test(text) && !/\b(?:customer_key|open_id) = /.test(text))
    yield `locks ${tables.join(', ')} without the key`
}

/** A query in a row that is inserted. */
const SELECT_IN_VALUES = /\.values\([\s\S]*?sql`\s*\(\s*select\b/
const QUERY_IN_ROW = /\binsert into [\s\S]*?\bvalues\b[\s\S]*?\(\s*select\b/

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const STORED: Readonly<Record<string, string>> = STORED_NAMES.table
const tableOf = (constant: string) => STORED[constant] ?? snakeCase(constant)

/** The texts of the constants of all files, by name. */
export function constantTexts(files: readonly SourceFile[]): ReadonlyMap<string, string> {
  return new Map(
    files.flatMap(({ text }) =>
      [...text.matchAll(/\bconst ([A-Z_]+)(?:: [^=]*)? = (?:sql)?(?:`([^`]*)`|'([^']*)')/g)].map(
        ([, name = '', template, quoted]): [string, string] => [name, template ?? quoted ?? ''],
      ),
    ),
  )
}

function filledIn(sql: string, constants: ReadonlyMap<string, string>, depth = 0): string {
  if (depth > 4) return sql
  return sql.replace(/\$\{([\w.]+)\}/g, (found, name: string) => {
    const known = constants.get(name) ?? HANDED_IN[name]
    if (known !== undefined) return filledIn(known, constants, depth + 1)
    // `${installments.customerKey}` is the column, `${installments}` the table.
    const [first = '', column] = name.split('.')
    return column === undefined
      ? tableOf(first)
      : column === 'portfolioId'
        ? found
        : `${tableOf(first)}.${snakeCase(column)}`
  })
}

/** What of a repository's statements is refused; `constants` are those that their texts are put together from. */
export function refusedStatements(
  { path, text }: SourceFile,
  constants: ReadonlyMap<string, string>,
): Refused[] {
  const found: Refused[] = []
  const add = (at: number, why: string) =>
    found.push({ path, line: text.slice(0, at).split('\n').length, why })
  const checkSql = (at: number, raw: string) => {
    const sql = filledIn(raw, constants)
    if (!/\b(?:from|join)\s/.test(sql)) return
    for (const scope of scopesOf(sql)) for (const why of refusedOf(scope)) add(at, why)
    if (QUERY_IN_ROW.test(sql)) add(at, 'asks for a value of a row that it inserts')
  }
  new Visitor({
    TemplateLiteral({ start, end }) {
      checkSql(start, text.slice(start + 1, end - 1))
    },
    Literal({ value, start }) {
      if (typeof value === 'string') checkSql(start, value)
    },
    CallExpression({ callee, arguments: given, start, end }) {
      const call = text.slice(start, end)
      const method =
        callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
          ? callee.property.name
          : ''
      const [first, second] = given
      if ((method === 'innerJoin' || method === 'leftJoin') && first?.type === 'Identifier') {
        const isAsked = isSpread(tableOf(first.name)) && /\.from\((\w+)/.exec(call)?.[1] !== undefined
        const from = tableOf(/\.from\((\w+)/.exec(call)?.[1] ?? '')
        const condition = second === undefined ? '' : text.slice(second.start, second.end)
        if (isAsked && isSpread(from) && !KEY_IN_CODE.test(condition))
          add(start, `joins ${first.name} without the key`)
      }
      if (method === 'for') {
        const from = tableOf(/\.from\((\w+)/.exec(call)?.[1] ?? '')
        const condition = call.slice(Math.max(call.indexOf('.where('), 0))
        if (isSpread(from) && !KEY_IN_CODE.test(condition)) add(start, `locks ${from} without the key`)
      }
      if (method === 'values' && SELECT_IN_VALUES.test(call))
        add(start, 'asks for a value of a row that it inserts')
    },
  }).visit(parseSync(path, text).program)
  return found
}
