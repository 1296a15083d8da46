import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LoanRange, loansOneByOne, pagesOfLoans } from './loan-pages.ts'

const LOANS = 25_000
const MOST_ASKED_ABOUT = 10_000
const numberOf = (serial: number) => `118-${serial.toString().padStart(7, '0')}`
const EVERY_LOAN = Array.from({ length: LOANS }, (_, index) => numberOf(index + 1))

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await database.db.execute(sql`insert into loans (portfolio_id, customer_key, loan_no, application_no, status,
      created_at, updated_at)
    select 118, 'A' || n, '118-' || lpad(n::text, 7, '0'), 'A' || n, 101, now(), now() from generate_series(1, ${LOANS}::integer) n`)
})
afterAll(async () => await database.close())

/** Finds the loans of a range, and notes how many it was asked about at once. */
function finder() {
  const asked: number[] = []
  return {
    asked,
    list: async ({ after, upTo }: LoanRange) => {
      const { rows } = await database.db.execute<{ loan_no: string }>(
        sql`select loan_no from loans where loan_no > ${after} and loan_no <= ${upTo} order by loan_no`,
      )
      asked.push(rows.length)
      return rows.map(({ loan_no: loanNo }) => loanNo)
    },
  }
}

test('every loan comes once and in order, in small pages; no query is asked about more than ten thousand', async () => {
  const { asked, list } = finder()
  const found: string[] = []
  for await (const page of pagesOfLoans(database.db, { portfolioId: 118, size: 700 }, list)) {
    expect(page.length).toBeLessThanOrEqual(700)
    found.push(...page)
  }
  expect(found).toEqual(EVERY_LOAN)
  expect(Math.max(...asked)).toBe(MOST_ASKED_ABOUT)
})

test('what is looked at first asks no further', async () => {
  const { asked, list } = finder()
  for await (const loanNo of loansOneByOne(database.db, 118, list)) {
    expect(loanNo).toBe(numberOf(1))
    break
  }
  expect(asked).toEqual([MOST_ASKED_ABOUT])
})

test('a run goes on after the loan where another one ended', async () => {
  const { list } = finder()
  const pages: (readonly string[])[] = []
  const last = { portfolioId: 118, size: 10, after: numberOf(24_995) }
  for await (const page of pagesOfLoans(database.db, last, list)) pages.push(page)
  expect(pages).toEqual([EVERY_LOAN.slice(24_995)])
})

test('a portfolio without loans has no page', async () => {
  const { asked, list } = finder()
  for await (const page of pagesOfLoans(database.db, { portfolioId: 999, size: 10 }, list))
    expect(page).toBe('never')
  expect(asked).toEqual([])
})
