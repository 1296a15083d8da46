import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'
import { bareCodes } from './wire-codes.ts'

/** Where numbers get their names, and where tests hold them to the specification's. */
const NAMED_HERE =
  /\/codes\.ts$|\/payroll-frequency(\.test)?\.ts$|\/ibv-status\.ts$|\/enumerations\.test\.ts$|\/transaction-status\.test\.ts$/
/** Unique indexes whose text the migrations hold. */
const SCHEMA = /^packages\/database\/src\/schema\//
/** Numbers that seed chance, values that a reader has to refuse or turn into the number, and what is tried below. */
const NO_CODES = /\/(pay-calendar|installment-dates|wire|wire-codes)\.test\.ts$/

test('a code of the specification stands as a number where it is named, and nowhere else (design/style.md)', () => {
  const files = sourceFiles(['apps', 'packages', 'tests', 'tools']).filter(
    ({ path }) => ![NAMED_HERE, SCHEMA, NO_CODES].some((pattern) => pattern.test(path)),
  )
  expect(files.flatMap(bareCodes)).toEqual([])
})

test('a bare number is found as a literal, in SQL, as a form value and beside its key', () => {
  const text = [
    'const frequency = 17003',
    "const values = { payrollFrequency: '17003', status: 103, signStatus: 1 }",
    'const query = sql`update transactions set status = -1 where type in (14000, 14002)`',
    'const response = { status: 404, limit: 10_000, waitMs: 15_000 }',
    'const named = sql`select from loans where status = ${LoanStatus.approved}`',
  ].join('\n')
  expect(bareCodes({ path: 'sample.ts', text }).map(({ line, text: what }) => `${line} ${what}`)).toEqual([
    '1 17003',
    '2 17003',
    '2 status: 103',
    '2 signStatus: 1',
    '3 status = -1',
    '3 type in (14000, 14002',
  ])
})
