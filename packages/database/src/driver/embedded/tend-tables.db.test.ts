import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const run = async (...statements: string[]) => {
  for (const statement of statements) await database.executeSql(statement)
}

async function knownRows(table: string): Promise<number> {
  const { rows } = await database.executeSql(
    'select reltuples::integer as count from pg_class where relname = $1',
    [table],
  )
  return (rows as { readonly count: number }[])[0]?.count ?? Number.NaN
}

test('the embedded database vacuums and analyzes a table once much of it has changed', async () => {
  const isEmbedded = database.version().startsWith('PGlite')
  await run(
    'create table "Much Changed" (id integer)',
    'insert into "Much Changed" select generate_series(1, 1000)',
    'delete from "Much Changed" where id > 400',
    'create table little_changed (id integer)',
    'insert into little_changed select generate_series(1, 40)',
  )
  const tended = await database.tend()
  if (!isEmbedded) {
    expect(tended).toEqual([])
    return
  }
  expect(tended).toContain('public."Much Changed"')
  expect(tended).not.toContain('public.little_changed')
  expect(await knownRows('Much Changed')).toBe(400)
  expect(await database.tend()).not.toContain('public."Much Changed"')
  await run('update "Much Changed" set id = id + 1')
  expect(await database.tend()).toContain('public."Much Changed"')
})
