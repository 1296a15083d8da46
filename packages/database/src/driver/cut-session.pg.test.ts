import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openSessionCutter, type SessionCutter } from '@dolphin/testkit/cut-sessions'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DatabaseFailure } from './database-failure.ts'
import type { Executor } from './executor.ts'
import { type Database, notify, openDatabase } from './open.ts'
import { withRowSecurity } from './row-security.ts'

/** How often each test cuts all sessions. */
const CUTS = 3

let database: TestDatabase
let cutter: SessionCutter
beforeAll(async () => {
  database = await openTestDatabase()
  const { location } = database
  if (!('url' in location)) throw new Error('an embedded database has no sessions to cut')
  cutter = await openSessionCutter(location.url)
  await database.executeSql('create table scratch (id serial primary key, note text)')
})
afterAll(async () => {
  await cutter.close()
  await database.close()
})

const insert = async (tx: Executor, note: string) =>
  await tx.execute(sql`insert into scratch (note) values (${note})`)

/** Until the server has begun to sleep for half a minute, however busy the machine is. */
async function untilAsleep(): Promise<void> {
  const asleep = sql`select 1 from pg_stat_activity where state = 'active' and query like '%pg_sleep(30)%' and pid <> pg_backend_pid()`
  while ((await database.db.execute(asleep)).rows.length === 0) await wait(10)
}

async function notes(): Promise<string[]> {
  const { rows } = await database.executeSql('select note from scratch order by id')
  return (rows as { note: string }[]).map(({ note }) => note)
}

describe('a session that is cut fails the work on it and nothing else: an error event without a listener ends the process', () => {
  test('while it is idle: the next query has another', async () => {
    for (let cut = 0; cut < CUTS; cut += 1) {
      await Promise.all(Array.from({ length: 5 }, () => database.executeSql('select pg_sleep(0.01)')))
      expect(await cutter.cut()).toBe(5)
      expect((await database.executeSql('select 1 as one')).rows).toEqual([{ one: 1 }])
    }
  })

  test('while it is leased and no statement runs: the next statement fails, and the session is not leased again', async () => {
    for (let cut = 0; cut < CUTS; cut += 1) {
      const lost = database.sessions.lease(async (client) => {
        await client.query('select 1')
        await cutter.cut()
        return await database.sessions.executorOn(client).execute(sql`select 1`)
      })
      await expect(lost).rejects.toThrow(new DatabaseFailure({ code: 'session_lost' }))
      expect((await database.executeSql('select 1 as one')).rows).toEqual([{ one: 1 }])
      expect(database.sessions.state()).toEqual({ open: 1, idle: 1, waiting: 0 })
    }
  })

  test('while it is leased, by one who asks nothing more of it: the session is not leased again', async () => {
    for (let cut = 0; cut < CUTS; cut += 1) {
      await database.sessions.lease(async () => void (await cutter.cut()))
      expect((await database.executeSql('select 1 as one')).rows).toEqual([{ one: 1 }])
    }
  })

  test('in a transaction, between two statements: nothing of it stays, and the same again succeeds', async () => {
    for (let cut = 0; cut < CUTS; cut += 1) {
      const work = async (between: () => Promise<unknown>) =>
        await database.transaction(async (tx) => {
          await insert(tx, `first ${cut}`)
          await between()
          await insert(tx, `second ${cut}`)
        })
      const failure: unknown = await work(() => cutter.cut()).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(DatabaseFailure)
      expect(failure).toMatchObject({ code: 'session_lost' })
      expect(await notes()).toEqual([])
      await work(() => Promise.resolve())
      expect(await notes()).toEqual([`first ${cut}`, `second ${cut}`])
      await database.executeSql('delete from scratch')
    }
  })

  test('in a transaction, in the middle of a statement', async () => {
    for (let cut = 0; cut < CUTS; cut += 1) {
      const work = database.transaction(async (tx) => {
        await insert(tx, 'lost')
        await tx.execute(sql`select pg_sleep(30)`)
      })
      const failed = expect(work).rejects.toThrow(DatabaseFailure)
      await untilAsleep()
      await cutter.cut()
      await failed
      expect(await notes()).toEqual([])
    }
  })

  test('in the middle of a query under row-level security', async () => {
    for (let cut = 0; cut < CUTS; cut += 1) {
      const work = withRowSecurity({ portfolioId: 118, openId: 'one' }, () =>
        database.db.execute(sql`select pg_sleep(30)`),
      )
      const failed = expect(work).rejects.toThrow(DatabaseFailure)
      await untilAsleep()
      await cutter.cut()
      await failed
    }
  })

  test('while many wait for one: those who wait get a new one', async () => {
    for (let cut = 0; cut < CUTS; cut += 1) {
      const all = Array.from({ length: 30 }, () =>
        database.transaction(async (tx) => await tx.execute(sql`select pg_sleep(0.1)`)),
      )
      await wait(50)
      const settled = Promise.allSettled(all)
      await cutter.cut()
      const failed = (await settled).filter(({ status }) => status === 'rejected')
      expect(failed.length).toBeLessThanOrEqual(10)
      expect((await database.executeSql('select 1 as one')).rows).toEqual([{ one: 1 }])
    }
  })

  test('while it listens: it listens again on a new one', async () => {
    const heard: string[] = []
    await database.listen('cut_test', (payload) => void heard.push(payload))
    for (let cut = 0; cut < CUTS; cut += 1) {
      await cutter.cut()
      await vi.waitFor(
        async () => {
          await notify(database.db, 'cut_test', `after ${cut}`)
          await wait(20)
          expect(heard).toContain(`after ${cut}`)
        },
        { timeout: 10_000, interval: 100 },
      )
    }
  })
})

/** Stands between the database and its clients, and can drop every connection without a word, as a lost machine does. */
interface Wire {
  readonly url: string
  drop(): void
  close(): Promise<void>
}

async function openWire(url: string): Promise<Wire> {
  const { hostname, port, username, pathname } = new URL(url)
  const folder = await mkdtemp(join(tmpdir(), 'dolphin-wire-'))
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.on('error', () => undefined)
      from.on('close', () => to.destroy())
      from.pipe(to)
    }
  })
  // The name that the driver looks for in a folder of sockets.
  await new Promise<void>((listening) => server.listen(join(folder, `.s.PGSQL.${port}`), listening))
  return {
    url: `postgres://${username}@localhost:${port}${pathname}?host=${folder}`,
    drop() {
      for (const socket of open) socket.destroy()
      open.clear()
    },
    async close() {
      await new Promise((closed) => server.close(closed))
      await rm(folder, { recursive: true })
    },
  }
}

describe('a connection that is lost without a word from the server', () => {
  let wire: Wire
  let far: Database
  beforeAll(async () => {
    const { location } = database
    if (!('url' in location)) throw new Error('an embedded database has no connections')
    wire = await openWire(location.url)
    far = await openDatabase({ url: wire.url, poolSize: 5 })
  })
  afterAll(async () => {
    await far.close()
    await wire.close()
  })

  test('fails the work on it, and the next query has another', async () => {
    for (let cut = 0; cut < CUTS; cut += 1) {
      const work = far.transaction(async (tx) => {
        await insert(tx, 'lost')
        wire.drop()
        await insert(tx, 'lost')
      })
      await expect(work).rejects.toThrow(DatabaseFailure)
      expect((await far.executeSql('select note from scratch')).rows).toEqual([])
    }
  })

  test('while it listens, is replaced by one, and each notification is heard once', async () => {
    const heard: string[] = []
    await far.listen('wire_test', (payload) => void heard.push(payload))
    for (let cut = 0; cut < CUTS; cut += 1) {
      heard.length = 0
      wire.drop()
      await vi.waitFor(
        async () => {
          await notify(database.db, 'wire_test', 'does it listen')
          await wait(20)
          expect(heard).not.toEqual([])
        },
        { timeout: 10_000, interval: 100 },
      )
      // Another that was opened beside it would be there by now.
      await wait(200)
      heard.length = 0
      await notify(database.db, 'wire_test', `after ${cut}`)
      await wait(200)
      expect(heard).toEqual([`after ${cut}`])
    }
  })
})
