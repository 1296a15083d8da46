import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildAll } from './build.mjs'
import { loadEnvironmentFile } from './setup/environment.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { main, PROJECT_ROOT, run } from './setup/step.mjs'

await main(async () => {
  loadEnvironmentFile()
  const tool = join(PROJECT_ROOT, 'apps/api/dist/ops.js')
  if (!existsSync(tool)) {
    await ensureInstalled()
    await buildAll()
  }
  return run(process.execPath, ['--enable-source-maps', tool, ...process.argv.slice(2)])
})
