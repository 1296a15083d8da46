import { parseArgs } from 'node:util'
import { startTestApi } from '../api-fixture.ts'
import { simulate } from './simulation.ts'
import { simulationTable } from './simulation-table.ts'

const HELP = `npm run simulate -- [options]: a synthetic lender lives through its days, and every money invariant is
checked after each of them.

  --loans <n>        borrowers who take a loan, five a banking day (1)
  --days <n>         days to live through (365)
  --seed <n>         the same seed lives the same life again (1)
  --database <what>  embedded (the default), or the URL of a PostgreSQL server, where a database is made and dropped
  --help

The first borrower's year goes by a script: the second payment comes back, a pay-down, a payoff, the letter. The exit
code is 1 where an invariant is broken; the run ends on that day and says what to start to see it again.`

const OPTIONS = {
  loans: { type: 'string', default: '1' },
  days: { type: 'string', default: '365' },
  seed: { type: 'string', default: '1' },
  database: { type: 'string', default: 'embedded' },
  help: { type: 'boolean', default: false },
} as const

const BAR = 40
const say = (text: string): void => void process.stdout.write(`${text}\n`)

class UsageError extends Error {}

function count(name: string, text: string, most: number): number {
  const value = Number(text)
  if (!/^\d{1,9}$/.test(text) || value < 1 || value > most)
    throw new UsageError(`--${name} takes a whole number from 1 to ${most}`)
  return value
}

function readArguments() {
  try {
    return parseArgs({ options: OPTIONS }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'These options are not understood.')
  }
}

/** Where the database is to be, as the test kit is told. */
function chooseDatabase(database: string): void {
  if (database === 'embedded') {
    process.env['TEST_DATABASE'] = 'embedded'
    return
  }
  if (!/^postgres(ql)?:\/\//.test(database))
    throw new UsageError('--database takes "embedded" or an address that begins with postgres://')
  process.env['TEST_DATABASE'] = 'postgresql'
  process.env['TEST_DATABASE_URL'] = database
}

function progress(days: number): (day: number) => void {
  if (!process.stdout.isTTY) return (day) => void (day % 30 === 0 && say(`  day ${day} of ${days}`))
  return (day) => {
    const done = Math.round((day / days) * BAR)
    process.stdout.write(`\r  ${'█'.repeat(done)}${'░'.repeat(BAR - done)} day ${day} of ${days}`)
    if (day === days) say('')
  }
}

async function run(): Promise<number> {
  const { help, database, ...given } = readArguments()
  if (help) {
    say(HELP)
    return 0
  }
  const loans = count('loans', given.loans, 5_000)
  const days = count('days', given.days, 3_650)
  const seed = count('seed', given.seed, 999_999_999)
  chooseDatabase(database)
  const api = await startTestApi()
  try {
    say(`${loans} loans, ${days} days, seed ${seed}, ${api.database.version()}`)
    const outcome = await simulate(api, { loans, days, seed, onDay: progress(days) })
    for (const line of await simulationTable(api.database.db, outcome)) say(line)
    if (outcome.broken === undefined) return 0
    say(`Again: npm run simulate -- --loans ${loans} --days ${outcome.daysLived} --seed ${seed}`)
    return 1
  } finally {
    await api.close()
  }
}

try {
  process.exitCode = await run()
} catch (error) {
  const text =
    error instanceof UsageError
      ? `${error.message}\n\n${HELP}`
      : String(error instanceof Error ? error.stack : error)
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}
