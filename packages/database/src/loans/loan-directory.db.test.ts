import { LoanStatus } from '@dolphin/domain/loans/codes'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loanDirectory } from '../schema/claim.ts'
import { claimLoan } from './loan-directory-repository.ts'
import { insertLoan, lockLoan, moveLoan } from './loan-repository.ts'

const at = new Date('2026-03-03T15:00:00Z')
const reason = { cause: 'application created', actor: 'system', at }
const begun = { status: LoanStatus.initializing, subStatus: null }

let database: TestDatabase
const statements: string[] = []

beforeAll(async () => {
  database = await openTestDatabase({
    async onStatement(title, run) {
      statements.push(title)
      return await run()
    },
  })
})
afterAll(() => database.close())

const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8] as const

const claim = async (loan: {
  readonly loanNo: string
  readonly customerKey: string
  readonly openId: string | null
}) =>
  await database.transaction(
    async (tx) => await claimLoan(tx, { portfolioId: 118, status: LoanStatus.initializing, ...loan }),
  )

test('a customer has one application or loan under way, whatever keys they lie under and however many ask at once (customer-key.md)', async () => {
  const claims = EIGHT.map((n) => claim({ loanNo: `118-many${n}`, customerKey: `key ${n}`, openId: 'eager' }))
  expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1)
  expect(await claim({ loanNo: '118-other', customerKey: 'key 9', openId: 'another' })).toBe(true)
})

test('a loan number exists once, whatever keys it is claimed under and however many ask at once (customer-key.md)', async () => {
  const claims = EIGHT.map((n) => claim({ loanNo: '118-same', customerKey: `key ${n}`, openId: null }))
  expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1)
})

test('a loan in repayment is under way no more, and a number that no loan came of is free again', async () => {
  const owner = { portfolioId: 118, openId: 'steady' }
  const loan = { ...owner, customerKey: 'steady', loanNo: '118-steady', applicationNo: 'A-steady' }
  const disbursed = { status: LoanStatus.disbursed, subStatus: null }
  expect(await insertLoan(database.db, { ...loan, ...disbursed }, reason)).toBe(true)
  const next = { loanNo: '118-next', customerKey: 'other key', openId: owner.openId }
  expect(await claim(next)).toBe(false)
  const to = { status: LoanStatus.processing, subStatus: null }
  expect(await moveLoan(database.db, loan, { from: disbursed, to }, reason)).toMatchObject(to)
  expect(await claim(next)).toBe(true)

  // Its application's number is taken.
  const second = { ...loan, openId: 'second', loanNo: '118-second' }
  expect(await insertLoan(database.db, { ...second, ...begun }, reason)).toBe(false)
  const listed = await database.db.select().from(loanDirectory).where(eq(loanDirectory.loanNo, second.loanNo))
  expect(listed).toEqual([])
})

test('a loan whose row was read is locked by one statement; by its number alone its key is looked up first', async () => {
  const key = { portfolioId: 118, loanNo: '118-steady' }
  const asked = async (of: Parameters<typeof lockLoan>[1]) => {
    statements.length = 0
    const loan = await lockLoan(database.db, of)
    return { loan, count: statements.length }
  }
  const { loan, count } = await asked(key)
  expect({ loan, count }).toMatchObject({ loan: key, count: 2 })
  if (loan === undefined) throw new Error('no loan')
  expect(await asked(loan)).toEqual({ loan, count: 1 })
  expect(await asked({ ...key, customerKey: 'other key' })).toEqual({ loan: undefined, count: 1 })
})
