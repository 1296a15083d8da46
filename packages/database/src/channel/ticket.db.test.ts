import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missedTickets } from './ticket-cursor.ts'
import { appendTicket, listTicketsAfter, parseTicketPayload, TICKET_CHANNEL } from './ticket-repository.ts'

const at = new Date('2026-03-03T15:00:00.456Z')
const anna = { portfolioId: 118, openId: 'anna/1' }
const otherCustomer = { portfolioId: 110, openId: 'anna/1' }

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => await database.close())

describe('tickets', () => {
  test('ids ascend without gaps in the order of commits, and nodes hear of each', async () => {
    const heard: string[] = []
    await database.listen(TICKET_CHANNEL, (payload) => heard.push(payload))
    const ids = await Promise.all(
      Array.from(
        { length: 12 },
        async (_, index) =>
          await database.transaction(async (tx) => {
            const id = await appendTicket(tx, anna, { ticket: 3003, data: { index }, at })
            if (index % 4 === 0) throw new RangeError('rolled back')
            return id
          }),
      ).map(async (one) => await one.catch(() => 0)),
    )
    expect(ids.filter((id) => id > 0).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    const seen = await listTicketsAfter(database.db, anna, 4, 3)
    expect(seen.map(({ id, ticket }) => [id, ticket])).toEqual([
      [5, 3003],
      [6, 3003],
      [7, 3003],
    ])
    expect(await listTicketsAfter(database.db, otherCustomer, 0, 10)).toEqual([])
    await expect.poll(() => heard.length).toBe(9)
    expect(new Set(heard.map((payload) => parseTicketPayload(payload)?.id))).toEqual(
      new Set([1, 2, 3, 4, 5, 6, 7, 8, 9]),
    )
    expect(parseTicketPayload(heard[0] ?? '')).toMatchObject(anna)
  })

  test('a page that comes back learns the newest and what came since, in one statement', async () => {
    const bert = { portfolioId: 118, openId: 'bert' }
    for (const step of [1, 2, 3, 4])
      await appendTicket(database.db, bert, { ticket: 3003, data: { step }, at })
    await appendTicket(database.db, { ...bert, portfolioId: 110 }, { ticket: 3003, data: { step: 9 }, at })
    const missed = await missedTickets(database.db, bert, 1, 2)
    expect(missed).toEqual({
      newest: 4,
      missed: [2, 3].map((id) => ({ id, ticket: 3003, data: { step: id }, at })),
    })
    expect(await missedTickets(database.db, bert, null, 10)).toEqual({ newest: 4, missed: [] })
    expect(await missedTickets(database.db, bert, 4, 10)).toEqual({ newest: 4, missed: [] })
    expect(await missedTickets(database.db, bert, 7, 10)).toEqual({ newest: 4, missed: [] })
    expect(await missedTickets(database.db, otherCustomer, 0, 10)).toEqual({ newest: 0, missed: [] })
  })

  test.each(['', '118', '118/x/anna', '118/1/', 'a/1/b'])('"%s" is no ticket', (payload) => {
    expect(parseTicketPayload(payload)).toBeUndefined()
  })
})
