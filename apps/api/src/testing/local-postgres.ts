import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@dolphin/database/driver/open'

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url))
const START_LIMIT_MS = 60_000
const POLL_MS = 20

/** A PostgreSQL server that was started for a test, durable as one in production is. */
export interface LocalPostgres {
  /** scripts/postgres.mjs, which keeps the server; SIGTERM ends both. */
  readonly child: ChildProcess
  readonly url: string
}

/** Starts scripts/postgres.mjs on a data folder and waits for the address that it prints. */
export async function startLocalPostgres(data: string): Promise<LocalPostgres> {
  const child = spawn(process.execPath, [join(PROJECT, 'scripts/postgres.mjs'), data], {
    cwd: PROJECT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let complained = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (complained += chunk.toString()))
  const deadline = performance.now() + START_LIMIT_MS
  while (!said.includes('\n')) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGTERM')
      throw new Error(`the PostgreSQL server of the test did not start:\n${complained}`)
    }
    await wait(POLL_MS)
  }
  return { child, url: said.trim() }
}

/** The process that all others of a server are children of. */
export const postmasterOf = (data: string): number =>
  Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])

/** A program that came with the server's own: psql, pg_dump. The url is a superuser's. */
export async function postgresProgram(url: string, name: string): Promise<string> {
  const database = await openDatabase({ url, poolSize: 1 })
  const { rows } = await database.executeSql("select setting from pg_config where name = 'BINDIR'")
  await database.close()
  return join((rows as { setting: string }[])[0]?.setting ?? '', name)
}

/** Stops the server and waits until it is gone. */
export async function stopLocalPostgres({ child }: LocalPostgres): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await gone
}
