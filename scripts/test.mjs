import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkSizes } from '../bench/sizes.mjs'
import { buildAll } from './build.mjs'
import { reportCalls } from './call-coverage.mjs'
import { checkStatically } from './check.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { main, PROJECT_ROOT, run, say, SetupError, step } from './setup/step.mjs'
import {
  obtainBrowser,
  obtainHaproxy,
  obtainOpenssl,
  obtainPdfsig,
  obtainPostgres,
  obtainPromtool,
  versionOf,
} from './setup/tools.mjs'
import { addTallies, tallyBrowser, tallyVitest } from './test-tally.mjs'

const HELP = `npm test: everything that must pass. Installs what it needs (browser, pdfsig, PostgreSQL, HAProxy,
  promtool) or says how to get it.
  TEST_DATABASE_URL   a PostgreSQL server to use instead of one started for this run
  CHROMIUM            the browser to use`

const RESULTS = join(PROJECT_ROOT, 'test-results')
const VITEST_RESULTS = join(RESULTS, 'vitest.json')
const CALL_NOTES = join(RESULTS, 'calls')
const CALL_REPORT = join(RESULTS, 'call-coverage.md')
const JOURNEY_RESULTS = join(RESULTS, 'journeys.json')
const UX_RESULTS = join(RESULTS, 'ux.json')

/** Gets every outside program before anything runs, so that a missing one is named in the first minute. */
async function obtainTools() {
  const browser = await obtainBrowser()
  const pdfsig = await obtainPdfsig()
  const openssl = await obtainOpenssl()
  if (!process.env.TEST_DATABASE_URL) await obtainPostgres()
  process.env.CHROMIUM = browser
  process.env.HAPROXY = await obtainHaproxy()
  process.env.PROMTOOL = await obtainPromtool()
  say(`  browser     ${await versionOf(browser)}`)
  say(`  pdfsig      ${await versionOf(pdfsig, '-v')}`)
  say(`  openssl     ${await versionOf(openssl, 'version')}`)
  say(`  haproxy     ${await versionOf(process.env.HAPROXY, '-v')}`)
  say(`  promtool    ${await versionOf(process.env.PROMTOOL)}`)
}

async function withDatabases(work) {
  const { PGlite } = await import('@electric-sql/pglite')
  const embedded = await PGlite.create()
  const { rows } = await embedded.query('select version()')
  await embedded.close()
  say(`  embedded    ${rows[0].version}`)
  if (process.env.TEST_DATABASE_URL) {
    say(`  PostgreSQL  the server of TEST_DATABASE_URL`)
    return work()
  }
  const { startPostgres } = await import('./postgres.mjs')
  const server = await startPostgres({ directory: join(PROJECT_ROOT, '.cache/postgres') })
  say(`  PostgreSQL  ${server.version}`)
  process.env.TEST_DATABASE_URL = server.url
  try {
    return await work()
  } finally {
    await server.stop()
  }
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

const QUICK_UX = ['-c', 'tests/ux/ux.config.ts', '--grep', '@quick', '--reporter=list,json']

async function runTests() {
  rmSync(RESULTS, { recursive: true, force: true })
  mkdirSync(RESULTS, { recursive: true })
  const vitest = [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${VITEST_RESULTS}`,
  ]
  const codes = [
    await run('npx', ['--no-install', ...vitest], {
      env: { ...process.env, CALL_COVERAGE_DIR: CALL_NOTES },
    }),
    await run('npx', ['--no-install', 'playwright', 'test'], {
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: JOURNEY_RESULTS },
    }),
    // The rest of what a borrower meets takes longer: npm run test:ux
    await run('npx', ['--no-install', 'playwright', 'test', ...QUICK_UX], {
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: UX_RESULTS },
    }),
  ]
  say('▸ Changing what changed of money, dates and access: do their tests notice?')
  codes.push(await run('node', ['scripts/proof-mutation.mjs', '--changed']))
  say('▸ What the tests show of each call (test-results/call-coverage.md)')
  codes.push(await reportCalls(CALL_NOTES, CALL_REPORT))
  const { passed, failed, skipped, complaints } = addTallies([
    tallyVitest(readJson(VITEST_RESULTS)),
    tallyBrowser(readJson(JOURNEY_RESULTS)),
    tallyBrowser(readJson(UX_RESULTS)),
  ])
  if (complaints.length > 0) say(`\n▸ What did not pass\n${complaints.join('\n')}`)
  if (skipped > 0) throw new SetupError(`${skipped} tests were skipped: a test runs or goes`)
  say(`\n${passed} passed, ${failed} failed`)
  return codes.every((code) => code === 0) ? 0 : 1
}

await main(async () => {
  if (process.argv.includes('--help')) return say(HELP)
  await ensureInstalled()
  await step('Looking for browser, pdfsig, openssl and PostgreSQL', obtainTools)
  await buildAll()
  await step('Weighing the pages in both languages', checkSizes)
  await step('Checking types, lint, format, dead code', checkStatically)
  say('▸ Starting the databases')
  return withDatabases(runTests)
})
