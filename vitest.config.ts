import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const source = (folder: string) => `${folder}/src/**/*.test.ts`

/**
 * Five projects: pure code shares one context; components run in a DOM; integration tests run once on the
 * embedded database and once on PostgreSQL (`TEST_DATABASE_URL`), from the same files. Integration files
 * share the modules of their worker, for loading the server takes longer than most of them; each has a
 * database and a server of its own.
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
              source('apps/web'),
              'apps/web/plugins/*.test.ts',
              'tests/{architecture,nacha}/**/*.test.ts',
            ),
          exclude: ['**/*.{db,pg}.test.ts', '**/node_modules/**'],
          pool: 'threads',
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'components',
          include: ['packages/ui/src/**/*.test.tsx', 'apps/web/src/**/*.test.tsx'],
          environment: 'happy-dom',
          pool: 'threads',
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'embedded',
          include: ['{packages,apps}/*/src/**/*.db.test.ts'],
          env: { TEST_DATABASE: 'embedded' },
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          // Several processes of the built server behind a balancer: npm run build goes before.
          name: 'nodes',
          include: ['tests/nodes/**/*.test.ts'],
          env: { TEST_DATABASE: 'postgresql' },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'postgresql',
          // The embedded database belongs to one process alone: what needs a second one is *.pg.test.ts.
          include: ['{packages,apps}/*/src/**/*.{db,pg}.test.ts'],
          env: { TEST_DATABASE: 'postgresql' },
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
