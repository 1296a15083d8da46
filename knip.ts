import type { KnipConfig } from 'knip'

/**
 * Product modules that the product does not run yet, and the issue that puts each to use. An entry ends with its issue;
 * a module that no issue needs is deleted instead.
 */
export const AWAITED: Readonly<Record<string, string>> = {
  'packages/nacha/src/write-file.ts': 'bank files entry by entry (4 of 9): fileChunks streams a file',
}

/** Run by packages/contract/scripts, which bundle them from a text that knip does not read. */
const GENERATORS = [
  'packages/contract/src/reaction-table-text.ts',
  'packages/contract/src/route-table-text.ts',
]

/** Scripts that their tests import by a computed address, which knip does not follow. */
const TESTED_SCRIPTS = [
  'scripts/setup/product-node.mjs',
  'scripts/parts/part-table.mjs',
  'scripts/parts/run-in-lanes.mjs',
]

/** Not product: test support, which uses the product and keeps nothing of it alive. */
const TEST_SUPPORT = [
  '**/*.test.{ts,tsx}',
  'src/**/testing/**',
  'src/**/*.sample.ts',
  'src/**/*-test-server.ts',
  'src/**/build-*worker.ts',
  'src/document/outside-tool.ts',
  'src/statement/hostile-files.ts',
  'src/statement/sample-statements.ts',
  'src/statement/sample-pdf.ts',
]

/** The exports map of a package makes every module an entry, so exports of entries are judged as well. */
const PRODUCT = { includeEntryExports: true, vitest: { entry: TEST_SUPPORT } }

/**
 * `knip` reads all files: exports that no other file imports, files and packages without use. `knip --production` reads
 * the product alone (patterns that end in "!"): exports that only tests import.
 */
export default ({ production }: { readonly production?: boolean }): KnipConfig => ({
  ignoreExportsUsedInFile: production === true ? true : { type: true, interface: true },
  ignoreIssues: Object.fromEntries(
    [...Object.keys(AWAITED), ...GENERATORS, ...TESTED_SCRIPTS].map((file) => [file, ['exports' as const]]),
  ),
  ignoreWorkspaces: ['packages/testkit!'],
  workspaces: {
    '.': {
      entry: [
        'scripts/*.mjs!',
        'tests/**/*.ts',
        'tools/assurance/**/*.test.ts',
        'tools/assurance/**/*main.ts',
        'tools/assurance/bench/*.ts',
        'tools/assurance/bench/{floors,pages}/*.ts',
        'vitest.mutation.config.ts',
      ],
      project: ['scripts/**/*.mjs!', 'tests/**/*.ts', 'tools/assurance/**/*.ts'],
      // Proofs and benchmarks run inside a bundle of apps/api.
      ignoreDependencies: ['drizzle-orm', 'fastify', 'pg-boss', 'pino', 'undici', 'zod'],
    },
    'packages/*': { ...PRODUCT, project: ['src/**/*.{ts,tsx,mjs}!'] },
    'packages/contract': {
      ...PRODUCT,
      entry: ['scripts/*.mjs!', 'src/{reaction,route}-table-text.ts!'],
      project: ['src/**/*.ts!'],
    },
    'packages/integrations': {
      ...PRODUCT,
      entry: ['src/{document/document,statement/statement}-worker.ts!'],
      project: ['src/**/*.ts!'],
    },
    'apps/api': {
      ...PRODUCT,
      entry: ['src/{main,admin/main,backup/main,doctor/main}.ts!', 'src/testing/**/*main.ts'],
      project: ['src/**/*.ts!'],
    },
    'apps/ops-cli': { ...PRODUCT, entry: ['src/main.ts!'], project: ['src/**/*.ts!'] },
    'apps/console': {
      project: ['src/**/*.{ts,tsx}!'],
      vitest: { entry: TEST_SUPPORT },
    },
    'apps/web': {
      entry: ['src/features/*/*-page.tsx!'],
      project: ['src/**/*.{ts,tsx}!', 'plugins/**/*.ts'],
      vitest: { entry: [...TEST_SUPPORT, 'src/screens/**'] },
    },
  },
  ignoreDependencies: [
    '@guidepup/virtual-screen-reader',
    '@stryker-mutator/vitest-runner',
    'oxlint',
    'oxlint-tsgolint',
    'dejavu-fonts-ttf',
    // Named by a style sheet
    '@fontsource-variable/figtree',
    '@fontsource-variable/public-sans',
  ],
  ignoreBinaries: ['vite', 'openssl', 'ssh-keygen', 'mount', 'umount'],
})
