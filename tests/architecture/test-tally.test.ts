import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from './source-files.ts'

interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly complaints: readonly string[]
}

const { tallyVitest, tallyBrowser, addTallies } = (await import(
  pathToFileURL(join(PROJECT_ROOT, 'scripts/test-tally.mjs')).href
)) as {
  tallyVitest: (report: unknown) => Tally
  tallyBrowser: (report: unknown) => Tally
  addTallies: (tallies: readonly Tally[]) => Tally
}

const ran = (status: string, fullName: string, failureMessages: readonly string[] = []) => ({
  status,
  fullName,
  failureMessages,
})
const VITEST = {
  numPassedTests: 1,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 0,
  testResults: [
    {
      name: '/a.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        ran('passed', 'one'),
        ran('failed', 'two', ['\u001b[31mError: red\u001b[0m\n\n  at x']),
      ],
    },
    {
      name: '/b.test.ts',
      status: 'failed',
      message: 'the server did not start',
      assertionResults: [ran('skipped', 'three'), ran('skipped', 'four')],
    },
  ],
}

test('the closing lines name what failed and what did not run, and why', () => {
  expect(tallyVitest(VITEST)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 2,
    complaints: [
      'failed: /a.test.ts › two\n    Error: red\n    at x',
      'failed outside of its tests: /b.test.ts\n    the server did not start',
      'skipped: /b.test.ts › three',
      'skipped: /b.test.ts › four',
    ],
  })
})

test('a browser’s tests are counted likewise, in folders of folders', () => {
  const spec = (title: string, status: string, message?: string) => ({
    file: 'a.journey.ts',
    title,
    tests: [{ status, results: [{ errors: message === undefined ? [] : [{ message }] }] }],
  })
  const report = {
    stats: { expected: 1, flaky: 1, unexpected: 1, skipped: 0 },
    errors: [],
    suites: [
      { specs: [spec('one', 'expected')], suites: [{ specs: [spec('two', 'unexpected', 'no button')] }] },
      { specs: [spec('three', 'flaky', 'once')] },
    ],
  }
  const tally = tallyBrowser(report)
  expect(tally).toEqual({
    passed: 2,
    failed: 1,
    skipped: 0,
    complaints: ['unexpected: a.journey.ts › two\n    no button'],
  })
  expect(addTallies([tally, tallyVitest(VITEST)])).toMatchObject({ passed: 3, failed: 2, skipped: 2 })
  expect(addTallies([tally, tallyVitest(VITEST)]).complaints).toHaveLength(5)
})

test('a run that broke before its tests says so', () => {
  const stats = { expected: 0, flaky: 0, unexpected: 0, skipped: 0 }
  expect(tallyBrowser({ stats, suites: [], errors: [{ message: 'no browser' }] }).complaints).toEqual([
    'failed outside of its tests:\n    no browser',
  ])
})
