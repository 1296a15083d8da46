import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { PROJECT_ROOT } from '../setup/step.mjs'

/** All SQL of the product is here. */
const DATABASE = 'packages/database/src'

/**
 * A condition of a query by which one customer's, or one portfolio's, rows are told from all others'.
 * @typedef {{ id: string, file: string, kind: 'customer' | 'portfolio', form: 'call' | 'text', start: number, end: number }} OwnerFilter
 */

/**
 * A function that reads or changes rows; `kinds` are those of the filters in it or in what it uses of its file.
 * @typedef {{ id: string, file: string, tables: string[], kinds: string[] }} OwnedQuery
 */

const KIND_OF_COLUMN = {
  openId: 'customer',
  open_id: 'customer',
  owner: 'customer',
  portfolioId: 'portfolio',
  portfolio_id: 'portfolio',
}

/** Functions that make a condition of a column and what it has to be. */
const CONDITIONS = new Set(['eq', 'inArray', 'isOneOf'])
const READERS = new Set(['from', 'update', 'delete', 'innerJoin', 'leftJoin'])

/** `portfolio_id = $1`, `open_id = any(${ids}::text[])`, `${isCustomer ? 'open_id' : 'application_no'} = $2`. */
const IN_TEXT =
  /(?:\$\{[^{}]*(?<chosen>open_id|portfolio_id|openId|portfolioId)[^{}]*\}|(?:\b[a-z]\w*\.)?\b(?<column>portfolio_id|open_id|owner))\s*=\s*(?:any\(\$\{[^{}]*\}::[a-z]+\[\]\)|\$\{[^{}]*\}|\$\d+|[a-z][\w.]*)(?:::[a-z]+)?/g
const byName = (a, b) => (a < b ? -1 : 1)
const TABLE_IN_TEXT = /\b(?:from|join|update)\s+([a-z_]+)\b/g

/** Stored names of the tables whose constant has a newer one, from the one place that has them. */
function readStoredTables() {
  const text = readFileSync(join(PROJECT_ROOT, 'packages/domain/src/stored-names.ts'), 'utf8')
  const [, tables = ''] = /\btable: \{([^}]*)\}/.exec(text) ?? []
  return Object.fromEntries([...tables.matchAll(/(\w+): '(\w+)'/g)].map(([, name, stored]) => [name, stored]))
}

const STORED_TABLES = readStoredTables()

/** Tables of the schema; other names after "from" are the server's own, or of one statement. */
function knownTables() {
  const folder = join(PROJECT_ROOT, DATABASE, 'schema')
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const named = texts.flatMap((text) => [...text.matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, name]) => name))
  return new Set([...named, ...Object.values(STORED_TABLES)])
}

/** The second wall, which the proof leaves out; its conditions are proved by row-security.db.test.ts beside it. */
const ROW_SECURITY = 'row-security-query.ts'

const NO_REPOSITORIES = ['schema', 'migrations', 'driver/embedded']

/** Repositories alone: the rest of the package has no queries on rows of people. */
function repositoryFiles() {
  return readdirSync(join(PROJECT_ROOT, DATABASE), { recursive: true })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && basename(path) !== ROW_SECURITY)
    .filter((path) => !NO_REPOSITORIES.some((folder) => path.startsWith(`${folder}/`)))
    .toSorted((a, b) => byName(basename(a), basename(b)))
    .map((path) => `${DATABASE}/${path}`)
}

/** Every node below one, itself first. */
function* nodesIn(node) {
  if (Array.isArray(node)) for (const one of node) yield* nodesIn(one)
  else if (node !== null && typeof node === 'object') {
    if (typeof node.type === 'string') yield node
    for (const [key, value] of Object.entries(node)) if (key !== 'type') yield* nodesIn(value)
  }
}

/** Functions and constants of a module by name; what is exported stands in its export. */
function declarationsOf(program) {
  return program.body.flatMap((statement) => {
    const node = statement.declaration ?? statement
    if (node?.type === 'FunctionDeclaration') return [{ name: node.id.name, node }]
    if (node?.type !== 'VariableDeclaration') return []
    return node.declarations.map((one) => ({ name: one.id.name ?? '', node: one }))
  })
}

const columnOf = (node) => (node?.type === 'MemberExpression' ? node.property.name : node?.name)

/** Conditions made by a call such as `eq(loans.openId, openId)`. */
function filtersOfCall(node) {
  if (node.type !== 'CallExpression' || !CONDITIONS.has(node.callee.name)) return []
  const kind = KIND_OF_COLUMN[columnOf(node.arguments[0])]
  return kind === undefined ? [] : [{ kind, form: 'call', start: node.start, end: node.end }]
}

const isText = ({ type, value }) =>
  type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string')

/** Conditions in a text of SQL. */
function filtersOfText(node, source) {
  if (!isText(node)) return []
  return [...source.slice(node.start, node.end).matchAll(IN_TEXT)].map(({ index, 0: text, groups }) => ({
    kind: KIND_OF_COLUMN[groups.chosen ?? groups.column],
    form: 'text',
    start: node.start + index,
    end: node.start + index + text.length,
  }))
}

const filtersIn = (node, source) =>
  [...nodesIn(node)]
    .flatMap((one) => [...filtersOfCall(one), ...filtersOfText(one, source)])
    // A text inside of a text is met twice.
    .filter((one, at, all) => all.findIndex(({ start }) => start === one.start) === at)
    .toSorted((a, b) => a.start - b.start)

function tablesIn(node, source) {
  const named = [...nodesIn(node)].flatMap((one) => {
    if (isText(one))
      return [...source.slice(one.start, one.end).matchAll(TABLE_IN_TEXT)].map(([, table]) => table)
    const isRead = one.type === 'CallExpression' && READERS.has(one.callee.property?.name)
    const [table] = isRead ? one.arguments : []
    return table?.type === 'Identifier' ? [snakeCase(table.name)] : []
  })
  return [...new Set(named)].toSorted(byName)
}

/** The table's stored name; two constants have a newer one. */
const snakeCase = (name) =>
  STORED_TABLES[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const shortName = (file) => basename(file, '.ts')

/** What one file filters and asks. */
function scan(file) {
  const source = readFileSync(join(PROJECT_ROOT, file), 'utf8')
  const declarations = declarationsOf(parseSync(file, source).program)
  const filters = declarations.flatMap(({ name, node }) => {
    const counted = {}
    return filtersIn(node, source).map((filter) => {
      counted[filter.kind] = (counted[filter.kind] ?? 0) + 1
      return { id: `${shortName(file)} ${name} ${filter.kind} ${counted[filter.kind]}`, file, ...filter }
    })
  })
  return { filters, queries: queriesOf(file, declarations, source) }
}

function queriesOf(file, declarations, source) {
  const own = new Map(
    declarations.map(({ name, node }) => [
      name,
      {
        kinds: filtersIn(node, source).map(({ kind }) => kind),
        uses: [...nodesIn(node)].filter(({ type }) => type === 'Identifier').map((one) => one.name),
      },
    ]),
  )
  const kindsOf = (name, seen = new Set()) => {
    const { kinds = [], uses = [] } = seen.has(name) ? {} : (own.get(name) ?? {})
    seen.add(name)
    return [...kinds, ...uses.flatMap((one) => kindsOf(one, seen))]
  }
  return declarations
    .map(({ name, node }) => ({
      id: `${shortName(file)} ${name}`,
      file,
      tables: tablesIn(node, source),
      kinds: [...new Set(kindsOf(name))].toSorted(byName),
    }))
    .filter(({ tables }) => tables.length > 0)
}

/** @returns {OwnerFilter[]} */
export const ownerFilters = () => repositoryFiles().flatMap((file) => scan(file).filters)

/** @returns {OwnedQuery[]} */
export function ownedQueries() {
  const known = knownTables()
  return repositoryFiles()
    .flatMap((file) => scan(file).queries)
    .map((query) => ({ ...query, tables: query.tables.filter((table) => known.has(table)) }))
    .filter(({ tables }) => tables.length > 0)
}

/** Marks the beginning and the end of what filter-switch.ts turns into "or true". */
const mark = (number) => `or false/*f${number}*/`
const MAKER = 'ownerFilterWithMark'

/**
 * A module's text with a mark in each filter, so that a statement says which filters it has and each can be opened
 * while the program runs.
 * @param {readonly OwnerFilter[]} filters
 */
export function withMarks(filters, file, text) {
  const here = filters.map((filter, number) => ({ ...filter, number })).filter((one) => one.file === file)
  if (here.length === 0) return text
  const marked = here
    .toSorted((a, b) => b.start - a.start)
    .reduce((before, { start, end, form, number }) => {
      const found = before.slice(start, end)
      const wrapped = form === 'call' ? `${MAKER}(${found}, '${mark(number)}')` : `(${found} ${mark(number)})`
      return before.slice(0, start) + wrapped + before.slice(end)
    }, text)
  const maker = `import { sql as ${MAKER}Sql } from 'drizzle-orm'
const ${MAKER} = (condition, text) => ${MAKER}Sql\`(\${condition} \${${MAKER}Sql.raw(text)})\`\n`
  return maker + marked
}
