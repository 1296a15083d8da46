import { expect, test } from 'vitest'
import { runCommand } from '../run-command.ts'

const ENGINE = process.env['TEST_DATABASE'] ?? 'embedded'
/** Most on PostgreSQL, which takes half the time; 200 in all. */
const SEEDS = ENGINE === 'embedded' ? { first: 1, count: 20, rows: 1 } : { first: 21, count: 180, rows: 2 }
/** Two borrowers until a first payment of both was taken or came back. */
const LIFE = '--loans 2 --days 26 --by-hand 10'.split(' ')
/** 10,000 loan-days over 200 seeds. */
const LEAST_LOAN_DAYS_OF_A_SEED = 50

test('lenders with a seed of their own live whole days: 200 of them, 10,000 loan-days, on both databases together (design/security.md "Figures")', {
  timeout: 2_400_000,
}, async ({ signal, annotate }) => {
  const { first, count, rows } = SEEDS
  const seeds = `--seed ${first} --seeds ${count} --side-by-side ${rows} --database ${ENGINE}`.split(' ')
  const { code, output } = await runCommand('simulate.mjs', [...LIFE, ...seeds], signal)
  expect(code, output).toBe(0)
  const [line = '', lived, loanDays] =
    /^(\d+) seeds and (\d+) loan-days lived, all whole$/m.exec(output) ?? []
  await annotate(line)
  expect(Number(lived)).toBe(count)
  expect(Number(loanDays)).toBeGreaterThanOrEqual(count * LEAST_LOAN_DAYS_OF_A_SEED)
})
