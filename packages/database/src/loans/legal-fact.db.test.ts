import { localDate } from '@dolphin/domain/calendar/local-date'
import { LEGAL_FACT_KINDS, type LegalFactKind, standingFacts } from '@dolphin/domain/loans/legal-facts'
import { testCipher } from '@dolphin/testkit/field-cipher-fixture'
import { storedLoan } from '@dolphin/testkit/loan-fixture'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import type { LoanKey } from '../driver/owner.ts'
import { endLegalFact, insertLegalFact, listLegalFacts } from './legal-fact-repository.ts'
import { findLoan, type LoanPatch, updateLoan } from './loan-repository.ts'

const at = new Date('2026-03-03T15:00:00Z')
const cipher = testCipher()

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => await database.close())

/** The facts of a loan as the table has them, and as every reader of the loan gets them. */
async function bothOf(key: LoanKey) {
  const rows = await listLegalFacts(database.db, cipher, key)
  const table = rows.map(({ kind, since, endedOn }) => ({ kind, since, endedOn }))
  return { table, loan: (await findLoan(database.db, key))?.legalFacts ?? [] }
}

/** Notes the kind, or ends it where it stands; each act on a day of its own. */
async function act(key: LoanKey, kind: LegalFactKind, day: number): Promise<void> {
  const loan = await findLoan(database.db, key)
  if (loan === undefined) throw new Error('the loan was stored')
  if (standingFacts(loan.legalFacts).includes(kind)) {
    const end = {
      kind,
      endedOn: localDate(2026, 3, day),
      endedBy: 'employee:ada',
      confirmedBy: 'employee:bea',
    }
    await endLegalFact(database.db, loan, { ...end, at })
  } else {
    const since = localDate(2026, 3, day)
    await insertLegalFact(database.db, cipher, loan, { kind, since, reference: 'a', by: 'employee:ada', at })
  }
}

test('whatever is noted and ended, a loan carries what the table has (docs/decisions/legal-facts.md)', async () => {
  // Every order of five acts with two kinds
  for (let order = 0; order < 2 ** 5; order += 1) {
    const key = await storedLoan(database.db)
    for (let step = 0; step < 5; step += 1) {
      await act(key, LEGAL_FACT_KINDS[(order >> step) & 1] ?? 'bankruptcy', step + 1)
      const { table, loan } = await bothOf(key)
      expect(loan).toEqual(table)
      expect(table.length).toBeGreaterThan(0)
    }
    // Another change of the row leaves them as they are.
    await updateLoan(database.db, key, { termsDigest: null }, at)
    const { table, loan } = await bothOf(key)
    expect(loan).toEqual(table)
  }
})

test('no other change of a loan can write them', () => {
  expectTypeOf<LoanPatch>().not.toHaveProperty('legalFacts')
})
