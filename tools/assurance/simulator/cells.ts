import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openDatabase } from '@dolphin/database/driver/open'
import { migrateDatabase } from '@dolphin/database/migrate'
import type { RandomSource } from '@dolphin/domain/time/random-source'
import { postgresProgram } from '@dolphin/api/testing/local-postgres'
import { makeTestPlace, type TestPlace } from '@dolphin/api/testing/api-fixture'
import type { TestDatabasePlace } from '@dolphin/testkit/test-database'

const run = promisify(execFile)
const PROJECT = fileURLToPath(new URL('../../../', import.meta.url))

/** A PostgreSQL server of this machine's binaries, with a data folder and a port of its own. */
interface Server {
  readonly url: string
  readonly stop: () => Promise<void>
}

const { startPostgres } = (await import(new URL('../../../scripts/postgres.mjs', import.meta.url).href)) as {
  startPostgres: () => Promise<Server>
}

/** Servers for a lender in cells: one for each cell, and a small one for what they share. */
export interface CellServers {
  readonly cells: readonly string[]
  readonly claims: string
  stop(): Promise<void>
}

/** Starts so many cells' servers and the shared one, from scripts/postgres.mjs; their data goes with them. */
export async function startCellServers(count: number): Promise<CellServers> {
  const servers: Server[] = []
  // One after the other: each looks for a free port.
  for (let started = 0; started <= count; started += 1) servers.push(await startPostgres())
  const [claims = '', ...cells] = servers.map(({ url }) => url)
  await askCellsForPassword(claims)
  return {
    cells,
    claims,
    stop: async () => void (await Promise.all(servers.map(({ stop }) => stop()))),
  }
}

/** A server of a test trusts every login; from one that is no superuser `postgres_fdw` takes only a password that was asked for. */
async function askCellsForPassword(server: string): Promise<void> {
  const rules = await psql(server, ['-c', 'show hba_file'])
  await writeFile(rules, `host all dolphin_cell 127.0.0.1/32 scram-sha-256\n${await readFile(rules, 'utf8')}`)
  await psql(server, ['-c', 'select pg_reload_conf()'])
}

/** A database of the schema, in which the lender's login is neither a superuser nor one who makes roles. */
interface LenderDatabase extends TestDatabasePlace {
  /** The same database for an administrator. */
  readonly adminUrl: string
}

/** A lender whose customers are spread over cells, each the whole schema with the rows of its customers. */
export interface CellLender {
  /** Each a place for a server; it goes when that server is closed. */
  readonly cells: readonly TestPlace[]
  /** The claims of all cells. */
  readonly claims: LenderDatabase
}

/**
 * Makes an empty lender on the servers as docs/guides/scale.md says, by the scripts of deploy/postgresql. With `apart`
 * claims.sql and cell.sql are left out: each cell claims and counts by itself.
 */
export async function makeCellLender(
  servers: CellServers,
  { apart = false }: { readonly apart?: boolean } = {},
): Promise<CellLender> {
  const claims = await makeDatabase(servers.claims)
  const password = randomUUID()
  if (!apart) {
    await runSql(claims.adminUrl, 'claims.sql')
    await psql(claims.adminUrl, ['-c', `alter role dolphin_cell password '${password}'`])
  }
  const cells: TestPlace[] = []
  for (const [index, server] of servers.cells.entries()) {
    const home = await makeDatabase(server)
    const { hostname: host, port, pathname } = new URL(claims.adminUrl)
    const reached = { host, port, database: pathname.slice(1), password }
    if (!apart) await runSql(home.adminUrl, 'cell.sql', { ...reached, cell: String(index + 1) })
    const place = await makeTestPlace(home)
    cells.push({ ...place, random: keysOfCell(place.random, index, servers.cells.length) })
  }
  return { cells, claims }
}

const LOGIN = 'lender'

async function makeDatabase(server: string): Promise<LenderDatabase> {
  const name = `lender_${randomUUID().replaceAll('-', '')}`
  await runSql(server, 'roles.sql', { login: LOGIN, database: name })
  const admin = new URL(server)
  admin.pathname = `/${name}`
  const own = new URL(admin)
  own.username = LOGIN
  const open: TestDatabasePlace['open'] = (options = {}) =>
    openDatabase({ ...options, url: own.href, poolSize: 10 })
  const database = await open()
  await migrateDatabase(database)
  await database.close()
  return {
    engine: 'postgresql',
    location: { url: own.href },
    adminUrl: admin.href,
    open,
    remove: async () => void (await psql(server, ['-c', `drop database ${name} with (force)`])),
  }
}

/** Runs a script of deploy/postgresql as an administrator does. */
async function runSql(
  url: string,
  name: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  const given = Object.entries(variables).flatMap(([key, value]) => ['-v', `${key}=${value}`])
  await psql(url, [...given, '-f', `${PROJECT}deploy/postgresql/${name}`])
}

/** What psql prints, without heads. */
async function psql(url: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run(await postgresProgram(url, 'psql'), ['-X', '-q', '-At', '-d', url, ...args])
  return stdout.trim()
}

/** In which of so many cells a name lies, counted from 0: who comes by their e-mail, rows by their customer's key. */
export const cellOf = (name: string, count: number): number =>
  createHash('sha256').update(name).digest().readUInt32BE() % count

/** How many bytes an openId is drawn from: newId in apps/api/src/security/secrets.ts. */
const ID_BYTES = 16

/** Draws ids again until one falls to the cell. */
const keysOfCell = (random: RandomSource, cell: number, count: number): RandomSource => ({
  bytes(wanted) {
    for (;;) {
      const drawn = random.bytes(wanted)
      if (wanted !== ID_BYTES || cellOf(Buffer.from(drawn).toString('base64url'), count) === cell)
        return drawn
    }
  },
})
