import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LEAST_MUTATION_SCORE } from './proof/nightly-parts.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { capture, main, PROJECT_ROOT, say, SetupError } from './setup/step.mjs'

const HELP = `npm run proof:mutation [-- --changed | --all | module … | path …]

Changes one thing at a time in what money, dates and access depend on, and runs the module's own tests: a change that no
test notices has survived. Ends with 1 where a module's score is below ${LEAST_MUTATION_SCORE} %. docs/guides/testing.md has the scores and why each
survivor may live.

  --changed   only files of these modules that are not published yet (by the upstream branch, or the last commit), or,
              where there are none, that the last commit changed (default; a part of npm run test:full)
  --all       every module; takes hours
  module      money, calendar, schedule, apr, eligibility, access
  path        files of the modules`

const TIMEOUT_MS = 30_000

const domainModule = (folder) => ({
  sources: [`packages/domain/src/${folder}`],
  tests: [`packages/domain/src/${folder}/**/*.test.ts`],
})

/** What is changed, and the tests that have to notice. Folders of sources are taken whole. */
const MODULES = {
  money: domainModule('money'),
  calendar: domainModule('calendar'),
  schedule: domainModule('schedule'),
  apr: domainModule('disclosure'),
  eligibility: domainModule('payments/debit-eligibility'),
  access: {
    sources: [
      'apps/api/src/http/access-rule.ts',
      'apps/api/src/http/actor.ts',
      'apps/api/src/http/browser-binding.ts',
      'apps/api/src/http/origin.ts',
      'apps/api/src/modules/loans/loan-access.ts',
      'apps/api/src/modules/identity/user-credential.ts',
    ],
    // Beside them. Every test of the server comes by these files, and to ask them all takes minutes a change.
    tests: [
      'apps/api/src/http/{access-rule,browser-binding,origin}.test.ts',
      'apps/api/src/modules/loans/loan-access.db.test.ts',
      'apps/api/src/modules/identity/user-credential.test.ts',
    ],
  },
}

const isTest = (path) => path.endsWith('.test.ts')

function sourcesOf({ sources }) {
  return sources.flatMap((path) => {
    const whole = join(PROJECT_ROOT, path)
    if (!existsSync(whole))
      throw new SetupError(`${path} is not there any more: mend the list of this script.`)
    if (statSync(whole).isFile()) return [path]
    return readdirSync(whole)
      .filter((name) => name.endsWith('.ts') && !isTest(name))
      .map((name) => `${path}/${name}`)
  })
}

/** Lines that git prints; undefined where it cannot say, as outside of a repository or before its first commit. */
async function git(...args) {
  const { code, output } = await capture('git', args)
  return code === 0 ? output.split('\n').filter((line) => line !== '') : undefined
}

/** What is not published yet, committed or not; where there is no such thing, what the last commit changed. */
async function changedFiles() {
  const [base = 'HEAD'] = (await git('rev-parse', '--verify', '--quiet', '@{upstream}')) ?? []
  const own = [
    ...((await git('diff', '--name-only', base)) ?? []),
    ...((await git('ls-files', '--others', '--exclude-standard')) ?? []),
  ]
  if (own.length > 0) return own
  const last = await git('diff', '--name-only', 'HEAD~1', 'HEAD')
  if (last === undefined) say('git knows of no commit before this one, so nothing counts as changed.')
  return last ?? []
}

/** Which files of which modules are asked for. */
async function chosen(args) {
  const all = Object.entries(MODULES).map(([name, module]) => ({ name, files: sourcesOf(module) }))
  if (args.includes('--all')) return all
  const named = all.filter(({ name }) => args.includes(name))
  if (named.length > 0) return named
  const paths = args.length === 0 || args.includes('--changed') ? await changedFiles() : args
  const some = all.map(({ name, files }) => ({ name, files: files.filter((file) => paths.includes(file)) }))
  return some.filter(({ files }) => files.length > 0)
}

/** A change with which the tests' files do not even load is noticed; the tool calls it a survivor of no tests. */
const isAlive = ({ status, testsCompleted }) =>
  status === 'NoCoverage' || (status === 'Survived' && testsCompleted !== 0)

/** Of the mutants that ran: how many were noticed, in percent, and where the others stand. */
function judge(results) {
  const counted = results.filter(({ status }) =>
    ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status),
  )
  const alive = counted.filter(isAlive)
  return {
    score: counted.length === 0 ? 100 : (100 * (counted.length - alive.length)) / counted.length,
    mutants: counted.length,
    alive,
  }
}

async function mutate({ name, files }) {
  const { Stryker } = await import('@stryker-mutator/core')
  process.env.MUTATION_TESTS = JSON.stringify(MODULES[name].tests)
  const results = await new Stryker({
    mutate: files,
    packageManager: 'npm',
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.mutation.config.ts' },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    timeoutMS: TIMEOUT_MS,
    reporters: ['progress-append-only', 'json'],
    jsonReporter: { fileName: `test-results/mutation/${name}.json` },
    // Release 7 of TypeScript offers programs no way to read its settings, and nothing here needs them.
    tsconfigFile: 'none',
    ignorePatterns: ['.cache', '.dolphin', 'test-results', 'docs/screens', '**/dist*/**'],
    tempDirName: '.cache/mutation',
    allowEmpty: true,
  }).runMutationTest()
  return { name, ...judge(results) }
}

function report({ name, score, mutants, alive }) {
  say(`\n${name}: ${score.toFixed(1)} % of ${mutants} changes were noticed`)
  for (const { fileName, location, replacement, status } of alive) {
    const text = (replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 80)
    say(
      `  ${status === 'NoCoverage' ? 'never run' : 'survived '}  ${fileName}:${location.start.line}  → ${text}`,
    )
  }
}

await main(async () => {
  const args = process.argv.slice(2)
  if (args.includes('--help')) return say(HELP)
  await ensureInstalled()
  const modules = await chosen(args)
  if (modules.length === 0) {
    say('Nothing that money, dates or access depend on has changed.')
    return 0
  }
  mkdirSync(join(PROJECT_ROOT, 'test-results/mutation'), { recursive: true })
  let short = 0
  for (const module of modules) {
    const judged = await mutate(module)
    report(judged)
    if (judged.score < LEAST_MUTATION_SCORE) short += 1
  }
  return short === 0 ? 0 : 1
})
