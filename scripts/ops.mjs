import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildAll } from './build.mjs'
import { loadEnvironmentFile } from './setup/environment.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { opsPrograms } from './setup/ops-programs.mjs'
import { main, PROJECT_ROOT, run, say } from './setup/step.mjs'

await main(async () => {
  loadEnvironmentFile()
  const args = process.argv.slice(2)
  const tools = opsPrograms(args).map((name) => join(PROJECT_ROOT, 'apps/api/dist', name))
  if (!tools.every((tool) => existsSync(tool))) {
    await ensureInstalled()
    await buildAll()
  }
  for (const [index, tool] of tools.entries()) {
    if (index > 0) say('')
    const code = await run(process.execPath, ['--enable-source-maps', tool, ...args])
    if (code !== 0) return code
  }
  return 0
})
