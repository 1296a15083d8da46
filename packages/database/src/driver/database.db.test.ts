import { sql } from 'drizzle-orm'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DatabaseFailure, NestedSessionError } from './database-failure.ts'
import { sqlRunnerOf } from './executor.ts'
import { migrateDatabase } from '../migrate.ts'
import { notify, openDatabase } from './open.ts'
import { MOST_NAMED_TEXTS } from './statement-names.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
  await database.executeSql('create table scratch (id integer primary key, note text)')
})
afterAll(async () => await database.close())

async function notes(): Promise<string[]> {
  const { rows } = await database.executeSql('select note from scratch order by id')
  return (rows as { note: string }[]).map(({ note }) => note)
}

test('says which database it is', () => {
  const expected = database.engine === 'embedded' ? /^PGlite 0\.5\.\d+ \(PostgreSQL \d+/ : /^PostgreSQL \d+/
  expect(database.version()).toMatch(expected)
})

test('migrating again, many at once, changes nothing (design/architecture.md: advisory lock)', async () => {
  const done = async () =>
    (await database.executeSql('select count(*)::integer as done from drizzle.__drizzle_migrations')).rows
  const before = await done()
  if (database.engine === 'embedded') {
    await migrateDatabase(database)
    await migrateDatabase(database)
  } else {
    const others = await Promise.all(
      Array.from({ length: 4 }, async () => await openDatabase({ url: '', ...database.location })),
    )
    await Promise.all(others.map(async (other) => await migrateDatabase(other)))
    for (const other of others) await other.close()
  }
  expect(await done()).toEqual(before)
})

describe('sessions', () => {
  test('a transaction commits what it returns and rolls back when it throws', async () => {
    await database.transaction(async (tx) => await tx.execute(sql`insert into scratch values (1, 'kept')`))
    const broken = database.transaction(async (tx) => {
      await tx.execute(sql`insert into scratch values (2, 'lost')`)
      throw new RangeError('changed my mind')
    })
    await expect(broken).rejects.toThrow(RangeError)
    expect(await notes()).toEqual(['kept'])
  })

  test('asking the pool inside a transaction is refused, not dead-locked (design/architecture.md)', async () => {
    const nested: (() => Promise<unknown>)[] = [
      async () => await database.db.execute(sql`select 1`),
      async () => await database.executeSql('select 1'),
      async () => await database.transaction(async () => 1),
      async () => await database.db.transaction(async () => 1),
    ]
    for (const call of nested) {
      await expect(database.transaction(call)).rejects.toThrow(NestedSessionError)
    }
    expect(await notes()).toEqual(['kept'])
  })

  test('work begun inside a transaction may use the pool once that has ended', async () => {
    const gate: { open: () => void } = { open: () => undefined }
    const opened = new Promise<void>((resolve) => {
      gate.open = resolve
    })
    const later = await database.transaction(async () => ({
      done: opened.then(async () => await database.executeSql('select 1 as one')),
    }))
    gate.open()
    expect((await later.done).rows).toEqual([{ one: 1 }])
  })

  test('a savepoint rolls back alone', async () => {
    await database.transaction(async (tx) => {
      await expect(
        tx.transaction(async (inner) => await inner.execute(sql`insert into scratch values (1, 'twice')`)),
      ).rejects.toThrow('23505')
      await tx.execute(sql`insert into scratch values (3, 'after the savepoint')`)
    })
    expect(await notes()).toEqual(['kept', 'after the savepoint'])
  })

  test('what a user leaves open is rolled back before the next one comes', async () => {
    await database.executeSql("begin; insert into scratch values (4, 'left open')")
    await expect(database.executeSql('begin; select 1/0')).rejects.toThrow('22012')
    expect(await notes()).toEqual(['kept', 'after the savepoint'])
  })

  test('a session is rolled back even where the server tells the failure long before how it stands', async () => {
    // Undoing many tables takes the server a while, after it has told of the failure.
    const tables = `do $$ begin for i in 1..300 loop
      execute format('create table left_open_%s (id integer primary key)', i); end loop; end $$`
    await expect(database.executeSql(`begin; ${tables}; select 1/0`)).rejects.toThrow('22012')
    expect(await notes()).toEqual(['kept', 'after the savepoint'])
  })

  test('plain SQL shares the transaction of its executor: a job is sent with its fact or not at all', async () => {
    const broken = database.transaction(async (tx) => {
      await sqlRunnerOf(tx).executeSql('insert into scratch values ($1, $2)', [5, 'a job'])
      await tx.transaction(async (inner) => {
        const { rows } = await sqlRunnerOf(inner).executeSql('select note from scratch where id = 5')
        expect(rows).toEqual([{ note: 'a job' }])
      })
      throw new RangeError('no')
    })
    await expect(broken).rejects.toThrow(RangeError)
    expect(await notes()).toEqual(['kept', 'after the savepoint'])
  })

  test('a hundred users at once each get a session in turn', async () => {
    const sums = await Promise.all(
      Array.from(
        { length: 100 },
        async (_, index) =>
          await database.transaction(async (tx) => {
            const { rows } = await tx.execute<{ n: number }>(sql`select ${index}::integer + 1 as n`)
            return rows[0]?.n
          }),
      ),
    )
    expect(sums).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  })

  test('every run of a query uses the statement that its session prepared first, with parameters or without', async () => {
    const ask = async (value: number) =>
      await database.transaction(async (tx) => {
        await tx.execute(sql`select ${value}::integer as asked`)
        await tx.execute(sql`select 'nothing' as asked`)
        const { rows } = await tx.execute<{ text: string }>(sql`
          select statement as text from pg_prepared_statements where statement like '%as asked' order by 1`)
        return rows.map(({ text }) => text)
      })
    const texts = ['select $1::integer as asked', "select 'nothing' as asked"]
    expect([await ask(1), await ask(2)]).toEqual([texts, texts])
  })

  test('ever new texts leave the statements of another database prepared', async () => {
    const other = await openTestDatabase()
    try {
      for (let index = 0; index <= MOST_NAMED_TEXTS; index += 1) {
        await other.db.execute(sql`select ${sql.raw(String(index))} as count`)
      }
    } finally {
      await other.close()
    }
    const prepared = await database.transaction(async (tx) => {
      await tx.execute(sql`select 'first here' as greeting`)
      const { rows } = await tx.execute<{ text: string }>(sql`
        select statement as text from pg_prepared_statements where statement like '%as greeting'`)
      return rows.map(({ text }) => text)
    })
    expect(prepared).toEqual(["select 'first here' as greeting"])
  })

  test('what frames a transaction has no plan, and is not prepared', async () => {
    await database.transaction(async (tx) => {
      const { rows } = await tx.execute<{ text: string }>(sql`
        select statement as text from pg_prepared_statements where statement ~* '^(begin|commit|rollback|savepoint)'`)
      expect(rows).toEqual([])
    })
  })

  test('a large answer and a large parameter arrive whole', async () => {
    const large = 'x'.repeat(3_000_000)
    const { rows } = await database.executeSql('select $1::text as large', [large])
    expect((rows as { large: string }[])[0]?.large === large).toBe(true)
  })
})

test('an observer is called once for each transaction, committed or rolled back, and for nothing else', async () => {
  const heldMs: number[] = []
  const observed = await openTestDatabase({ onTransaction: (held) => heldMs.push(held) })
  expect(await observed.transaction(async () => 'kept')).toBe('kept')
  await expect(observed.transaction(async () => await Promise.reject(new RangeError('no')))).rejects.toThrow(
    RangeError,
  )
  await observed.executeSql('select 1')
  await observed.close()
  expect(heldMs).toHaveLength(2)
  expect(heldMs.every((held) => held >= 0)).toBe(true)
})

describe('failures carry no values (design/architecture.md: drizzle errors carry SQL and parameters)', () => {
  const secret = '900-12-3456'

  test.each([
    ['a query', async () => await database.db.execute(sql`select ${secret}::text::integer`)],
    ['plain SQL', async () => await database.executeSql('select $1::text::integer', [secret])],
    [
      'a transaction',
      async () =>
        await database.transaction(async (tx) => await tx.execute(sql`select ${secret}::text::integer`)),
    ],
    [
      'a savepoint',
      async () =>
        await database.transaction(
          async (tx) =>
            await tx.transaction(async (inner) => await inner.execute(sql`select ${secret}::text::integer`)),
        ),
    ],
  ])('%s', async (_what, run) => {
    const error = await run().then(
      () => undefined,
      (caught: unknown) => caught,
    )
    expect(error).toBeInstanceOf(DatabaseFailure)
    expect(error).toMatchObject({ code: '22P02' })
    const told = `${String(error)} ${JSON.stringify(error)} ${error instanceof Error ? `${error.stack} ${String(error.cause)}` : ''}`
    expect(told).not.toContain(secret)
    expect(told).not.toContain('select')
  })

  test('the session lives on after every kind of error', async () => {
    for (const broken of [
      'select from where',
      'nonsense',
      'select 1/0',
      'select * from nowhere',
      'select $1',
    ]) {
      await expect(database.executeSql(broken)).rejects.toThrow(DatabaseFailure)
    }
    await expect(database.executeSql('select $1::integer', ['x'])).rejects.toThrow('22P02')
    expect((await database.executeSql('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})

test('a session that breaks is replaced: no transaction lingers, statements are prepared again', async () => {
  const named = { name: 'by_number', text: 'select $1::integer as n' }
  const run = async (value: number) => (await database.sessions.query({ ...named, values: [value] })).rows
  expect(await run(1)).toEqual([{ n: 1 }])
  await database.sessions.lease(async (client) => {
    await client.query('begin')
    await client.query("insert into scratch values (9, 'lingering')")
    await client.end()
  })
  expect(await run(2)).toEqual([{ n: 2 }])
  expect(await notes()).not.toContain('lingering')
})

describe('notifications', () => {
  async function heard(received: string[], count: number): Promise<void> {
    await expect.poll(() => received.length, { timeout: 5_000 }).toBe(count)
  }

  test('arrive after the commit, and never after a rollback', async () => {
    const received: string[] = []
    const stop = await database.listen('news', (payload) => received.push(payload))
    const broken = database.transaction(async (tx) => {
      await notify(tx, 'news', 'rolled back')
      throw new RangeError('no')
    })
    await expect(broken).rejects.toThrow(RangeError)
    await database.transaction(async (tx) => {
      await notify(tx, 'news', 'committed')
      expect(received).toEqual([])
    })
    await notify(database.db, 'news', 'single')
    await heard(received, 2)
    expect(received).toEqual(['committed', 'single'])
    stop()
    await notify(database.db, 'news', 'to no listener')
    await database.executeSql('select 1')
    expect(received).toHaveLength(2)
  })

  test('a channel may have any name', async () => {
    const received: string[] = []
    await database.listen('odd "name"; select 1', (payload) => received.push(payload))
    await notify(database.db, 'odd "name"; select 1', 'x')
    await heard(received, 1)
  })
})
