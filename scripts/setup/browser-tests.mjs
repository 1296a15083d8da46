import { buildAll } from '../build.mjs'
import { ensureInstalled } from './install.mjs'
import { run, step } from './step.mjs'
import { obtainBrowser, obtainPostgres } from './tools.mjs'

/**
 * Runs browser tests of the built product by one configuration, with a PostgreSQL server for the time they take;
 * answers the exit code. What the browser tests of a plain `npm test` need is obtained in the same way.
 */
export async function runBrowserTests(config, { args = [], env = {} } = {}) {
  await ensureInstalled()
  process.env.CHROMIUM = await step('Looking for the browser', obtainBrowser)
  await buildAll()
  if (!process.env.TEST_DATABASE_URL) await obtainPostgres()
  const { startPostgres } = await import('../postgres.mjs')
  const server = process.env.TEST_DATABASE_URL ? undefined : await startPostgres()
  if (server !== undefined) process.env.TEST_DATABASE_URL = server.url
  try {
    return await run('npx', ['--no-install', 'playwright', 'test', '-c', config, ...args], {
      env: { ...process.env, ...env },
    })
  } finally {
    await server?.stop()
  }
}
