import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnvironmentFile } from './setup/environment.mjs'
import { main, PROJECT_ROOT, run, SetupError } from './setup/step.mjs'

/** It judges the build that serves, so it builds nothing itself. */
await main(async () => {
  const program = join(PROJECT_ROOT, 'apps/api/dist/doctor.js')
  if (!existsSync(program)) throw new SetupError('apps/api/dist/doctor.js: not built. Run: npm run build')
  loadEnvironmentFile()
  return run(process.execPath, ['--enable-source-maps', program, ...process.argv.slice(2)])
})
