import { AsyncLocalStorage } from 'node:async_hooks'
import { assert } from '@dolphin/domain/assert'
import type pg from 'pg'
import type { QueryClient } from './executor.ts'

const current = new AsyncLocalStorage<true>()

/** Runs work whose transactions, single queries included, are read only: the database refuses every write (25006). */
export async function withReadOnly<T>(work: () => PromiseLike<T>): Promise<T> {
  return await current.run(true, async () => await work())
}

/** Whether the work that runs now may write nothing. */
export const isReadOnly = (): boolean => current.getStore() === true

interface Statement {
  readonly text: unknown
  readonly values?: unknown[] | undefined
}

/** A session of the driver; what is sent to it while its stream is corked goes out as one. */
export type DriverSession = QueryClient & Pick<pg.Client, 'connection'>

/**
 * Runs statements in a read-only transaction of their own and returns the last one's answer. All are sent at once, for
 * pools are in pipeline mode. After one that fails the server runs none, and the pool rolls the session back.
 */
export async function inReadOnly(
  client: DriverSession,
  statements: readonly Statement[],
): Promise<pg.QueryResult> {
  const { stream } = client.connection
  stream.cork()
  const answers = [
    client.query('begin read only'),
    ...statements.map(({ text, values }) => client.query(text, values)),
    client.query('commit'),
  ]
  stream.uncork()
  const [answer] = (await Promise.all(answers)).slice(-2)
  assert(answer !== undefined, 'a transaction has an answer')
  return answer
}

/** The same client, whose queries are each in a read-only transaction. */
export const readOnlyClient = (client: DriverSession): QueryClient => ({
  query: async (text, values) => await inReadOnly(client, [{ text, values }]),
})
