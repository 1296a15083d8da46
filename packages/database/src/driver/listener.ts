import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { ClientClass } from './primary-client.ts'

/** Receives what was notified after the sender's commit. Ids only: a payload is at most 8,000 bytes. */
export type NotificationHandler = (payload: string) => void

/** Subscriptions to notifications; the part that both databases share. */
export class Subscriptions {
  readonly #handlers = new Map<string, Set<NotificationHandler>>()

  add(channel: string, handler: NotificationHandler): void {
    const handlers = this.#handlers.get(channel) ?? new Set()
    this.#handlers.set(channel, handlers.add(handler))
  }

  remove(channel: string, handler: NotificationHandler): void {
    this.#handlers.get(channel)?.delete(handler)
  }

  deliver(channel: string, payload: string): void {
    for (const handler of this.#handlers.get(channel) ?? []) handler(payload)
  }

  /** Statements that subscribe a fresh session to all channels. */
  statements(): string[] {
    return [...this.#handlers.keys()].map(listenStatement)
  }
}

/** LISTEN takes no parameters, so the channel is quoted as an identifier. */
export const listenStatement = (channel: string): string => `listen ${pg.escapeIdentifier(channel)}`

const RECONNECT_MS = 1_000

/**
 * Holds one connection of its own for LISTEN on PostgreSQL, outside the pool, and opens it again when it
 * breaks. What was notified meanwhile is lost, as LISTEN goes: receivers catch up from tables.
 */
export class PostgresListener {
  readonly #url: string
  readonly #Client: ClientClass
  readonly #subscriptions: Subscriptions
  #client: Promise<pg.Client> | undefined
  #closed = false

  constructor(url: string, Client: ClientClass, subscriptions: Subscriptions) {
    this.#url = url
    this.#Client = Client
    this.#subscriptions = subscriptions
  }

  async listen(channel: string): Promise<void> {
    this.#client ??= this.#connect()
    const client = await this.#client
    await client.query(listenStatement(channel))
  }

  async close(): Promise<void> {
    this.#closed = true
    const client = await this.#client?.catch(() => undefined)
    await client?.end()
  }

  async #connect(): Promise<pg.Client> {
    const client = new this.#Client({ connectionString: this.#url, keepAlive: true })
    client.on('notification', ({ channel, payload }) => this.#subscriptions.deliver(channel, payload ?? ''))
    // One loss brings several events, and a connection opened for each would deliver everything as often.
    let isLost = false
    const lose = (): void => {
      if (!isLost) void this.#reconnect(client)
      isLost = true
    }
    client.on('error', lose)
    client.on('end', lose)
    await client.connect()
    for (const statement of this.#subscriptions.statements()) await client.query(statement)
    return client
  }

  async #reconnect(broken: pg.Client): Promise<void> {
    const current = await this.#client?.catch(() => undefined)
    if (this.#closed || current !== broken) return
    this.#client = this.#connectAgain()
    await this.#client.catch(() => undefined)
  }

  async #connectAgain(): Promise<pg.Client> {
    for (;;) {
      await wait(RECONNECT_MS, undefined, { ref: false })
      if (this.#closed) throw new Error('the listener is closed')
      try {
        return await this.#connect()
      } catch {
        // The server is still away; it is asked again until it is back or the listener is closed.
      }
    }
  }
}
