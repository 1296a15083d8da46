import { parseArgs } from 'node:util'
import { startTestApi } from '@dolphin/api/testing/api-fixture'
import { exitCodeOf, readOptions, say, wholeNumber } from '../test-program.ts'
import type { LifePlan } from './life-plan.ts'
import { cellTables, cellWords, isCell } from './cells.ts'
import { type BrokenLife, live } from './live.ts'
import { again, amountLived, brokenLifeWords, liveMany } from './many-lives.ts'

const HELP = `npm run proof:life -- [options]: loans live through random acts, and after each nothing may be broken.

  --runs <n>         lives (200)
  --seed <n>         the same seed lives the same lives again (29)
  --kind <kind>      any, or changes: up to three changes with returns between (any)
  --first <n>        begins with that life of the seed (1)
  --life <json>      lives this one life, as a broken one is printed
  --as-it-is         a broken life is printed as it is, not as short as it can be
  --every            goes on after a broken life and prints each, as far as it was lived
  --plant <defect>   builds the product with a defect; several, joined by "+"
  --plants           each planted defect by the life made for it, then by drawn lives, 200 for all; ends with a table.
                     --among a+b for these alone, --crafted or --drawn for one half, --lives <n> for fewer in all
  --help

The exit code is 1 where something is broken.`

const OPTIONS = {
  runs: { type: 'string', default: '200' },
  seed: { type: 'string', default: '29' },
  kind: { type: 'string', default: 'any' },
  first: { type: 'string', default: '1' },
  life: { type: 'string' },
  'as-it-is': { type: 'boolean', default: false },
  every: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

const LIMIT_MS = 3_000_000

async function run(): Promise<number> {
  const given = readOptions(() => parseArgs({ options: OPTIONS }))
  if (given.help) {
    say(HELP)
    return 0
  }
  process.env['TEST_DATABASE'] = 'postgresql'
  const api = await startTestApi()
  try {
    if (given.life !== undefined) {
      const met = await live(api, JSON.parse(given.life) as LifePlan)
      say(
        `Nothing is broken in this life: ${[...met]
          .filter(([what]) => !isCell(what))
          .map(([what, count]) => `${what} ${count}`)
          .join('; ')}`,
      )
      return 0
    }
    const runs = wholeNumber('runs', given.runs)
    const seed = wholeNumber('seed', given.seed)
    const first = wholeNumber('first', given.first)
    const broken: string[] = []
    const lived = await liveMany(api, {
      seed,
      kind: given.kind === 'changes' ? 'changes' : 'any',
      first,
      runs,
      shrinks: !given['as-it-is'],
      limitMs: LIMIT_MS,
      ...(given.every
        ? { onBroken: (one: BrokenLife) => void broken.push(one.message, again(one.lived)) }
        : {}),
    })
    for (const table of cellTables(lived.met, undefined)) say(cellWords(table))
    const words = brokenLifeWords(lived) ?? (broken.length > 0 ? broken.join('\n') : undefined)
    say(words ?? `${runs} lives of seed ${seed}, ${amountLived(lived)}: nothing is broken.`)
    return words === undefined ? 0 : 1
  } finally {
    await api.close()
  }
}

process.exitCode = await exitCodeOf(run, HELP, 2)
