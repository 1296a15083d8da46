import { defineConfig } from '@playwright/test'
import journeys from '../../playwright.config.ts'

/** What a borrower meets, by the browser and the pages of the journeys: `npm run test:ux`. */
export default defineConfig(journeys, {
  testDir: '.',
  testMatch: '*.ux.ts',
  fullyParallel: true,
  outputDir: '../../test-results/ux',
  reporter: [['list']],
})
