import { ensureInstalled } from './setup/install.mjs'
import { main } from './setup/step.mjs'
import { runTestingProgram } from './setup/testing-program.mjs'

await main(async () => {
  await ensureInstalled()
  return runTestingProgram('tools/assurance/enumeration/main.ts', process.argv.slice(2))
})
