import { join } from 'node:path'
import { buildAll } from './build.mjs'
import { loadEnvironmentFile } from './setup/environment.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { main, PROJECT_ROOT, run } from './setup/step.mjs'
import { runTestingProgram } from './setup/testing-program.mjs'

await main(async () => {
  const args = process.argv.slice(2)
  await ensureInstalled()
  if (args[0] === 'drill') {
    await buildAll()
    return runTestingProgram('tools/assurance/drill/main.ts', args.slice(1))
  }
  loadEnvironmentFile()
  // A program of another release than the server's would judge the database by other migrations.
  await buildAll()
  const tool = join(PROJECT_ROOT, 'apps/api/dist/backup.js')
  return run(process.execPath, ['--enable-source-maps', tool, ...args])
})
