import { join } from 'node:path'
import { buildAll } from './build.mjs'
import { loadEnvironmentFile } from './setup/environment.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { main, PROJECT_ROOT, run, say, SetupError } from './setup/step.mjs'

const HELP = `npm run upgrade: bring the schema of the database to this release.

  -- --check   says what would change and whether nodes go on meanwhile; changes nothing. Exits with 1 where this
               release is older than the schema.
  -- --json    prints JSON

Settings as for the server (DATABASE_URL, or DATABASE_DIRECT_URL past a pooler). A node that starts upgrades too; this
command does it beforehand, so that the nodes start at once. The whole way: docs/guides/releases.md.`

const KNOWN = ['--check', '--json', '--help']

await main(async () => {
  const args = process.argv.slice(2)
  const unknown = args.find((word) => !KNOWN.includes(word))
  if (unknown !== undefined) throw new SetupError(`There is no option ${unknown}.\n\n${HELP}`)
  if (args.includes('--help')) return say(HELP)
  loadEnvironmentFile()
  await ensureInstalled()
  await buildAll()
  const command = ['schema', args.includes('--check') ? 'check' : 'migrate']
  const json = args.includes('--json') ? ['--json'] : []
  const tool = join(PROJECT_ROOT, 'apps/api/dist/admin.js')
  return run(process.execPath, ['--enable-source-maps', tool, ...command, ...json])
})
