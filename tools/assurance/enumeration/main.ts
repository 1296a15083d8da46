import { isDeepStrictEqual, parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { textTable } from '@dolphin/ops-cli/text-table'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import { createCustomer } from '@dolphin/api/testing/customers'
import { exitCodeOf, readOptions, say, UsageError } from '../test-program.ts'
import { answerOf, ASKED_OF_ANYBODY } from './known-or-not.ts'
import { isTheSame, type TimeGap, timeGap } from './same-time.ts'

const HELP = `npm run proof:enumeration -- [--addresses <n>]: sends each public call that takes an address to so
many addresses with an account and so many without (2000), in turns, and compares: the answers byte by byte but for ids
and dates, the times by the test of Mann and Whitney.

The exit code is 1 where an answer differs, or where both p is 0.01 or less and the medians are 2 % or more apart.`

const OPTIONS = {
  addresses: { type: 'string', default: '2000' },
  help: { type: 'boolean', default: false },
} as const

const PORTFOLIO = 118
const SAY_EVERY = 250
/** Addresses of the first requests, which load what the others find loaded. */
const WARM_UP = 5
const MANY = '100000000'

interface Compared {
  readonly name: string
  readonly gap: TimeGap
  readonly different: number
}

const address = (who: 'known' | 'other', index: number): string =>
  `${who}-${String(index).padStart(5, '0')}@example.com`

async function makeAccounts(api: TestApi, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await createCustomer(api, { email: address('known', index) })
    await forgetLimits(api)
    if ((index + 1) % SAY_EVERY === 0) say(`  ${index + 1} of ${count} accounts`)
  }
}

/** As if the windows of all limits were over: what is compared is the work, not who asked before. */
async function forgetLimits({ database }: TestApi): Promise<void> {
  await database.db.execute(sql`delete from rate_limits`)
}

async function compare(
  api: TestApi,
  [name, call, bodyOf]: (typeof ASKED_OF_ANYBODY)[number],
  count: number,
): Promise<Compared> {
  const times = { known: [] as number[], other: [] as number[] }
  let first: unknown
  let different = 0
  for (let index = 0; index < count; index += 1) {
    // The second call finds warm caches: each kind goes first equally often.
    const turn = index % 2 === 0 ? (['known', 'other'] as const) : (['other', 'known'] as const)
    for (const who of turn) {
      const answer = await answerOf(api, call, { portfolioId: PORTFOLIO, ...bodyOf(address(who, index)) })
      first ??= answer.bytes
      if (!isDeepStrictEqual(answer.bytes, first)) different += 1
      if (index >= WARM_UP) times[who].push(answer.ms)
    }
    await forgetLimits(api)
    if ((index + 1) % SAY_EVERY === 0) say(`  ${name}: ${index + 1} of ${count} addresses of each kind`)
  }
  return { name, gap: timeGap(times.known, times.other), different }
}

function report(compared: readonly Compared[], count: number): number {
  const rows = compared.map(({ name, gap, different }) => [
    name,
    String(different),
    gap.p.toFixed(4),
    `${gap.medianGapPercent.toFixed(2)} %`,
    different === 0 && isTheSame(gap) ? 'the same' : 'TOLD APART',
  ])
  say(textTable(['Call', 'Answers that differ', 'p', 'Medians apart', 'Known and unknown are'], rows))
  const apart = compared.filter(({ gap, different }) => different > 0 || !isTheSame(gap)).length
  say(`${count} known and ${count} unknown addresses of each call, ${apart} calls tell them apart`)
  return apart === 0 ? 0 : 1
}

async function run(): Promise<number> {
  const given = readOptions(() => parseArgs({ options: OPTIONS }))
  if (given.help) {
    say(HELP)
    return 0
  }
  const count = Number(given.addresses)
  if (!/^\d{2,5}$/.test(given.addresses) || count <= WARM_UP)
    throw new UsageError(`--addresses takes a whole number from ${WARM_UP + 5} to 99999`)
  process.env['TEST_DATABASE'] = 'embedded'
  delete process.env['CALL_COVERAGE_DIR']
  const api = await startTestApi({ env: { RATE_LIMIT_PER_MINUTE: MANY, SIGN_IN_ATTEMPTS_PER_MINUTE: MANY } })
  try {
    await makeAccounts(api, count)
    const compared: Compared[] = []
    for (const asked of ASKED_OF_ANYBODY) compared.push(await compare(api, asked, count))
    return report(compared, count)
  } finally {
    await api.close()
  }
}

process.exitCode = await exitCodeOf(run, HELP, 2)
