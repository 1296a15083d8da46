import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { DatabaseFailure, NestedSessionError, toDatabaseFailure } from './database-failure.ts'
import { isReadOnly, readOnlyClient } from './read-only.ts'
import { queryWithRowSecurity } from './row-security.ts'
import { type Executor, executorOver, type QueryClient, type StatementObserver } from './executor.ts'
import type { KeySlot } from './keyed-client.ts'
import { StatementNames } from './statement-names.ts'

interface Lease {
  open: boolean
}

/** Told after each transaction, committed or not, for how many milliseconds it was open. */
export type TransactionObserver = (heldMs: number) => void

/** Called for the work on a pool: after each transaction, and for each statement as it runs. */
export interface PoolObservers {
  readonly onTransaction?: TransactionObserver | undefined
  readonly onStatement?: StatementObserver | undefined
}

/** Sessions of a pool: open in all, idle among them, and callers that wait for one. */
export interface PoolState {
  readonly open: number
  readonly idle: number
  readonly waiting: number
}

/** How a transaction is isolated; the default is read committed with explicit row locks. */
export type Isolation = 'read committed' | 'repeatable read' | 'serializable'

/**
 * Leases database sessions in the order of asking. Whatever a user left open is rolled back before the next
 * one gets the session, and asking for a second session while holding one is refused at once: the embedded
 * database has only one, so it would wait for itself for ever, and on PostgreSQL many doing so would.
 */
export class SessionPool implements QueryClient {
  readonly #pool: pg.Pool
  readonly #observers: PoolObservers
  readonly #lease = new AsyncLocalStorage<Lease>()
  readonly #names = new StatementNames()
  readonly #executors = new WeakMap<pg.PoolClient, Executor>()
  readonly #lost = new WeakSet<pg.PoolClient>()
  /** Where the keys of records are found by all its executors. */
  readonly keySlot: KeySlot = {}

  constructor(pool: pg.Pool, observers: PoolObservers = {}) {
    this.#pool = pool
    this.#observers = observers
    // The pool listens only while a session is idle. An error event of a leased one (restart, failover, an
    // administrator's command) has no other listener than this, and without one it ends the process.
    pool.on('connect', (client) => client.on('error', () => this.#lost.add(client)))
  }

  state(): PoolState {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#pool
    return { open, idle, waiting }
  }

  /** One query on the next free session. Throws NestedSessionError when called by one who holds one. */
  async query(text: unknown, values?: unknown[]): Promise<pg.QueryResult> {
    return await this.#hold((client) => {
      const plain = isReadOnly() ? readOnlyClient(client) : client
      return queryWithRowSecurity(client, plain).query(text, values)
    })
  }

  /** Holds one session while `use` runs. Throws NestedSessionError when called by one who holds one. */
  async lease<T>(use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return await this.#hold(async (client) => {
      const lease: Lease = { open: true }
      try {
        return await this.#lease.run(lease, () => use(client))
      } finally {
        lease.open = false
      }
    })
  }

  /** Runs `work` in one transaction: commits what it returns, rolls back when it throws. */
  async transaction<T>(work: (tx: Executor) => Promise<T>, isolation?: Isolation): Promise<T> {
    const options = isReadOnly()
      ? { ...isolated(isolation), accessMode: 'read only' as const }
      : isolated(isolation)
    return await this.lease(async (client) => {
      // Excludes the wait for a free session: it does not block other work.
      const begunAt = performance.now()
      try {
        return await this.executorOn(client).transaction(work, options)
      } finally {
        this.#observers.onTransaction?.(performance.now() - begunAt)
      }
    })
  }

  /** An executor whose queries each take the next free session. */
  executor(): Executor {
    return executorOver(this, this.#names, this.keySlot, this.#observers.onStatement)
  }

  /** The executor of a held session. */
  executorOn(client: pg.PoolClient): Executor {
    const known = this.#executors.get(client)
    if (known) return known
    const made = executorOver(client, this.#names, this.keySlot, this.#observers.onStatement)
    this.#executors.set(client, made)
    return made
  }

  /** Waits for the sessions in use, then closes all. */
  async close(): Promise<void> {
    await this.#pool.end()
  }

  async #hold<T>(use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    if (this.#lease.getStore()?.open === true) throw new NestedSessionError()
    const client = await this.#connect()
    let ended = false
    try {
      const result = await use(client)
      ended = true
      return result
    } catch (error) {
      throw this.#lost.has(client) ? lostSession(error) : error
    } finally {
      await this.#giveBack(client, ended)
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw toDatabaseFailure(error)
    }
  }

  /** After a failure the status is not trusted: the server tells the failure first and the new status later. */
  async #giveBack(client: pg.PoolClient, ended: boolean): Promise<void> {
    if (this.#lost.has(client)) return client.release(true)
    try {
      if (!ended || client.getTransactionStatus() !== 'I') await client.query('rollback')
      client.release()
    } catch {
      // A session that cannot even roll back is dropped; the pool opens another.
      client.release(true)
    }
  }
}

const isolated = (isolation: Isolation | undefined) =>
  isolation === undefined ? undefined : { isolationLevel: isolation }

/** The driver's own words for a session that broke have no code; everything else says better what happened. */
const lostSession = (error: unknown): unknown =>
  error instanceof DatabaseFailure && error.code === 'unknown'
    ? new DatabaseFailure({ code: 'session_lost' })
    : error
