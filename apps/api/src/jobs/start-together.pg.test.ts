import { type Database, openDatabase } from '@dolphin/database/driver/open'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { createJobRunner, type JobRunner } from './job-queue.ts'

const NODES = 4

let home: TestDatabase | undefined
let databases: readonly Database[] = []
let runners: readonly JobRunner[] = []
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()))
  await Promise.all(databases.map((database) => database.close()))
  await home?.close()
})

test('nodes that start together on a new database all come up (issue 6, point 3)', async () => {
  home = await openTestDatabase()
  const { location } = home
  if (!('url' in location)) throw new Error('several nodes need a server')
  databases = await Promise.all(
    Array.from({ length: NODES }, () => openDatabase({ url: location.url, poolSize: 2 })),
  )
  const note = { name: 'note', run: () => Promise.resolve() }
  runners = databases.map((database) => createJobRunner(database, [note], pino({ level: 'silent' })))
  const started = await Promise.allSettled(runners.map((runner) => runner.open()))
  expect(started.map(({ status }) => status)).toEqual(Array(NODES).fill('fulfilled'))
})

test('a node sends in a transaction at once, though another made the queues while it started', async () => {
  home = await openTestDatabase()
  const { location } = home
  if (!('url' in location)) throw new Error('several nodes need a server')
  const [first, second] = await Promise.all(
    [1, 2].map(() => openDatabase({ url: location.url, poolSize: 2 })),
  )
  if (first === undefined || second === undefined) throw new Error('two nodes')
  databases = [first, second]
  const note = { name: 'note', run: () => Promise.resolve() }
  const log = pino({ level: 'silent' })
  const faster = createJobRunner(first, [note], log)
  let looked = false
  const slowed: Database = {
    ...second,
    async executeSql(text, values) {
      const answer = await second.executeSql(text, values)
      if (!looked && text.includes('q.policy')) {
        looked = true
        await faster.open()
      }
      return answer
    },
  }
  const slower = createJobRunner(slowed, [note], log)
  runners = [faster, slower]
  await slower.open()
  expect(looked).toBe(true)
  await second.transaction(async (tx) => {
    await slower.send({ tx, now: new Date(0), afterCommit: () => undefined }, 'note', {})
  })
})
