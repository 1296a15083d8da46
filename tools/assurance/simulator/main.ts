import { parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type MoneyRoundRequest, runUntilCrashed } from '../crash-tests/money-process.ts'
import { missingShares } from './funnel.ts'
import { liveSeeds } from './many-seeds.ts'
import { reportPage } from './report-page.ts'
import { prepareSimulation, type SimulationPlan } from './simulation.ts'
import { readReport } from './simulation-report.ts'
import { sameDaysAgain, simulationTable } from './simulation-table.ts'
import { exitCodeOf, readOptions, say, UsageError } from '../test-program.ts'

const HELP = `npm run simulate -- [options]: a synthetic lender lives through its days, and every invariant is checked
after each of them.

  --loans <n>        borrowers who come (1)
  --days <n>         days to live through (365)
  --from <day>       the first day, as 2026-03-03 (the default)
  --seed <n>         the same seed lives the same life again (1)
  --seeds <n>        the same days with so many seeds, each on an empty database and with the next lives of the row;
                     without reports, to the first that is broken
  --side-by-side <n> so many processes share the seeds
  --minutes <n>      begins no other seed after so many minutes
  --first-life <n>   borrowers come from the nth of the row of lives on (0, the script)
  --faults           kills, lost answers, late and malformed files, refused mails and the like are made
  --odd-files        the bank sends each kind of odd file every week, and two employees resolve what comes of it
  --database <what>  embedded (the default); postgresql, at TEST_DATABASE_URL or else a server of its own; or the URL
                     of a PostgreSQL server. A database is made and dropped
  --report <folder>  writes report.html there
  --by-hand <n>      only one in n borrowers links the bank and signs by hand; of the others both are left out (1)
  --plant <defect>   builds the product with a defect; several, joined by "+"
  --plants           lives with each planted defect in turn and tells which are caught; --pairs <n> for n pairs as well,
                     --among a+b for these alone
  --help

The exit code is 1 where an invariant is broken; the run ends on that day and says what to start to see it again.`

const OPTIONS = {
  loans: { type: 'string', default: '1' },
  days: { type: 'string', default: '365' },
  from: { type: 'string', default: '2026-03-03' },
  seed: { type: 'string', default: '1' },
  seeds: { type: 'string' },
  minutes: { type: 'string' },
  'first-life': { type: 'string' },
  faults: { type: 'boolean', default: false },
  'odd-files': { type: 'boolean', default: false },
  database: { type: 'string', default: 'embedded' },
  report: { type: 'string' },
  'by-hand': { type: 'string', default: '1' },
  plant: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

const BAR = 40
const SAY_EVERY = 30
function count(name: string, text: string, most: number): number {
  const value = Number(text)
  if (!/^\d{1,9}$/.test(text) || value < 1 || value > most)
    throw new UsageError(`--${name} takes a whole number from 1 to ${most}`)
  return value
}

function dayOf(text: string) {
  const day = parseLocalDate(text)
  if (day === undefined) throw new UsageError('--from takes a day such as 2026-03-03')
  return day
}

/** An option that may be left out. */
const countOf = (name: string, text: string | undefined, most: number): number | undefined =>
  text === undefined ? undefined : count(name, text, most)

const readArguments = () => readOptions(() => parseArgs({ options: OPTIONS }))

/** Selects the database for the test kit. */
function chooseDatabase(database: string): void {
  if (database === 'embedded' || database === 'postgresql') {
    process.env['TEST_DATABASE'] = database
    return
  }
  if (!/^postgres(ql)?:\/\//.test(database))
    throw new UsageError(
      '--database takes "embedded", "postgresql" or an address that begins with postgres://',
    )
  process.env['TEST_DATABASE'] = 'postgresql'
  process.env['TEST_DATABASE_URL'] = database
}

function progress(days: number): (day: number) => void {
  const begun = performance.now()
  const minutes = () => ((performance.now() - begun) / 60_000).toFixed(1)
  if (!process.stdout.isTTY)
    return (day) => void (day % SAY_EVERY === 0 && say(`  day ${day} of ${days}, ${minutes()} min`))
  return (day) => {
    const done = Math.round((day / days) * BAR)
    const bar = `${'█'.repeat(done)}${'░'.repeat(BAR - done)}`
    process.stdout.write(`\r  ${bar} day ${day} of ${days}, ${minutes()} min`)
    if (day === days) say('')
  }
}

async function run(): Promise<number> {
  const given = readArguments()
  if (given.help) {
    say(HELP)
    return 0
  }
  const firstLife = countOf('first-life', given['first-life'], 999_999_999)
  const plan: SimulationPlan = {
    ...(firstLife === undefined ? {} : { firstLife }),
    loans: count('loans', given.loans, 5_000),
    days: count('days', given.days, 3_650),
    from: dayOf(given.from),
    seed: count('seed', given.seed, 999_999_999),
    byHandEvery: count('by-hand', given['by-hand'], 5_000),
    faults: given.faults,
    oddFiles: given['odd-files'],
    // This same program runs a money round when its arguments request one.
    crashProgram: process.argv[1] ?? '',
  }
  chooseDatabase(given.database)
  const seeds = countOf('seeds', given.seeds, 1_000_000)
  const extra = given.plant === undefined ? '' : ` --plant ${given.plant}`
  if (seeds !== undefined)
    return await liveSeeds(plan, { seeds, minutes: countOf('minutes', given.minutes, 100_000), extra })
  return await report({ ...plan, onDay: progress(plan.days) }, given.report, extra)
}

async function report(plan: SimulationPlan, folder: string | undefined, extra: string): Promise<number> {
  const simulation = await prepareSimulation(plan)
  try {
    const { database } = simulation.server.api()
    const { loans, days, seed } = plan
    say(`${loans} loans, ${days} days, seed ${seed}, ${database.version()}`)
    const outcome = await simulation.run()
    const { db } = simulation.server.api().database
    for (const line of await simulationTable(db, outcome)) say(line)
    const facts = await readReport(db, outcome)
    if (folder !== undefined) {
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'report.html'), reportPage(facts, outcome))
    }
    if (outcome.broken !== undefined) {
      say(`Again: ${sameDaysAgain(outcome, extra)}`)
      return 1
    }
    const missing = missingShares(facts.funnel)
    for (const { name } of missing) say(`Too few: ${name}. A run shows what it says only with 5 % of each.`)
    return missing.length === 0 ? 0 : 1
  } finally {
    await simulation.close()
  }
}

const [first = ''] = process.argv.slice(2)
if (first.startsWith('{')) await runUntilCrashed(JSON.parse(first) as MoneyRoundRequest)
else process.exitCode = await exitCodeOf(run, HELP, 2)
