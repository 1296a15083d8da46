import { defineConfig } from '@playwright/test'
import journeys from '../../../../playwright.config.ts'

/** How fast pages are on a cheap phone: `npm run bench -- pages`. One at a time, because it measures. */
export default defineConfig(journeys, {
  testDir: '.',
  testMatch: '*.bench.ts',
  workers: 1,
  timeout: 3_000_000,
  outputDir: '../../test-results/bench-pages',
  reporter: [['line']],
  // Recorders run in the measured page
  use: { ...journeys.use, trace: 'off', screenshot: 'off', video: 'off' },
})
