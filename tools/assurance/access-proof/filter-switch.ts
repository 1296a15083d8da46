import type { Database } from '@dolphin/database/driver/open'

/** Which of the marked filters lets every row through, and which the statements have had. */
export interface FilterSwitch {
  /** Opens one filter, by its number; undefined closes it. */
  open(filter: number | undefined): void
  /** Filters of the statements since it was asked last. */
  seen(): ReadonlySet<number>
  /** Begins what `undo` takes back, whatever is committed in between. */
  beginUndoable(): void
  undo(): Promise<void>
}

interface Query {
  readonly text: string
  readonly name?: string
}

type Run = (this: unknown, query: Query | string, values?: unknown, callback?: unknown) => unknown

const MARK = /or false\/\*f(\d+)\*\//g
/** Several statements in one text that are a transaction of their own, as the job queue sends them. */
const WHOLE = /^\s*begin;([\s\S]*)commit;\s*$/i
const NOTHING = { rows: [], rowCount: 0, command: '', fields: [], oid: 0 }

/**
 * Stands between the pool's one session and its database: reads the marks of each statement (owner-filters.mjs puts
 * them there), opens a filter, and makes savepoints of transactions, so that all that a request did can be undone.
 * For the embedded database alone, which has one session.
 */
export async function watchFilters({ sessions }: Pick<Database, 'sessions'>): Promise<FilterSwitch> {
  let opened: number | undefined
  let found = new Set<number>()
  let undoable: 'no' | 'wanted' | 'begun' = 'no'
  let isInner = false
  const client = await sessions.lease((one) => Promise.resolve(one))
  const kind = Object.getPrototypeOf(client) as { query: Run }
  const plain = kind.query
  const ask = (text: string) => plain.call(client, text) as Promise<unknown>

  function marked(query: Query): Query {
    const numbers = [...query.text.matchAll(MARK)].map(([, number]) => Number(number))
    for (const number of numbers) found.add(number)
    if (opened === undefined || !numbers.includes(opened)) return query
    const text = query.text.replaceAll(`or false/*f${opened}*/`, 'or true')
    return query.name === undefined ? { ...query, text } : { ...query, text, name: `${query.name}_${opened}` }
  }

  /** Transactions of the product become savepoints of ours; undefined for any other statement. */
  async function asSavepoint(text: string): Promise<unknown> {
    const [verb = '', second] = text.trim().toLowerCase().split(/\s+/)
    if (verb === 'begin') {
      isInner = true
      await ask('savepoint inner_work')
    } else if (verb === 'commit') {
      isInner = false
      await ask('release savepoint inner_work')
    } else if (verb === 'rollback' && second === undefined) {
      if (isInner) await ask('rollback to savepoint inner_work')
      isInner = false
    } else return undefined
    return NOTHING
  }

  async function undoably(query: Query, values: unknown): Promise<unknown> {
    if (undoable === 'wanted') {
      undoable = 'begun'
      await ask('begin')
    }
    const moved = await asSavepoint(query.text)
    if (moved !== undefined) return moved
    const alone = { ...query, text: query.text.replace(WHOLE, '$1') }
    if (isInner) return await plain.call(client, alone, values)
    await ask('savepoint lone_work')
    try {
      return await plain.call(client, alone, values)
    } catch (error) {
      await ask('rollback to savepoint lone_work')
      throw error
    }
  }

  kind.query = function query(given, values, callback) {
    if (typeof callback === 'function' || typeof (given as Query).text !== 'string') {
      if (typeof given !== 'string') return plain.call(this, given, values, callback)
    }
    const asked = marked(typeof given === 'string' ? { text: given } : given)
    if (undoable === 'no') return plain.call(this, asked, values)
    return undoably(asked, values)
  }

  return {
    open: (filter) => void (opened = filter),
    seen() {
      const seen = found
      found = new Set()
      return seen
    },
    beginUndoable: () => void (undoable = 'wanted'),
    async undo() {
      if (undoable === 'begun') await ask('rollback')
      undoable = 'no'
      isInner = false
    },
  }
}
