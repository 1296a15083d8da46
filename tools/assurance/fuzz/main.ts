import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { CALLS } from '@dolphin/contract/registry'
import { CHANNEL, type FuzzPlan, fuzzCalls } from './fuzz-calls.ts'
import { findingText, fuzzTable, tooFewValid } from './fuzz-table.ts'
import { exitCodeOf, readOptions, say, UsageError } from '../test-program.ts'

const HELP = `npm run proof:fuzz -- [options]: every call is sent requests made up from recorded ones, through the real
server; none may make it fail, hang or tell of its insides, and the money invariants hold afterwards.

  --cases <n>           requests of each call (200)
  --requests <n>        so many in all at least, spread evenly over the calls
  --seed <n>            the same seed makes the same requests up again (1)
  --call <name,name>    these calls alone; "channel" stands for the frames of the channel
  --database-url <url>  a PostgreSQL server, in which databases are made and dropped; embedded by default
  --findings <file>     writes every finding there, with its request
  --help

The exit code is 1 where something was found, or where fewer than 40 % of a call's requests pass its validation.`

const OPTIONS = {
  cases: { type: 'string', default: '200' },
  requests: { type: 'string' },
  seed: { type: 'string', default: '1' },
  call: { type: 'string' },
  'database-url': { type: 'string' },
  findings: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

const SAY_EVERY = 20

function count(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--${name} takes a whole number from 1`)
  return Number(text)
}

/** Requests of each target, so that all of them together get what is asked for. */
function casesOf(
  { cases, requests }: { readonly cases: string; readonly requests?: string | undefined },
  only: readonly string[] | undefined,
): number {
  if (requests === undefined) return count('cases', cases)
  return Math.ceil(count('requests', requests) / (only?.length ?? Object.keys(CALLS).length + 1))
}

function targets(text: string | undefined): readonly string[] | undefined {
  const names = text?.split(',')
  const unknown = names?.find((name) => !(name in CALLS) && name !== CHANNEL)
  if (unknown !== undefined) throw new UsageError(`no call is named ${unknown}`)
  return names
}

const readArguments = () => readOptions(() => parseArgs({ options: OPTIONS }))

function chooseDatabase(url: string | undefined): void {
  process.env['TEST_DATABASE'] = url === undefined ? 'embedded' : 'postgresql'
  if (url === undefined) return
  if (!/^postgres(ql)?:\/\//.test(url)) throw new UsageError('--database-url begins with postgres://')
  process.env['TEST_DATABASE_URL'] = url
}

async function run(): Promise<number> {
  const given = readArguments()
  if (given.help) {
    say(HELP)
    return 0
  }
  const only = targets(given.call)
  const plan: FuzzPlan = {
    cases: casesOf(given, only),
    seed: count('seed', given.seed),
    ...(only === undefined ? {} : { only }),
    onCall: (done, outOf) => void (done % SAY_EVERY === 0 && say(`  ${done} of ${outOf} calls`)),
  }
  chooseDatabase(given['database-url'])
  const outcome = await fuzzCalls(plan)
  for (const line of fuzzTable(outcome)) say(line)
  if (given.findings !== undefined) {
    await writeFile(given.findings, outcome.findings.map((one) => findingText(outcome, one)).join('\n'))
  }
  return outcome.findings.length === 0 && tooFewValid(outcome).length === 0 ? 0 : 1
}

process.exitCode = await exitCodeOf(run, HELP, 2)
