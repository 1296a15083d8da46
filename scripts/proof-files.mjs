import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './setup/install.mjs'
import { main, run, say, SetupError } from './setup/step.mjs'

const HELP = `npm run proof:files -- [--minutes <n>] [--seed <n>]: gives each reader of files (pictures, tables, papers, ACH)
edited files for so many minutes (1), which none may take for whole, choke on or answer without words.

  --minutes <n>  for each of the four; a part of a minute too
  --seed <n>     the same seed edits the same way (another each time)

The same tests run in npm test with 50 files for each, in npm run test:full with 500. The exit code is 1 where something was found; vitest prints the
smallest file that shows it, and its seed.`

const TESTS = [
  'packages/integrations/src/statement/statement-fuzz.test.ts',
  'packages/integrations/src/document/verify-fuzz.test.ts',
  'tests/nacha/edited-files.test.ts',
]
/** What the titles of these tests begin with. */
const TITLE = 'edited files: '
const TARGETS = 4

function readArguments() {
  const options = {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    help: { type: 'boolean', default: false },
  }
  try {
    return parseArgs({ options }).values
  } catch (error) {
    throw new SetupError(`${error.message}\n\n${HELP}`)
  }
}

async function judgeFiles(minutes, seed) {
  const report = mkdtempSync(join(tmpdir(), 'dolphin-files-'))
  try {
    const vitest = ['--no-install', 'vitest', 'run', '--project', 'unit', '-t', TITLE, ...TESTS]
    const FILE_MUTANTS = JSON.stringify({ minutes, seed, report })
    const code = await run('npx', vitest, { env: { ...process.env, FILE_MUTANTS } })
    const judged = readdirSync(report).map((name) => JSON.parse(readFileSync(join(report, name), 'utf8')))
    for (const { target, mutants } of judged) say(`${target}: ${mutants} edited files`)
    say(`${judged.length} readers were given edited files for ${minutes} minutes each, from seed ${seed}`)
    return judged.length === TARGETS ? code : 1
  } finally {
    rmSync(report, { recursive: true, force: true })
  }
}

await main(async () => {
  const { minutes, seed, help } = readArguments()
  if (help) return say(HELP)
  if (!(Number(minutes) > 0) || !/^\d{1,10}$/.test(seed))
    throw new SetupError('--minutes takes a number above 0, --seed a whole one')
  await ensureInstalled()
  return await judgeFiles(Number(minutes), Number(seed))
})
