import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** What is run beside the product lies in tools/assurance; its fixtures are those of the server's own tests. */
const PLACES = '{packages/*/src,apps/*/src,tools/assurance}'
const source = (folder: string) => `${folder}/src/**/*.test.ts`
const WITH_DATABASE = `${PLACES}/**/*.db.test.ts`
const OF_EMBEDDED = `${PLACES}/**/*.embedded.test.ts`

/** What the embedded database shows in `npm test`, beside its own tests: that the driver and the job queue bear it. */
const THIN = [
  'packages/database/src/driver/database.db.test.ts',
  'packages/database/src/driver/embedded/tend-tables.db.test.ts',
  'apps/api/src/jobs/job-queue.db.test.ts',
]

const withDatabase = {
  // Files share the modules of their worker, for loading the server takes longer than most of them.
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 180_000,
}

const OF_BORROWERS = 'apps/web/src/**/*.test.tsx'
const OTHERS = ['packages/ui/src/**/*.test.tsx', 'apps/console/src/**/*.test.tsx']

/** Tests of components that replace modules: these would be replaced for the files after them. */
const withMocks = (): string[] =>
  globSync(OTHERS).filter((file) => /\bvi\.mock\(/.test(readFileSync(file, 'utf8')))

const inDom = { environment: 'happy-dom', pool: 'threads', testTimeout: 30_000 } as const

/**
 * Which command runs a project stands in scripts/parts/part-table.mjs. Pure code shares one context; components run in a
 * DOM. Of the integration tests, each with a database and a server of its own, `*.db.test.ts` run on either database,
 * `*.pg.test.ts` need a second process on it, `*.embedded.test.ts` show what only the embedded one does. What takes
 * minutes is `*.proof.test.ts`.
 */
export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['domain', 'nacha', 'contract', 'integrations', 'database', 'testkit']
            .map((name) => source(`packages/${name}`))
            .concat(
              source('apps/api'),
              source('apps/ops-cli'),
              source('apps/web'),
              source('apps/console'),
              'apps/web/plugins/*.test.ts',
              'tests/{architecture,nacha}/**/*.test.ts',
              'tools/assurance/**/*.test.ts',
            ),
          exclude: ['**/*.{db,pg,embedded,proof}.test.ts', '**/node_modules/**'],
          pool: 'threads',
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'components',
          include: OTHERS,
          exclude: [...withMocks(), '**/node_modules/**'],
          ...inDom,
          isolate: false,
        },
      },
      // The borrower's pages keep what they read in their modules: each file has modules of its own.
      { test: { name: 'components-alone', include: [OF_BORROWERS, ...withMocks()], ...inDom } },
      {
        test: {
          name: 'thin-embedded',
          include: [OF_EMBEDDED, ...THIN],
          env: { TEST_DATABASE: 'embedded' },
          ...withDatabase,
        },
      },
      {
        test: {
          name: 'embedded',
          include: [WITH_DATABASE, OF_EMBEDDED],
          env: { TEST_DATABASE: 'embedded' },
          ...withDatabase,
        },
      },
      {
        test: {
          name: 'postgresql',
          include: [WITH_DATABASE, `${PLACES}/**/*.pg.test.ts`],
          env: { TEST_DATABASE: 'postgresql' },
          ...withDatabase,
        },
      },
      {
        test: {
          name: 'proof',
          include: [`${PLACES}/**/*.proof.test.ts`],
          env: { TEST_DATABASE: 'postgresql' },
          ...withDatabase,
        },
      },
      {
        test: {
          // The commands of docs/deploy.md: npm run build goes before.
          name: 'deployment',
          include: ['tests/deployment/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          // Several processes of the built server behind a balancer: npm run build goes before.
          name: 'nodes',
          include: ['tests/nodes/**/*.test.ts'],
          exclude: ['tests/nodes/{lost-primary,upgrade}.test.ts', '**/node_modules/**'],
          env: { TEST_DATABASE: 'postgresql' },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          // Two clusters of PostgreSQL of its own.
          name: 'lost-primary',
          include: ['tests/nodes/lost-primary.test.ts'],
          env: { TEST_DATABASE: 'postgresql' },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          // The release before beside this one; it is built from its own sources.
          name: 'upgrade',
          include: ['tests/nodes/upgrade.test.ts'],
          env: { TEST_DATABASE: 'postgresql' },
          testTimeout: 60_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
