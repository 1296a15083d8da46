import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { toDatabaseFailure } from './database-failure.ts'

/** Runs queries: the database itself, or one transaction of it. What every repository function takes first. */
export type Executor = PgDatabase<NodePgQueryResultHKT>

/** Plain SQL on the same session as an executor; the shape pg-boss takes as its `db` option. */
export interface SqlRunner {
  executeSql(text: string, values?: unknown[]): Promise<pg.QueryResult>
}

/** The part of a pg client or pool that queries need. */
export interface QueryClient {
  query(text: unknown, values?: unknown[]): Promise<pg.QueryResult>
}

interface PreparedQuery {
  queryWithCache<T>(text: string, parameters: unknown[], run: () => Promise<T>): Promise<T>
}

interface GuardedSession {
  prepareQuery(...input: unknown[]): PreparedQuery
}

const clients = new WeakMap<object, QueryClient>()

async function withoutValues<T>(_text: string, _parameters: unknown[], run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw toDatabaseFailure(error)
  }
}

/**
 * drizzle puts SQL and parameters into the errors it throws. They are replaced where they would be made, so
 * that no caller can forget to.
 */
function guardErrors(session: GuardedSession): void {
  const prepare = session.prepareQuery.bind(session)
  session.prepareQuery = (...input) => Object.assign(prepare(...input), { queryWithCache: withoutValues })
}

/** A drizzle database over one client (or pool); its transactions and savepoints inherit the guard. */
export function executorOver(client: QueryClient): Executor {
  const executor = drizzle({ client: client as unknown as pg.Pool, casing: 'snake_case' })
  const { session } = executor._
  guardErrors(session as unknown as GuardedSession)
  clients.set(session, client)
  return executor
}

/** Plain SQL within an executor's transaction (or on the pool, for the database itself). */
export function sqlRunnerOf(executor: Executor): SqlRunner {
  const client = clients.get(executor._.session)
  if (!client) throw new TypeError('an executor comes from openDatabase')
  return {
    async executeSql(text, values) {
      try {
        return await client.query(text, values)
      } catch (error) {
        throw toDatabaseFailure(error)
      }
    },
  }
}
