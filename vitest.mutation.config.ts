import { defineConfig } from 'vitest/config'

/**
 * The tests of one module, for `npm run proof:mutation`; those with a database take the embedded one. Files share their
 * modules, for to load them anew for each change takes longer than the tests.
 */
export default defineConfig({
  test: {
    include: JSON.parse(process.env['MUTATION_TESTS'] ?? '[]') as string[],
    exclude: ['**/*.pg.test.ts', '**/node_modules/**'],
    env: { TEST_DATABASE: 'embedded' },
    testTimeout: 120_000,
    hookTimeout: 180_000,
    isolate: false,
    fileParallelism: false,
  },
})
