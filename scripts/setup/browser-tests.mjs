import { buildAll } from '../build.mjs'
import { ensureInstalled } from './install.mjs'
import { withPostgres } from './own-postgres.mjs'
import { run, step } from './step.mjs'
import { obtainBrowser } from './tools.mjs'

/**
 * Runs browser tests of the built product by one configuration, with a PostgreSQL server for the time they take;
 * answers the exit code. What the browser tests of a plain `npm test` need is obtained in the same way.
 */
export async function runBrowserTests(config, { args = [], env = {} } = {}) {
  await ensureInstalled()
  process.env.CHROMIUM = await step('Looking for the browser', obtainBrowser)
  await buildAll()
  return await withPostgres(() =>
    run('npx', ['--no-install', 'playwright', 'test', '-c', config, ...args], {
      env: { ...process.env, ...env },
    }),
  )
}
