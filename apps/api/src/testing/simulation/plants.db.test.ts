import { expect, test } from 'vitest'
import { runCommand } from '../run-command.ts'

const ENGINE = process.env['TEST_DATABASE'] ?? 'embedded'

const simulate = (args: readonly string[], signal: AbortSignal) =>
  runCommand('simulate.mjs', [...args, '--database', ENGINE], signal)

/** The first borrowers of this seed pay off, change their mind too late, and dispute. */
const RUN = ['--loans', '2', '--days', '30', '--seed', '2433', '--by-hand', '1000']

/** Three that show early; `npm run simulate -- --plants` lives with all twelve, and with pairs of them. */
const EARLY: readonly (readonly [string, RegExp])[] = [
  ['noticeSentTwice', /notices {2}book {2}".*" went out twice/],
  ['principalBeforeFees', /I2 {2}118-\d{7} {2}.*off from plain arithmetic/],
  ['undoneTooLate', /I5 {2}118-\d{7} {2}a change was taken back/],
]

test.for(EARLY)(
  'with %s planted the days are broken, and found (domain.md §13)',
  { timeout: 600_000 },
  async ([plant, found], { signal }) => {
    const { code, output } = await simulate([...RUN, '--plant', plant], signal)
    expect(code, output).toBe(1)
    expect(output).toMatch(found)
  },
)

test('a failing seed replays: the line it prints lives the same days to the same end (domain.md §13)', async ({
  signal,
}) => {
  const first = await simulate([...RUN, '--plant', 'interestRoundedUp'], signal)
  const again = /^Again: npm run simulate -- (.*)$/m.exec(first.output)?.[1]
  expect(again).toMatch(/--loans 2 --days \d+ --from 2026-03-03 --seed 2433 .*--plant interestRoundedUp$/)
  const second = await simulate((again ?? '').split(' '), signal)
  expect(second.output).toBe(first.output.replace('30 days', `${/--days (\d+)/.exec(again ?? '')?.[1]} days`))
}, 600_000)
