import { defineConfig } from '@playwright/test'

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The browser journeys: the built product, a real Chromium, a real PostgreSQL. */
export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.journey.ts',
  fullyParallel: false,
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  retries: 0,
  forbidOnly: true,
  outputDir: 'test-results/journeys',
  reporter: [['list'], ['json']],
  use: {
    browserName: 'chromium',
    actionTimeout: 20_000,
    navigationTimeout: 20_000,
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: CHROMIUM_FLAGS },
    screenshot: 'only-on-failure',
    // Without its film strip, which takes a third of the processors' time; pages and calls are kept.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
})
