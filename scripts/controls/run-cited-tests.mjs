import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Of all cited tests without a defect on a busy machine; what hangs is ended by the limit of its test. */
const LONGEST_RUN_MS = 1_800_000
const LONGEST_TEST_MS = 60_000
/** What waits for something that the defect keeps from happening waits no longer. */
const LONGEST_WAIT_MS = 15_000

/** Which project of vitest.config.ts runs a test file. */
export function projectOf(file) {
  if (/\.(?:db|pg)\.test\.ts$/.test(file)) return 'postgresql'
  if (file.startsWith('tests/nodes/')) return 'nodes'
  if (file.endsWith('.proof.test.ts')) return 'proof'
  return file.endsWith('.test.tsx') ? 'components*' : 'unit'
}

/** Between a describe block and what is in it; the runner writes a space there in some places. */
const WITHIN = ' > '

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const patternOf = (test) => test.split(WITHIN).map(escaped).join(`(?:${WITHIN}| )`)

/**
 * Runs the named tests of some files in a copy of the project.
 * @param {string} folder of the copy
 * @param {{ file: string, test: string }[]} cited `test`: a part of the title
 * @param {number} workers
 * @returns {Promise<{ outcomeOf: (cited: { file: string, test: string }) => Outcome, output: string }>}
 */
export async function runCitedTests(folder, cited, workers = 1) {
  const report = join(folder, 'controls-report.json')
  rmSync(report, { force: true })
  const projects = [...new Set(cited.map(({ file }) => projectOf(file)))]
  const names = [...new Set(cited.map(({ test }) => patternOf(test)))]
  const output = await runVitest(folder, [
    ...projects.flatMap((name) => ['--project', name]),
    ...new Set(cited.map(({ file }) => file)),
    '-t',
    names.join('|'),
    '--reporter=json',
    `--outputFile=${report}`,
    `--maxWorkers=${workers}`,
    '--fsModuleCache',
    `--testTimeout=${cited.every(({ waits }) => waits) ? LONGEST_WAIT_MS : LONGEST_TEST_MS}`,
  ])
  const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : []
  return { outcomeOf: (one) => outcomeOf(results, folder, one), output }
}

function runVitest(folder, args) {
  return new Promise((done) => {
    const program = join(folder, 'node_modules/vitest/vitest.mjs')
    const child = spawn(process.execPath, [program, 'run', ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      // As much of each test as in daily work: the defect is found by that, or it is not found.
      env: { ...process.env, CI: 'true', TEST_EFFORT: 'usual' },
    })
    let output = ''
    const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_RUN_MS)
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk) => (output += chunk))
    child.once('close', () => {
      clearTimeout(timer)
      done(output)
    })
  })
}

/**
 * @typedef {object} Outcome
 * @property {'red' | 'green' | 'broken'} color `broken`: it did not run, or failed for a reason that shows nothing
 * @property {string} why
 */

/** A test that waits for what the defect keeps from happening (`waits`) ends so. */
const TIMED_OUT = /timed out in/

/** A defect that keeps the code from running at all shows nothing about the control. */
const SHOWS_NOTHING =
  /^(?:ReferenceError|TypeError: .* is not a function|Error: Cannot find (?:module|package)|.*ECONNREFUSED)/

const firstLine = (text) => (text ?? '').trim().split('\n')[0].slice(0, 160)

/** @returns {Outcome} */
function outcomeOf(results, folder, { file, test, waits = false }) {
  const found = results.find(({ name }) => name === join(folder, file))
  if (found === undefined) return { color: 'broken', why: 'the file was not run' }
  const named = found.assertionResults.filter(({ ancestorTitles, title }) =>
    [...ancestorTitles, title].join(WITHIN).includes(test),
  )
  const failed = named.filter(({ status }) => status === 'failed')
  if (named.length === 0)
    return { color: 'broken', why: firstLine(found.message) || 'no test has this title' }
  if (failed.length === 0) {
    const ran = named.every(({ status }) => status === 'passed')
    return ran
      ? { color: 'green', why: '' }
      : { color: 'broken', why: firstLine(found.message) || 'it was not run' }
  }
  const reasons = failed.map(({ failureMessages }) => failureMessages.join('\n'))
  const telling = reasons.find((reason) => !SHOWS_NOTHING.test(reason) && (waits || !TIMED_OUT.test(reason)))
  return telling === undefined
    ? { color: 'broken', why: firstLine(reasons[0]) }
    : { color: 'red', why: firstLine(telling) }
}
