import { DrizzleQueryError, NoopLogger, type Query } from 'drizzle-orm'
import { NoopCache } from 'drizzle-orm/cache/core'
import type { WithCacheConfig } from 'drizzle-orm/cache/core/types'
import {
  type NodePgClient,
  NodePgPreparedQuery,
  type NodePgQueryResultHKT,
  NodePgSession,
} from 'drizzle-orm/node-postgres'
import {
  PgDatabase,
  PgDialect,
  type PreparedQueryConfig,
  type SelectedFieldsOrdered,
} from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { toDatabaseFailure } from './database-failure.ts'
import { keyedClient, type KeySlot } from './keyed-client.ts'
import type { StatementNames } from './statement-names.ts'
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

type NoTables = Record<string, never>

/** What drizzle hands a session to make a query of. */
type Asked<T extends PreparedQueryConfig> = [
  query: Query,
  fields: SelectedFieldsOrdered | undefined,
  name: string | undefined,
  isInArrays: boolean,
  toResult?: (rows: unknown[][]) => T['execute'],
  metadata?: { type: 'select' | 'update' | 'delete' | 'insert'; tables: string[] },
  cacheConfig?: WithCacheConfig,
]

const DIALECT = new PgDialect({ casing: 'snake_case' })
const NO_LOG = new NoopLogger()
const NO_CACHE = new NoopCache()

/** A query whose failures tell no value: drizzle wraps what the client threw into an error with SQL and parameters. */
class GuardedQuery<T extends PreparedQueryConfig> extends NodePgPreparedQuery<T> {
  override async execute(placeholderValues?: Record<string, unknown>): Promise<T['execute']> {
    try {
      return await super.execute(placeholderValues)
    } catch (error) {
      throw error instanceof DrizzleQueryError ? error.cause : error
    }
  }
}

/** Makes drizzle's queries guarded ones, and names each, so that it stays prepared. Its transactions run on it too. */
class GuardedSession extends NodePgSession<NoTables, NoTables> {
  readonly runner: SqlRunner
  readonly #client: NodePgClient
  readonly #names: StatementNames

  constructor(client: QueryClient, names: StatementNames) {
    // Of a pool or a connection it takes `query` alone.
    const queried = client as unknown as NodePgClient
    super(queried, DIALECT, undefined)
    this.runner = sqlRunnerOver(client, names)
    this.#client = queried
    this.#names = names
  }

  override prepareQuery<T extends PreparedQueryConfig = PreparedQueryConfig>(
    ...[query, fields, name, isInArrays, toResult, metadata, cacheConfig]: Asked<T>
  ): GuardedQuery<T> {
    return new GuardedQuery(
      this.#client,
      query.sql,
      query.params,
      NO_LOG,
      NO_CACHE,
      metadata,
      cacheConfig,
      fields,
      name ?? this.#names.of(query),
      isInArrays,
      toResult,
    )
  }
}

/** A client that shows no value, neither by a failure nor to an observer. */
const guardedClient = (client: QueryClient, observe: StatementObserver | undefined): QueryClient => ({
  async query(query, values) {
    const run = async () => await client.query(query, values)
    try {
      return observe === undefined ? await run() : await observe(statementTitle(textOf(query)), run)
    } catch (error) {
      throw toDatabaseFailure(error)
    }
  },
})

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : (query as pg.QueryConfig).text

/** A drizzle database over one client (or pool); its transactions and savepoints inherit the observer. */
export function executorOver(
  client: QueryClient,
  names: StatementNames,
  slot: KeySlot,
  observe?: StatementObserver,
): Executor {
  const session = new GuardedSession(guardedClient(keyedClient(client, slot), observe), names)
  return new PgDatabase(DIALECT, session, undefined)
}

const sqlRunnerOver = (client: QueryClient, names: StatementNames): SqlRunner => ({
  executeSql: async (text, values) => await client.query(text, values),
  executeNamed: async (text, values, types) =>
    await client.query({ name: names.of({ sql: text, params: values }), text, values, types }),
})

/** Plain SQL within an executor's transaction (or on the pool, for the database itself). */
export function sqlRunnerOf(executor: Executor): SqlRunner {
  const { session } = executor._
  if (!(session instanceof GuardedSession)) throw new TypeError('an executor comes from openDatabase')
  return session.runner
}
