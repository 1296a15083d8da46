import { anEmployee } from '../../testing/employee-actor.ts'
import { storedLoan } from '@dolphin/testkit/loan-fixture'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorName, type SessionActor, SYSTEM_ACTOR } from '../../http/actor.ts'
import { refuse } from '../../refusal.ts'
import { findBorrowerLoan, lockBorrowerLoan, reachOf } from './loan-access.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => await database.close())

const customer = (openId: string, portfolioId = 118): SessionActor => ({
  kind: 'customer',
  sessionId: 's',
  tokenHash: 'h',
  authenticatedAt: new Date('2026-03-02T15:00:00Z'),
  openId,
  portfolioId,
})
const limited = (applicationNo: string, portfolioId = 118): SessionActor => ({
  kind: 'limited',
  sessionId: 's',
  tokenHash: 'h',
  applicationNo,
  portfolioId,
})

test('a session reaches a customer’s own loans, or one application', () => {
  expect(reachOf(customer('o'))).toEqual({ portfolioId: 118, openId: 'o' })
  expect(reachOf(limited('A1', 110))).toEqual({ portfolioId: 110, applicationNo: 'A1' })
})

test('what is out of reach answers as if it did not exist, to read and to lock (design/security.md T6)', async () => {
  const key = await storedLoan(database.db, { openId: 'reach-one' })
  const loan = await findLoan(database.db, key)
  assert(loan !== undefined, 'the loan is there')
  const { loanNo, applicationNo } = loan
  const otherCustomers = [
    customer('reach-two'),
    customer('reach-one', 110),
    limited('A0'),
    limited(applicationNo, 110),
  ]
  await database.transaction(async (tx) => {
    for (const take of [findBorrowerLoan, lockBorrowerLoan]) {
      for (const name of [{ loanNo }, { applicationNo }, 'newest'] as const) {
        expect(await take(tx, customer('reach-one'), name)).toEqual(ok(loan))
        expect(await take(tx, limited(applicationNo), name)).toEqual(ok(loan))
        for (const otherCustomer of otherCustomers)
          expect(await take(tx, otherCustomer, name)).toEqual(refuse('loanNotFound'))
      }
    }
  })
})

test('who acted is written down by kind and number', () => {
  expect(actorName(customer('o'))).toBe('customer:o')
  expect(actorName(limited('A1'))).toBe('application:A1')
  expect(actorName(anEmployee())).toBe('employee:ada-example')
  expect(actorName({ kind: 'anonymous' })).toBe('anonymous')
  expect(SYSTEM_ACTOR).toBe('system')
})
