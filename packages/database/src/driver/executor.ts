import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { toDatabaseFailure } from './database-failure.ts'
import { keyedClient, type KeySlot } from './keyed-client.ts'
import type { QueryText, StatementNames } from './statement-names.ts'
import { statementTitle } from './statement-title.ts'

/** Runs queries: the database itself, or one transaction of it. What every repository function takes first. */
export type Executor = PgDatabase<NodePgQueryResultHKT>

/** Plain SQL on the same session as an executor; the shape pg-boss takes as its `db` option. */
export interface SqlRunner {
  executeSql(text: string, values?: unknown[]): Promise<pg.QueryResult>
  /** The same for a text that never changes: each session keeps it prepared. */
  executeNamed(
    text: string,
    values: readonly unknown[],
    types?: pg.CustomTypesConfig,
  ): Promise<pg.QueryResult>
}

/** The part of a pg client or pool that queries need. */
export interface QueryClient {
  query(text: unknown, values?: unknown[]): Promise<pg.QueryResult>
}

/** Runs a statement and may look at how it went; `title` says what it does, without any value. */
export type StatementObserver = <T>(title: string, run: () => Promise<T>) => Promise<T>

interface PreparedQuery {
  queryWithCache<T>(text: string, parameters: unknown[], run: () => Promise<T>): Promise<T>
}

interface GuardedSession {
  prepareQuery(query: QueryText, fields: unknown, name: string | undefined, ...rest: unknown[]): PreparedQuery
}

interface Session {
  readonly client: QueryClient
  readonly names: StatementNames
  readonly observe: StatementObserver | undefined
}

const sessions = new WeakMap<object, Session>()

/** Runs a query so that neither its failure nor an observer shows a value. */
async function guarded<T>(
  observe: StatementObserver | undefined,
  text: string,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return observe === undefined ? await run() : await observe(statementTitle(text), run)
  } catch (error) {
    throw toDatabaseFailure(error)
  }
}

/**
 * drizzle puts SQL and parameters into the errors it throws. They are replaced where they would be made, so
 * that no caller can forget to. Every query is named on the same way.
 */
function guardErrors(
  session: GuardedSession,
  names: StatementNames,
  observe: StatementObserver | undefined,
): void {
  const prepare = session.prepareQuery.bind(session)
  const queryWithCache: PreparedQuery['queryWithCache'] = async (text, _parameters, run) =>
    await guarded(observe, text, run)
  session.prepareQuery = (query, fields, name, ...rest) =>
    Object.assign(prepare(query, fields, name ?? names.of(query), ...rest), { queryWithCache })
}

/** A drizzle database over one client (or pool); its transactions and savepoints inherit the observer. */
export function executorOver(
  unkeyed: QueryClient,
  names: StatementNames,
  slot: KeySlot,
  observe?: StatementObserver,
): Executor {
  const client = keyedClient(unkeyed, slot)
  const executor = drizzle({ client: client as unknown as pg.Pool, casing: 'snake_case' })
  const { session } = executor._
  guardErrors(session as unknown as GuardedSession, names, observe)
  sessions.set(session, { client, names, observe })
  return executor
}

/** Plain SQL within an executor's transaction (or on the pool, for the database itself). */
export function sqlRunnerOf(executor: Executor): SqlRunner {
  const session = sessions.get(executor._.session)
  if (!session) throw new TypeError('an executor comes from openDatabase')
  const { client, names, observe } = session
  return {
    executeSql: async (text, values) =>
      await guarded(observe, text, async () => await client.query(text, values)),
    async executeNamed(text, values, types) {
      const query = { name: names.of({ sql: text, params: values }), text, values, types }
      return await guarded(observe, text, async () => await client.query(query))
    },
  }
}
