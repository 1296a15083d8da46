import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from './setup/step.mjs'

const OUTPUT = 'apps/api/dist'

/** What runs as a process or a worker thread of its own; each becomes one file of apps/api/dist. */
const ENTRIES = {
  main: 'apps/api/src/main.ts',
  ops: 'apps/api/src/ops/main.ts',
  backup: 'apps/api/src/backup/main.ts',
  'document-worker': 'packages/integrations/src/document/document-worker.ts',
  'statement-worker': 'packages/integrations/src/statement/statement-worker.ts',
}

/** Plain files that are loaded from beside the bundle as they stand. */
export const COPIES = {
  'packages/database/src/embedded/pglite-worker.mjs': 'pglite-worker.mjs',
  'packages/database/src/migrations': 'migrations',
}

/** Our own packages go into the bundle; everything from the registry stays in node_modules. */
const registryPackagesStayOutside = {
  name: 'registry-packages-stay-outside',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@dolphin/') ? undefined : { path, external: true },
    )
  },
}

/** esbuild's options for the server; `npm run dev` watches with the same ones. */
export const API_BUILD = {
  absWorkingDir: PROJECT_ROOT,
  entryPoints: ENTRIES,
  outdir: OUTPUT,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [registryPackagesStayOutside],
}

/** Puts the files that are not bundled where the bundle looks for them. */
export function copyApiFiles() {
  for (const [from, to] of Object.entries(COPIES)) {
    cpSync(join(PROJECT_ROOT, from), join(PROJECT_ROOT, OUTPUT, to), { recursive: true })
  }
}
