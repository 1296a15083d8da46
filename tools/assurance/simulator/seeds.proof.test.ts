import { effort } from '@dolphin/testkit/effort'
import { expect, test } from 'vitest'
import { runCommand } from '../run-command.ts'

interface Seeds {
  readonly engine: 'embedded' | 'postgresql'
  readonly first: number
  readonly count: number
}

/** Source: design/security.md, "Figures to aim at". PostgreSQL takes half the time. */
const SEEDS = effort<readonly Seeds[]>({
  usual: [{ engine: 'postgresql', first: 1, count: 20 }],
  full: [
    { engine: 'embedded', first: 1, count: 5 },
    { engine: 'postgresql', first: 6, count: 45 },
  ],
})
/** Two borrowers until a first payment of both was taken or came back. */
const LIFE = '--loans 2 --days 26 --by-hand 10'.split(' ')
const LEAST_LOAN_DAYS_OF_A_SEED = 50

test.for(SEEDS)(
  '$count lenders with a seed of their own live whole days on $engine (design/security.md "Figures")',
  {
    timeout: 1_200_000,
  },
  async ({ engine, first, count }, { signal, annotate }) => {
    const seeds = `--seed ${first} --seeds ${count} --side-by-side 1 --database ${engine}`.split(' ')
    const { code, output } = await runCommand('simulate.mjs', [...LIFE, ...seeds], signal)
    expect(code, output).toBe(0)
    const [line = '', lived, loanDays] =
      /^(\d+) seeds and (\d+) loan-days lived, all whole$/m.exec(output) ?? []
    await annotate(line)
    expect(Number(lived)).toBe(count)
    expect(Number(loanDays)).toBeGreaterThanOrEqual(count * LEAST_LOAN_DAYS_OF_A_SEED)
  },
)
