import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueryClient } from './executor.ts'
import type { ApplicationKey, Owner } from './owner.ts'
import type { DriverSession } from './read-only.ts'
import { rowSecurityQuery } from './row-security-query.ts'

/** Whose rows a request may read: one customer's, or those of one application without an owner yet. */
export type RowOwner = Owner | ApplicationKey

const current = new AsyncLocalStorage<RowOwner | undefined>()

/**
 * Runs work whose single queries, outside of transactions, read the rows of this owner alone, whatever they ask for:
 * PostgreSQL's row security hides all others. docs/decisions/row-security.md
 */
export async function withRowSecurity<T>(owner: RowOwner, work: () => PromiseLike<T>): Promise<T> {
  return await runAs(owner, work)
}

/** Leaves the wall for what is about everybody, such as how many coupons are gone. */
export async function bypassRowSecurity<T>(work: () => PromiseLike<T>): Promise<T> {
  return await runAs(undefined, work)
}

/** Awaited inside, for a query of drizzle's begins when it is awaited. */
const runAs = <T>(owner: RowOwner | undefined, work: () => PromiseLike<T>): Promise<T> =>
  current.run(owner, async () => await work())

/**
 * A client that reads the owner's rows alone where the work is within them, over `client`; what is not read so, `plain`
 * runs.
 */
export function queryWithRowSecurity(client: DriverSession, plain: QueryClient): QueryClient {
  const owner = current.getStore()
  if (owner === undefined) return plain
  return {
    query: (text, values) =>
      isRead(text) ? rowSecurityQuery(client, settingsOf(owner), text, values) : plain.query(text, values),
  }
}

const READ = /^\s*(?:select|with)\b/i

/** Writes outside of a transaction are of no customer's rows (limits, what a session was used for). */
function isRead(text: unknown): boolean {
  const written = typeof text === 'string' ? text : (text as { readonly text?: unknown }).text
  return typeof written === 'string' && READ.test(written)
}

/** Role and settings that the policies read, in the order of the statement that sets them. */
const settingsOf = (owner: RowOwner): readonly string[] => [
  String(owner.portfolioId),
  'openId' in owner ? owner.openId : '',
  'openId' in owner ? '' : owner.applicationNo,
]
