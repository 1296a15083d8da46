import { parseArgs } from 'node:util'
import { exitCodeOf, readOptions, say, UsageError } from '../test-program.ts'
import { wallClock } from '@dolphin/api/wall-clock'
import { fillDemonstration } from './demonstration.ts'
import { USUAL_PLAN } from './usual-plan.ts'

const HELP = `Fills an empty data folder with a lender's life until now: \`npm start -- --demo\` runs it before its first start.

  --data-dir <folder>   the data folder; its database is made anew
  --borrowers <n>       how many come (${USUAL_PLAN.borrowers})
  --days <n>            over how many days, until today (${USUAL_PLAN.days})
  --help`

const OPTIONS = {
  'data-dir': { type: 'string' },
  borrowers: { type: 'string', default: `${USUAL_PLAN.borrowers}` },
  days: { type: 'string', default: `${USUAL_PLAN.days}` },
  help: { type: 'boolean', default: false },
} as const

const MOST = 1_000
const LEAST_DAYS = 14
const BAR = 40
const SAY_EVERY = 10

function count(name: string, text: string, least: number): number {
  const value = Number(text)
  if (!/^\d{1,4}$/.test(text) || value < least || value > MOST)
    throw new UsageError(`--${name} takes a whole number from ${least} to ${MOST}`)
  return value
}

/** A bar at a terminal, else a line now and then. */
function progress(days: number): (day: number) => void {
  if (!process.stdout.isTTY) return (day) => void (day % SAY_EVERY === 0 && say(`  day ${day} of ${days}`))
  return (day) => {
    const done = Math.round((day / days) * BAR)
    process.stdout.write(`\r  ${'█'.repeat(done)}${'░'.repeat(BAR - done)} day ${day} of ${days}`)
    if (day === days) say('')
  }
}

async function run(): Promise<number> {
  const given = readOptions(() => parseArgs({ options: OPTIONS }))
  if (given.help) {
    say(HELP)
    return 0
  }
  const dataDir = given['data-dir']
  if (dataDir === undefined) throw new UsageError('--data-dir names the folder to fill')
  const days = count('days', given.days, LEAST_DAYS)
  const { loans, openCases, empty } = await fillDemonstration({
    dataDir,
    projectFolder: process.cwd(),
    borrowers: count('borrowers', given.borrowers, 1),
    days,
    now: wallClock.now(),
    onDay: progress(days),
  })
  say(`  ${loans} loans; ${openCases} cases wait for employees`)
  if (empty.length > 0) say(`  Too few borrowers or days for: ${empty.join(', ')}`)
  return 0
}

process.exitCode = await exitCodeOf(run, HELP, 2)
