import { ensureInstalled } from './setup/install.mjs'
import { withPostgres } from './setup/own-postgres.mjs'
import { main } from './setup/step.mjs'
import { runTestingProgram } from './setup/testing-program.mjs'

const PROGRAM = 'tools/assurance/attacker/main.ts'

await main(async () => {
  await ensureInstalled()
  const args = process.argv.slice(2)
  return await withPostgres(() => runTestingProgram(PROGRAM, args))
})
