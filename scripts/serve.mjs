import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SERVED_FOLDERS } from './build.mjs'
import { loadEnvironmentFile } from './setup/environment.mjs'
import { isBuilt } from './setup/freshness.mjs'
import { endWithRunner } from './setup/parent-process.mjs'
import { BUNDLED_NODE, chooseNode, handOver } from './setup/product-node.mjs'
import { PROJECT_ROOT, say, SetupError } from './setup/step.mjs'

const HELP = `node --run serve: the service command. It installs and builds nothing and writes below DATA_DIR alone.

Settings come from the environment, from files named by NAME_FILE (secrets) or from a file named .env; .env.example
lists them. SIGTERM drains the server: it answers what is under way and ends within 30 s. See docs/deploy.md.`

/** The server runs in this very process, so that a supervisor's signal, limits and memory figures are the server's. */
async function serve() {
  const missing = SERVED_FOLDERS.filter((folder) => !isBuilt(folder))
  if (missing.length > 0)
    throw new SetupError(`${missing.join(', ')}: not built, or not to the end. Run: npm run build`)
  process.chdir(PROJECT_ROOT)
  loadEnvironmentFile()
  endWithRunner(() => process.kill(process.pid, 'SIGTERM'))
  await import('../apps/api/dist/main.js')
}

/** On a Node.js that is too old: the one of the installation, which gets every signal; nothing is installed here. */
async function serveOnProductNode() {
  const choice = chooseNode({
    version: process.versions.node,
    platform: process.platform,
    arch: process.arch,
    bundled: existsSync(BUNDLED_NODE) ? 'present' : 'missing',
  })
  if (choice.action === 'refuse') throw new SetupError(choice.message)
  if (choice.action === 'run') return await serve()
  process.exitCode = await handOver(BUNDLED_NODE, [
    ...process.execArgv,
    join(PROJECT_ROOT, 'scripts/serve.mjs'),
  ])
}

try {
  if (process.argv.includes('--help')) say(HELP)
  else await serveOnProductNode()
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
