import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { clientOf } from './primary-client.ts'
import { serverAddresses } from './server-address.ts'

const CONNECT_MS = 10_000
const STATEMENT_MS = 10_000

/** What a PostgreSQL server and the way to it are like, as one session sees it. */
export interface ServerFacts {
  /** Such as 150018. */
  readonly versionNumber: number
  readonly role: string
  readonly isSuperuser: boolean
  readonly bypassesRowSecurity: boolean
  /** Whether the role may become dolphin_borrower, which row-level security needs. */
  readonly mayBecomeBorrower: boolean
  /** Whether the role may create schemas, which migrations do. */
  readonly mayCreate: boolean
  readonly isEncrypted: boolean
  /** The server's clock less this machine's. */
  readonly clockAheadMs: number
  readonly pooler: PoolerMode
}

/** `transaction`: each transaction may get another session; `withoutStatements`: and named statements collide. */
export type PoolerMode = 'none' | 'session' | 'transaction' | 'withoutStatements'

const QUERY = `
  select current_setting('server_version_num')::integer as version, current_user as role,
    (select rolsuper from pg_roles where rolname = current_user) as superuser,
    (select rolbypassrls from pg_roles where rolname = current_user) as bypasses,
    coalesce((select pg_has_role(current_user, oid, 'member') from pg_roles where rolname = 'dolphin_borrower'), false)
      as borrower,
    has_database_privilege(current_user, current_database(), 'create') as creates,
    pg_backend_pid() as pid, extract(epoch from clock_timestamp()) * 1000 as time`

interface Row {
  readonly version: number
  readonly role: string
  readonly superuser: boolean
  readonly bypasses: boolean
  readonly borrower: boolean
  readonly creates: boolean
  readonly pid: number
  readonly time: string
}

/** The driver's own fields that its types do not name. */
interface Wire {
  readonly processID?: number | null
  readonly connection?: { readonly stream?: { readonly encrypted?: boolean } }
}

/** Asks the server at `url` over two sessions and changes nothing. Throws the driver's error where it cannot be asked. */
export async function readServerFacts(url: string, now: () => Date): Promise<ServerFacts> {
  return await withSession(url, async (first) => {
    const askedAt = now().getTime()
    const { rows } = await first.query<Row>(QUERY)
    const answeredAt = now().getTime()
    const [row] = rows
    if (row === undefined) throw new Error('the server did not describe itself')
    const { processID, connection } = first as unknown as Wire
    return {
      versionNumber: row.version,
      role: row.role,
      isSuperuser: row.superuser,
      bypassesRowSecurity: row.bypasses,
      mayBecomeBorrower: row.borrower,
      mayCreate: row.creates,
      isEncrypted: connection?.stream?.encrypted === true,
      clockAheadMs: Math.round(Number(row.time) - (askedAt + answeredAt) / 2),
      // A pooler names a process of its own to its clients.
      pooler: processID === row.pid ? 'none' : await poolerMode(url, first),
    }
  })
}

async function withSession<T>(url: string, work: (session: pg.Client) => Promise<T>): Promise<T> {
  const addresses = serverAddresses(url)
  const Session = clientOf(addresses)
  const session = new Session({
    connectionString: addresses[0],
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
  })
  // A connection that breaks rejects the query under way; without a listener it would end the process too.
  session.on('error', () => undefined)
  try {
    await session.connect()
    return await work(session)
  } finally {
    await session.end().catch(() => undefined)
  }
}

/** A value that one client left in its session is seen by another one only where they share the session. */
async function poolerMode(url: string, first: pg.Client): Promise<PoolerMode> {
  const value = randomUUID()
  await first.query("select set_config('dolphin.probe', $1, false)", [value])
  const name = `probe_${value}`
  await first.query({ name, text: 'select 1' })
  return await withSession(url, async (second) => {
    const { rows } = await second.query<{ seen: string | null }>(
      "select current_setting('dolphin.probe', true) as seen",
    )
    if (rows[0]?.seen !== value) return 'session'
    try {
      await second.query({ name, text: 'select 2' })
      return 'transaction'
    } catch {
      return 'withoutStatements'
    }
  })
}
