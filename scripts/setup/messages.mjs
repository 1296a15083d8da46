import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT, run } from './step.mjs'

/** Compiles the pages' messages, which types and tests import, unless the build has done so already. */
export async function compileMessages() {
  const web = join(PROJECT_ROOT, 'apps/web')
  if (!existsSync(join(web, 'project.inlang')) || existsSync(join(web, 'src/paraglide/runtime.js'))) return
  await run(
    'npx',
    [
      '--no-install',
      'paraglide-js',
      'compile',
      '--project',
      'project.inlang',
      '--outdir',
      'src/paraglide',
      '--silent',
    ],
    { cwd: web },
  )
}
