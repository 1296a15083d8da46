import { readFileSync } from 'node:fs'
import { startPostgres } from '../postgres.mjs'
import { say } from '../setup/step.mjs'
import {
  obtainBrowser,
  obtainFaketime,
  obtainHaproxy,
  obtainOpenssl,
  obtainPdfsig,
  obtainPgbouncer,
  obtainPostgres,
  obtainPrometheus,
  obtainPromtool,
  obtainSshd,
  versionOf,
} from '../setup/tools.mjs'

/** Each outside program: how to get it, the variable that hands it on, and how it tells its version. */
const TOOLS = {
  browser: { obtain: obtainBrowser, variable: 'CHROMIUM' },
  pdfsig: { obtain: obtainPdfsig, version: '-v' },
  openssl: { obtain: obtainOpenssl, version: 'version' },
  haproxy: { obtain: obtainHaproxy, variable: 'HAPROXY', version: '-v' },
  prometheus: { obtain: obtainPrometheus, variable: 'PROMETHEUS' },
  pgbouncer: { obtain: obtainPgbouncer, variable: 'PGBOUNCER' },
  sshd: { obtain: obtainSshd, variable: 'SSHD', version: '-V' },
  faketime: { obtain: obtainFaketime, variable: 'LIBFAKETIME' },
  promtool: { obtain: obtainPromtool, variable: 'PROMTOOL' },
}

const TICKS_PER_SECOND = 100

/** Gets every outside program that the parts need, so that a missing one is named in the first minute. */
export async function obtainTools(needs) {
  for (const [name, { obtain, variable, version }] of Object.entries(TOOLS)) {
    if (!needs.has(name)) continue
    const path = await obtain()
    if (variable !== undefined) process.env[variable] = path
    say(`  ${name.padEnd(10)}  ${path.endsWith('.so.1') ? path : await versionOf(path, version)}`)
  }
  if (needs.has('embedded')) say(`  ${'embedded'.padEnd(10)}  ${await embeddedVersion()}`)
  if (needs.has('postgres') && !process.env.TEST_DATABASE_URL) await obtainPostgres()
}

async function embeddedVersion() {
  // Loaded only now: this file is read before the packages are installed.
  const { PGlite } = await import('@electric-sql/pglite')
  const embedded = await PGlite.create()
  const { rows } = await embedded.query('select version()')
  await embedded.close()
  return rows[0].version
}

/** Seconds of processor time of a process and of its children that have ended; undefined where the system does not say. */
function processorSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND
  } catch {
    return undefined
  }
}

/**
 * Does something with a PostgreSQL server at `TEST_DATABASE_URL`: the one that it names already, or one for as long as
 * the work takes, where it is needed at all. The work may ask how much processor time that server took so far.
 *
 * @template Result
 * @param {boolean} isNeeded
 * @param {(serverSeconds: () => number | undefined) => Promise<Result>} work
 */
export async function withServer(isNeeded, work) {
  if (!isNeeded || process.env.TEST_DATABASE_URL) return await work(() => undefined)
  const server = await startPostgres()
  say(`  ${'PostgreSQL'.padEnd(10)}  ${server.version}`)
  process.env.TEST_DATABASE_URL = server.url
  try {
    return await work(() => processorSeconds(server.pid))
  } finally {
    delete process.env.TEST_DATABASE_URL
    await server.stop()
  }
}
