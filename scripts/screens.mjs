import { buildAll } from './build.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { main, run, say, step } from './setup/step.mjs'
import { obtainBrowser, obtainPostgres } from './setup/tools.mjs'

/** Takes the pictures of docs/screens anew: every page that a loan leads through, for each brand and width. */
await main(async () => {
  await ensureInstalled()
  process.env.CHROMIUM = await step('Looking for the browser', obtainBrowser)
  await buildAll()
  if (!process.env.TEST_DATABASE_URL) await obtainPostgres()
  const { startPostgres } = await import('./postgres.mjs')
  const server = process.env.TEST_DATABASE_URL ? undefined : await startPostgres()
  if (server !== undefined) process.env.TEST_DATABASE_URL = server.url
  try {
    const code = await run('npx', [
      '--no-install',
      'playwright',
      'test',
      '-c',
      'tests/screens/screens.config.ts',
    ])
    say('Pictures are in docs/screens')
    return code
  } finally {
    await server?.stop()
  }
})
