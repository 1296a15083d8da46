import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Database, notify, openDatabase } from './open.ts'

let home: TestDatabase
let database: Database
beforeAll(async () => {
  home = await openTestDatabase()
  const { location } = home
  if (!('url' in location)) throw new Error('a pooler stands before a server')
  const direct = new URL(location.url)
  direct.searchParams.set('application_name', 'dolphin_direct')
  database = await openDatabase({ url: location.url, directUrl: direct.href, poolSize: 2 })
})
afterAll(async () => {
  await database.close()
  await home.close()
})

test('listening bypasses a pooler and receives what is notified through it (docs/guides/scale.md, Pooler)', async () => {
  const heard: string[] = []
  await database.listen('direct_test', (payload) => void heard.push(payload))
  const { rows } = await database.executeSql(
    "select query from pg_stat_activity where application_name = 'dolphin_direct' and datname = current_database()",
  )
  expect(rows).toEqual([{ query: 'listen "direct_test"' }])
  await notify(database.db, 'direct_test', 'news')
  await vi.waitFor(() => expect(heard).toEqual(['news']))
})
