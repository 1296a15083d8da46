import pg from 'pg'
import { startPostgres } from '../../../scripts/postgres.mjs'

async function administer(url, statement) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

let made = 0

/** Creates a database of its own name on the server: empty, or a copy of `template`, which must have no connections. */
async function makeDatabase(serverUrl, template = 'template1') {
  made += 1
  const name = `bench_${process.pid}_${made}`
  await administer(serverUrl, `create database ${name} template ${template}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.toString(),
    copy: async () => await makeDatabase(serverUrl, name),
    async close() {
      await administer(serverUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

async function createDatabase(serverUrl, stopServer) {
  const [{ version }] = await administer(serverUrl, "select split_part(version(), ' on ', 1) as version")
  const database = await makeDatabase(serverUrl)
  return {
    ...database,
    version,
    async close() {
      await database.close()
      await stopServer()
    },
  }
}

/**
 * An empty PostgreSQL database for one run: on the server that DATABASE_URL_BENCH names, else on one started for it
 * with the settings real money needs (commits reach the disk).
 */
export async function openBenchDatabase() {
  const given = process.env.DATABASE_URL_BENCH
  const own = given ? undefined : await startPostgres({ durable: true })
  const serverUrl = given ?? own.url
  try {
    return await createDatabase(serverUrl, async () => await own?.stop())
  } catch (error) {
    await own?.stop()
    throw error
  }
}
