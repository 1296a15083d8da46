import { readdir } from 'node:fs/promises'
import { dataPaths } from '@dolphin/api/config/config'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KeptDatabase, keepDatabase } from './database-fixture.ts'
import { prepareSimulation } from './simulation.ts'

let kept: KeptDatabase

beforeAll(async () => {
  kept = await keepDatabase()
}, 120_000)
afterAll(() => kept.close())

/** What two borrowers' days came to: all that was asked, sent, booked and sealed, under whatever number. */
async function live(seed: number, home?: KeptDatabase['home']) {
  const plan = {
    loans: 2,
    days: 16,
    from: localDate(2026, 3, 3),
    faults: false,
    byHandEvery: 2,
    crashProgram: '',
  }
  const simulation = await prepareSimulation({ ...plan, seed, firstLife: seed * 2 }, { home })
  try {
    const outcome = await simulation.run()
    const { db } = simulation.server.api().database
    const { rows: booked } = await db.execute(
      sql`select loan_no, sequence::integer, line, account, amount::text from ledger_entries order by loan_no, sequence, line`,
    )
    const { rows: sent } = await db.execute(
      sql`select transaction_no, trace_number, amount::text from ach_entries order by transaction_no`,
    )
    const keys = await readdir(dataPaths(simulation.server.place.dataDir).recordKeys, { recursive: true })
    return { outcome, booked, sent, keys: keys.length }
  } finally {
    await simulation.close()
  }
}

test('the lender after another on a kept database lives the very days it lives on a database of its own', async () => {
  const alone = await live(3)
  expect(alone.outcome.broken).toBeUndefined()
  expect(alone.booked.length).toBeGreaterThan(0)
  const before = await live(4, kept.home)
  expect(before.outcome.broken).toBeUndefined()
  expect(before.booked).not.toEqual(alone.booked)
  expect(await live(3, kept.home)).toEqual(alone)
}, 240_000)
