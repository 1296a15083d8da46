import { expect, test } from 'vitest'
import { Military } from '../loans/codes.ts'
import { coveredStatus } from './covered-borrower.ts'

const { military, unknown, notMilitary } = Military

test.each([
  ['both say so', military, military, military],
  ['the applicant says so', notMilitary, military, military],
  ['the applicant says so and the database does not know', unknown, military, military],
  ['the database says so, the applicant does not', military, notMilitary, military],
  ['the applicant is not sure', notMilitary, unknown, notMilitary],
  ['neither', notMilitary, notMilitary, notMilitary],
  ['the database does not know and the applicant says no', unknown, notMilitary, unknown],
] as const)('%s (domain.md §6)', (_, database, stated, covered) => {
  expect(coveredStatus({}, { database, stated })).toBe(covered)
  expect(coveredStatus({ coveredBorrowerBy: 'applicantOrDatabase' }, { database, stated })).toBe(covered)
  expect(coveredStatus({ coveredBorrowerBy: 'database' }, { database, stated })).toBe(database)
})
