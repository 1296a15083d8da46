import { expect, test } from 'vitest'
import { runCommand } from '../run-command.ts'

const ENGINE = process.env['TEST_DATABASE'] ?? 'embedded'
/** Rows of seeds that are lived side by side; most on PostgreSQL, which takes half the time. 200 in all. */
const ROWS = ENGINE === 'embedded' ? [{ seed: 1, seeds: 20 }] : [21, 111].map((seed) => ({ seed, seeds: 90 }))
/** Two borrowers until a first payment of both was taken or came back. */
const LIFE = '--loans 2 --days 26 --by-hand 10'.split(' ')
/** 10,000 loan-days over 200 seeds. */
const LEAST_LOAN_DAYS_OF_A_SEED = 50

test('lenders with a seed of their own live whole days: 200 of them, 10,000 loan-days, on both databases together (security.md, "Figures to aim at")', {
  timeout: 2_400_000,
}, async ({ signal, annotate }) => {
  const lived = await Promise.all(
    ROWS.map(async ({ seed, seeds }) => {
      const row = ['--seed', String(seed), '--seeds', String(seeds), '--database', ENGINE]
      return await runCommand('simulate.mjs', [...LIFE, ...row], signal)
    }),
  )
  for (const [index, { code, output }] of lived.entries()) {
    expect(code, output).toBe(0)
    const [line = '', seeds, loanDays] =
      /^(\d+) seeds and (\d+) loan-days lived, all whole$/m.exec(output) ?? []
    await annotate(line)
    expect(Number(seeds)).toBe(ROWS[index]?.seeds)
    expect(Number(loanDays)).toBeGreaterThanOrEqual(Number(seeds) * LEAST_LOAN_DAYS_OF_A_SEED)
  }
})
