import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from './setup/step.mjs'

const OUTPUT = 'apps/api/dist'

/** What runs as a process of its own; each becomes one file of apps/api/dist. */
const PROGRAMS = {
  main: 'apps/api/src/main.ts',
  admin: 'apps/api/src/admin/main.ts',
  ops: 'apps/ops-cli/src/main.ts',
  doctor: 'apps/api/src/doctor/main.ts',
  backup: 'apps/api/src/backup/main.ts',
}

/** The same for threads. */
const WORKERS = {
  'document-worker': 'packages/integrations/src/document/document-worker.ts',
  'statement-worker': 'packages/integrations/src/statement/statement-worker.ts',
}

/** Plain files that are loaded from beside the bundle as they stand. */
export const COPIES = {
  'packages/database/src/driver/embedded/pglite-worker.mjs': 'pglite-worker.mjs',
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

/** Packages that read files beside themselves, or are not JavaScript alone. */
const STAY_OUTSIDE = ['@electric-sql/pglite', '@fastify/static', '@node-rs/argon2', 'pg-native']
const staysOutside = (path) => STAY_OUTSIDE.some((name) => path === name || path.startsWith(`${name}/`))

/** What is loaded only where a setting asks for it stays outside too. */
const registryPackagesComeAlong = {
  name: 'registry-packages-come-along',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      !path.startsWith('@dolphin/') && (kind === 'dynamic-import' || staysOutside(path))
        ? { path, external: true }
        : undefined,
    )
  },
}

/** CommonJS packages ask for Node's own modules by this name. */
const WITH_REQUIRE =
  "import { createRequire as makeRequire } from 'node:module';const require = makeRequire(import.meta.url);"

/** esbuild's options for the server; `npm run dev` watches with the same ones. */
export const API_BUILD = {
  absWorkingDir: PROJECT_ROOT,
  entryPoints: { ...PROGRAMS, ...WORKERS },
  outdir: OUTPUT,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  sourcemap: true,
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [registryPackagesStayOutside],
}

/**
 * The server as it is shipped: of the programs each is one file with the packages it always loads, for to find and read
 * two thousand files takes longer than to run them (docs/decisions/cold-start.md).
 */
export const SHIPPED_BUILDS = [
  {
    ...API_BUILD,
    entryPoints: PROGRAMS,
    sourcesContent: false,
    minifyWhitespace: true,
    banner: { js: WITH_REQUIRE },
    plugins: [registryPackagesComeAlong],
  },
  { ...API_BUILD, entryPoints: WORKERS },
]

/** Puts the files that are not bundled where the bundle looks for them. */
export function copyApiFiles() {
  for (const [from, to] of Object.entries(COPIES)) {
    cpSync(join(PROJECT_ROOT, from), join(PROJECT_ROOT, OUTPUT, to), { recursive: true })
  }
}
