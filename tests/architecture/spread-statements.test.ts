import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'
import { constantTexts, refusedStatements } from './spread-statements.ts'

/** What re-sealing asks stands in the way still: docs/guides/scale.md. */
const repositories = sourceFiles(['packages/database/src']).filter(
  ({ path }) => !/\.test\.ts$|\/schema\/|\/embedded\/|\/sealed-columns\.ts$/.test(path),
)
const constants = constantTexts(repositories)

test('each statement could run where customers are spread over servers (docs/guides/scale.md)', () => {
  expect(repositories.flatMap((file) => refusedStatements(file, constants))).toEqual([])
})

const refused = (text: string) =>
  refusedStatements({ path: 'sample.ts', text }, constants).map(({ why }) => why)

test.each([
  [
    'a join without the key',
    '`select from installments i join loans l on l.loan_no = i.loan_no`',
    'joins loans without the key',
  ],
  [
    'a query for each row without the key',
    '`select from loans l where exists (select from installments i where i.loan_no = l.loan_no)`',
    'asks installments within a query, without the key',
  ],
  [
    'a lock without the key',
    '`select from loans where loan_no = $1 for update`',
    'locks loans without the key',
  ],
  [
    'a value of a row that is asked for',
    '`insert into loan_history (sequence) values ((select max(sequence) from loan_history where customer_key = $1))`',
    'asks for a value of a row that it inserts',
  ],
  [
    'a lock of the builder',
    "db.select().from(loans).where(eq(loans.loanNo, loanNo)).for('update')",
    'locks loans without the key',
  ],
  [
    'a join of the builder',
    'db.select().from(installments).innerJoin(loans, eq(loans.loanNo, installments.loanNo))',
    'joins loans without the key',
  ],
])('%s is found', (_, text, why) => {
  expect(refused(text)).toEqual([why])
})

test.each([
  '`select from installments i join loans l on l.customer_key = i.customer_key and l.loan_no = i.loan_no`',
  '`select from loans l where exists (select from installments i where i.customer_key = l.customer_key)`',
  "db.select().from(loans).where(eq(loans.customerKey, key)).for('update')",
])('%s is not', (text) => {
  expect(refused(text)).toEqual([])
})
