import { ensureInstalled } from './setup/install.mjs'
import { main } from './setup/step.mjs'
import { runTestingProgram } from './setup/testing-program.mjs'

const PROOF = 'apps/api/src/testing/proof/main.ts'

await main(async () => {
  await ensureInstalled()
  return await runTestingProgram(PROOF, process.argv.slice(2))
})
