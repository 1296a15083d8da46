import { availableParallelism } from 'node:os'
import { ensureInstalled } from './setup/install.mjs'
import { capture, main, run, say, SetupError } from './setup/step.mjs'

const HELP = `npm run check: types, lint, format, import rules, dead code and unit tests; under two minutes.
  --no-tests   leave the unit tests out (npm test runs them anyway)`

const TYPE_SCRIPT = [
  'tsconfig.json',
  'packages/domain/tsconfig.json',
  'packages/domain/tsconfig.test.json',
  'apps/web/tsconfig.json',
  'apps/console/tsconfig.json',
]

const STATIC_CHECKS = [
  ...TYPE_SCRIPT.map((project) => ({ title: `types (${project})`, command: ['tsc', '-p', project] })),
  { title: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings', '.'] },
  { title: 'format', command: ['biome', 'format', '.'] },
  { title: 'dead code', command: ['knip', '--no-progress'] },
  { title: 'product code that only tests run', command: ['knip', '--production', '--no-progress'] },
]

async function runCheck({ title, command: [tool, ...args] }) {
  const started = performance.now()
  const { code, output } = await capture('npx', ['--no-install', tool, ...args])
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  say(`${code === 0 ? '✓' : '✗'} ${title} (${seconds} s)`)
  if (code !== 0) say(output.trim())
  return code === 0 ? [] : [title]
}

/** Runs the checks that read the code rather than run it, as many at a time as there are processors. */
export async function checkStatically() {
  const waiting = [...STATIC_CHECKS]
  const failed = []
  const lane = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) failed.push(...(await runCheck(check)))
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, lane))
  if (failed.length > 0) throw new SetupError(`These checks failed: ${failed.join(', ')}`)
}

if (import.meta.url === `file://${process.argv[1]}`) {
  await main(async () => {
    if (process.argv.includes('--help')) return say(HELP)
    await ensureInstalled()
    await checkStatically()
    if (process.argv.includes('--no-tests')) return 0
    return run('npx', ['--no-install', 'vitest', 'run', '--project', 'unit', '--project', 'components*'])
  })
}
