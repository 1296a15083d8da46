import { runBrowserTests } from './setup/browser-tests.mjs'
import { main, say } from './setup/step.mjs'

/** Takes the pictures of docs/screens anew: every page that a loan leads through, for each brand and width. */
await main(async () => {
  const code = await runBrowserTests('tests/screens/screens.config.ts')
  say('Pictures are in docs/screens')
  return code
})
