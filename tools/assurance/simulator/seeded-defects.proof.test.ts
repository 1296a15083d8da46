import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runCommand } from '../run-command.ts'

const seededDefects = JSON.parse(
  readFileSync(fileURLToPath(new URL('./seeded-defects.json', import.meta.url)), 'utf8'),
) as readonly { readonly name: string }[]

/** The others on PostgreSQL, which starts sooner: what is planted does not ask which database holds it. */
const ON_EMBEDDED = ['noticeSentTwice', 'interestRoundedUp']

const live = (args: readonly string[], signal: AbortSignal) =>
  runCommand('simulate.mjs', [...args, '--database', 'postgresql'], signal)

test.for(seededDefects)(
  'with $name planted the days are broken, and found (domain.md §13)',
  { timeout: 600_000 },
  async ({ name }, { signal }) => {
    const engine = ON_EMBEDDED.includes(name) ? 'embedded' : 'postgresql'
    const { code, output } = await runCommand(
      'simulate.mjs',
      ['--plants', '--among', name, '--database', engine],
      signal,
    )
    expect(code, output).toBe(0)
    // By a rule that it breaks, or by an assertion of the lender's; not by a program that gave up.
    const broken = '(I\\d|bank|notices|promise|stranded|failure  book  AssertionFailure)'
    expect(output).toMatch(new RegExp(`^  ${name} +${broken}`, 'm'))
  },
)

test('a failing seed replays: the line it prints lives the same days to the same end (domain.md §13)', async ({
  signal,
}) => {
  // The first borrowers of this seed pay off, change their mind too late, and dispute.
  const run = ['--loans', '2', '--days', '30', '--seed', '2433', '--by-hand', '1000']
  const first = await live([...run, '--plant', 'interestRoundedUp'], signal)
  const again = /^Again: npm run simulate -- (.*)$/m.exec(first.output)?.[1]
  expect(again).toMatch(/--loans 2 --days \d+ --from 2026-03-03 --seed 2433 .*--plant interestRoundedUp$/)
  const second = await live((again ?? '').split(' '), signal)
  expect(second.output).toBe(first.output.replace('30 days', `${/--days (\d+)/.exec(again ?? '')?.[1]} days`))
}, 600_000)
