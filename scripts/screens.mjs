import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runBrowserTests } from './setup/browser-tests.mjs'
import { main, PROJECT_ROOT, say } from './setup/step.mjs'

const TAKEN = join(PROJECT_ROOT, '.cache/screens')
const KEPT = join(PROJECT_ROOT, 'docs/screens')
const LIST = join(PROJECT_ROOT, 'tests/screens/kept-screens.json')

/**
 * Takes a picture of every page that a loan leads through, for each portfolio and width, into .cache/screens; replaces
 * docs/screens by those that kept-screens.json lists. The repository holds no others, to stay small.
 */
await main(async () => {
  rmSync(TAKEN, { recursive: true, force: true })
  const code = await runBrowserTests('tests/screens/screens.config.ts')
  if (code !== 0) return code
  const kept = JSON.parse(readFileSync(LIST, 'utf8'))
  rmSync(KEPT, { recursive: true, force: true })
  for (const name of kept) cpSync(join(TAKEN, name), join(KEPT, name))
  say(`All pictures are in .cache/screens; ${kept.length} of them are in docs/screens`)
  return code
})
