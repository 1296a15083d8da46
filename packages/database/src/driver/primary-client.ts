import pg from 'pg'
import { DatabaseFailure } from './database-failure.ts'

export type ClientClass = typeof pg.Client

/** A server that is gone without a word delays a new connection by this, once for all that wait. */
const CONNECT_MS = 2_000
const QUESTION_MS = 1_000

/** A standby that is promoted begins a new timeline: the eight digits that the names of its WAL files begin with. */
const QUESTION = `select case when pg_is_in_recovery() then null
  else substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`

interface Primary {
  readonly address: string
  readonly timeline: number
}

/** A primary, a standby, or why the server did not say. */
type Told = Primary | 'standby' | Error

/**
 * The driver's client for one server; for several, one that connects to the server which takes writes, whichever it is
 * at that moment. docs/decisions/lost-primary.md
 */
export function clientOf(addresses: readonly string[]): ClientClass {
  if (addresses.length === 1) return pg.Client
  const finder = new PrimaryFinder(addresses)
  return class PrimaryClient extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(connected: Connected): void
    override connect(connected?: Connected): Promise<pg.Client> | void {
      if (connected === undefined) return new Promise((done, failed) => this.#connect(settle(done, failed)))
      this.#connect(connected)
    }

    /**
     * Calls back within the driver's own event, as the driver does: a session that is cut in the message that opens it
     * brings its error before any promise goes on, and without a listener that ends the process.
     */
    #connect(connected: Connected): void {
      finder.find().then(({ address }) => {
        const { host, port } = new pg.Client({ connectionString: address })
        Object.assign(this, { host, port })
        super.connect((error: Error | null) => connected(error, this))
      }, connected)
    }
  }
}

type Connected = (error: Error | null, client?: pg.Client) => void

const settle =
  (done: (client: pg.Client) => void, failed: (error: Error) => void): Connected =>
  (error, client) =>
    error === null && client !== undefined ? done(client) : failed(error ?? new Error('no client'))

/**
 * Finds the primary among several servers. All are asked each time: one that comes back as a second primary, from before
 * a standby was promoted, is known by its older timeline.
 */
class PrimaryFinder {
  readonly #addresses: readonly string[]
  #newest = 0
  #search: Promise<Primary> | undefined

  constructor(addresses: readonly string[]) {
    this.#addresses = addresses
  }

  /** Errors: `DatabaseFailure` no_primary where no server takes writes; the driver's own where none answers. */
  async find(): Promise<Primary> {
    this.#search ??= this.#ask().finally(() => (this.#search = undefined))
    return await this.#search
  }

  async #ask(): Promise<Primary> {
    const told = await Promise.all(this.#addresses.map(askServer))
    const [primary] = told.filter(isPrimary).toSorted((a, b) => b.timeline - a.timeline)
    if (primary !== undefined && primary.timeline >= this.#newest) {
      this.#newest = primary.timeline
      return primary
    }
    const [failure] = told.filter((one) => one instanceof Error)
    throw failure !== undefined && told.every((one) => one instanceof Error)
      ? failure
      : new DatabaseFailure({ code: 'no_primary' })
  }
}

const isPrimary = (told: Told): told is Primary => told !== 'standby' && !(told instanceof Error)

async function askServer(address: string): Promise<Told> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUESTION_MS,
    application_name: 'dolphin_finder',
  })
  // A loss fails what is awaited below, too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: string | null }>(QUESTION)
    const timeline = rows[0]?.timeline ?? null
    return timeline === null ? 'standby' : { address, timeline: Number.parseInt(timeline, 16) }
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    // What cannot be ended is gone.
    await client.end().catch(() => undefined)
  }
}
