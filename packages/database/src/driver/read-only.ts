import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueryClient } from './executor.ts'

const current = new AsyncLocalStorage<true>()

/** Runs work whose transactions, single queries included, are read only: the database refuses every write (25006). */
export async function withReadOnly<T>(work: () => PromiseLike<T>): Promise<T> {
  return await current.run(true, async () => await work())
}

/** Whether the work that runs now may write nothing. */
export const isReadOnly = (): boolean => current.getStore() === true

/** Runs one query in a read-only transaction of its own; where it throws, its session is rolled back by the pool. */
export async function inReadOnly<T>(client: QueryClient, run: () => Promise<T>): Promise<T> {
  await client.query('begin read only')
  const result = await run()
  await client.query('commit')
  return result
}
