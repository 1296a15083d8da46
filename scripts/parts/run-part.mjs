import { spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { addTallies, NO_TALLY, tallyBrowser, tallyVitest } from '../test-tally.mjs'
import { PROJECT_ROOT } from '../setup/step.mjs'

/** Runs a command and writes to descriptor 3 what processor time it and its children took. */
const TIMED = ['sh', '-c', '"$@"; code=$?; times >&3; exit $code', 'sh']

/**
 * @typedef {object} PartResult
 * @property {string} name
 * @property {boolean} hasPassed every command ended with 0, no test failed and none was skipped
 * @property {number} tookMs
 * @property {number} cpuSeconds of its own processes; a PostgreSQL server counts for itself
 * @property {import('../test-tally.mjs').Tally | undefined} tally undefined where a part has no tests to count
 * @property {string} log where everything lies that it printed
 * @property {boolean} [isKept] it passed in an earlier run on the same sources
 */

/** Seconds in "0m12.34s", of the second line of `times`: the children's. */
function childSeconds(text) {
  const [, line = ''] = text.trim().split('\n')
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
    0,
  )
}

/** How a command of the table is called, with the file that its runner reports to. */
function callOf({ runner, args }, report) {
  if (runner === 'vitest') {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    return { words: ['npx', '--no-install', 'vitest', 'run', ...args, ...reporters], env: {} }
  }
  if (runner === 'playwright') {
    const words = ['npx', '--no-install', 'playwright', 'test', ...args, '--reporter=list,json']
    return { words, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report } }
  }
  const [file, ...rest] = args
  return { words: [process.execPath, join(PROJECT_ROOT, 'scripts', file), ...rest], env: {} }
}

const TALLIES = { vitest: tallyVitest, playwright: tallyBrowser }

/** What the runner reported; a run that broke before it could is a failure without tests. */
function tallyOf({ runner }, report) {
  const tally = TALLIES[runner]
  if (tally === undefined) return undefined
  if (existsSync(report)) return tally(JSON.parse(readFileSync(report, 'utf8')))
  return { ...NO_TALLY, complaints: [`${runner} reported nothing; see its log`] }
}

function runWords(words, env, take) {
  return new Promise((done) => {
    const [shell, ...args] = [...TIMED, ...words]
    const child = spawn(shell, args, {
      cwd: PROJECT_ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    let times = ''
    child.stdout.setEncoding('utf8').on('data', take)
    child.stderr.setEncoding('utf8').on('data', take)
    child.stdio[3].setEncoding('utf8').on('data', (chunk) => (times += chunk))
    child.once('error', (error) => take(`${error.message}\n`))
    child.once('close', (code) => done({ code: code ?? 1, cpuSeconds: childSeconds(times) }))
  })
}

/**
 * Runs a part's commands one after the other up to the first that fails.
 *
 * @param {import('./part-table.mjs').Part} part
 * @param {{ commands: readonly import('./part-table.mjs').Command[], folder: string, env: Record<string, string>,
 *   onOutput: (lastLine: string) => void }} how `folder`: for its log and its reports
 * @returns {Promise<PartResult>}
 */
export async function runPart(part, { commands, folder, env, onOutput }) {
  mkdirSync(folder, { recursive: true })
  const log = join(folder, `${part.name}.log`)
  const file = createWriteStream(log)
  const begunAt = performance.now()
  let [code, cpuSeconds] = [0, 0]
  const tallies = []
  for (const [index, command] of commands.entries()) {
    if (code !== 0) break
    const report = join(folder, `${part.name}-${index + 1}.json`)
    rmSync(report, { force: true })
    const { words, env: own } = callOf(command, report)
    const ran = await runWords(words, { ...env, ...own }, (chunk) => {
      file.write(chunk)
      onOutput(stripVTControlCharacters(chunk).trimEnd().split('\n').at(-1)?.trim() ?? '')
    })
    code = ran.code
    cpuSeconds += ran.cpuSeconds
    tallies.push(tallyOf(command, report))
  }
  await new Promise((closed) => file.end(closed))
  const counted = tallies.filter((tally) => tally !== undefined)
  const tally = counted.length === 0 ? undefined : addTallies(counted)
  const isClean = tally === undefined || (tally.skipped === 0 && tally.complaints.length === 0)
  const hasPassed = code === 0 && isClean
  return { name: part.name, hasPassed, tookMs: performance.now() - begunAt, cpuSeconds, tally, log }
}
