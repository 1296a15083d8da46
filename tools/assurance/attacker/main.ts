import { parseArgs } from 'node:util'
import { startTestApi } from '@dolphin/api/testing/api-fixture'
import { exitCodeOf, readOptions, say, UsageError, wholeNumber } from '../test-program.ts'
import { type Attack, attacksOf, ATTACKS_OF_LIFE, CELLS } from './attack-plan.ts'
import { breachWords, liveAsAttacker, setWorld } from './attacker-life.ts'

const ROUND = Math.ceil(CELLS.length / ATTACKS_OF_LIFE)

const HELP = `npm run proof:attacker -- [options]: an attacker lives with what was stolen from a borrower and from staff: copies
of sessions that have ended, old links, keys and webhooks that were used, another portfolio's host, many requests at the
same time. Each life is ${ATTACKS_OF_LIFE} calls of the matrix; ${ROUND} lives are all ${CELLS.length} cells. After each, no answer may hold anything of the
victims, and none of their rows may have changed.

  --runs <n>         lives (${ROUND})
  --seed <n>         the same seed lives the same lives again (34)
  --attack <json>    this one attack, as a breach is printed
  --database <name>  postgresql, or embedded (postgresql)
  --help

The exit code is 1 where an attack gets through.`

const OPTIONS = {
  runs: { type: 'string', default: String(ROUND) },
  seed: { type: 'string', default: '34' },
  attack: { type: 'string' },
  database: { type: 'string', default: 'postgresql' },
  help: { type: 'boolean', default: false },
} as const

async function run(): Promise<number> {
  const given = readOptions(() => parseArgs({ options: OPTIONS }))
  if (given.help) {
    say(HELP)
    return 0
  }
  const [runs, seed] = [wholeNumber('runs', given.runs, 6), wholeNumber('seed', given.seed, 6)]
  if (!['postgresql', 'embedded'].includes(given.database))
    throw new UsageError('--database takes postgresql or embedded')
  process.env['TEST_DATABASE'] = given.database
  const lives =
    given.attack === undefined
      ? Array.from({ length: runs }, (_, life) => attacksOf(seed, life))
      : [[JSON.parse(given.attack) as Attack]]
  const api = await startTestApi()
  try {
    const world = await setWorld(api)
    const cells = new Set<string>()
    let [requests, breaches] = [0, 0]
    for (const [life, attacks] of lives.entries()) {
      const lived = await liveAsAttacker(world, attacks)
      requests += lived.requests
      breaches += lived.breaches.length
      for (const cell of lived.cells) cells.add(cell)
      for (const breach of lived.breaches) say(breachWords(breach, life))
      say(
        `  life ${life + 1} of ${lives.length}: ${cells.size} of ${CELLS.length} cells, ${requests} requests`,
      )
    }
    say(
      `${lives.length} lives of seed ${seed}, ${requests} requests, ${cells.size} cells: ${breaches} got through.`,
    )
    return breaches === 0 ? 0 : 1
  } finally {
    await api.close()
  }
}

process.exitCode = await exitCodeOf(run, HELP, 2)
