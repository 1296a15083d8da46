import { type Database, openDatabase } from '@dolphin/database/open'
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
