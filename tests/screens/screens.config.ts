import { defineConfig } from '@playwright/test'
import journeys from '../../playwright.config.ts'

/** Pictures of the pages, by the browser and the pages of the journeys: `npm run screens`. */
export default defineConfig(journeys, {
  testDir: '.',
  testMatch: '*.screens.ts',
  fullyParallel: true,
  timeout: 600_000,
  outputDir: '../../test-results/screens',
  reporter: [['list']],
  use: { contextOptions: { reducedMotion: 'reduce' } },
})
