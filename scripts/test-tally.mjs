import { stripVTControlCharacters } from 'node:util'

/**
 * Tests that passed, failed and did not run, with the beginning of why.
 * @typedef {{ passed: number, failed: number, skipped: number, complaints: readonly string[] }} Tally
 */

/** @type {Tally} */
export const NO_TALLY = { passed: 0, failed: 0, skipped: 0, complaints: [] }

/** Lines of a failure that the closing lines repeat; the rest stands where the test ran. */
const MOST_LINES = 6

function complaint(where, text) {
  const lines = stripVTControlCharacters(text ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  return [where, ...lines.slice(0, MOST_LINES).map((line) => `    ${line.trim()}`)].join('\n')
}

/**
 * What vitest's JSON report says: `{ passed, failed, skipped, complaints }`. A complaint names a test that failed or did
 * not run, and a file that broke outside of them, with the beginning of why.
 */
export function tallyVitest(report) {
  const complaints = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults
      .filter((test) => test.status !== 'passed')
      .map((test) => complaint(`${test.status}: ${name} › ${test.fullName}`, test.failureMessages[0]))
    const isBroken = status === 'failed' && assertionResults.every((test) => test.status !== 'failed')
    return isBroken ? [complaint(`failed outside of its tests: ${name}`, message), ...tests] : tests
  })
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    complaints,
  }
}

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

/** The same of Playwright's JSON report. A test that passed only when it was tried again counts as passed. */
export function tallyBrowser({ stats, suites, errors }) {
  const tests = suites
    .flatMap(specsOf)
    .flatMap(({ file, title, tests: runs }) =>
      runs
        .filter(({ status }) => status === 'unexpected' || status === 'skipped')
        .map(({ status, results }) =>
          complaint(`${status}: ${file} › ${title}`, results.at(-1)?.errors[0]?.message),
        ),
    )
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    complaints: [
      ...errors.map(({ message }) => complaint('failed outside of its tests:', message)),
      ...tests,
    ],
  }
}

/** Several tallies as one. */
export const addTallies = (tallies) =>
  tallies.reduce(
    (a, b) => ({
      passed: a.passed + b.passed,
      failed: a.failed + b.failed,
      skipped: a.skipped + b.skipped,
      complaints: [...a.complaints, ...b.complaints],
    }),
    NO_TALLY,
  )
