import { relative } from 'node:path'
import { readFileSync } from 'node:fs'
import { PROJECT_ROOT } from '../setup/step.mjs'
import { addTallies, NO_TALLY } from '../test-tally.mjs'

/** Lines of a script's log that the closing lines repeat where it failed; the rest stands in the log. */
const LAST_LINES = 30

/** A span as people read it. */
export function inWords(ms) {
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

const counted = (tally) => (tally === undefined ? '–' : tally.passed.toLocaleString('en-US'))

function rowOf({ name, hasPassed, isKept, tookMs, cpuSeconds, tally }) {
  const verdict = !hasPassed ? 'FAILED' : isKept ? 'passed before' : 'passed'
  return [name, inWords(tookMs), `${Math.round(cpuSeconds)} s`, counted(tally), verdict]
}

/** What each part took, in columns. `serverSeconds`: processor time of the PostgreSQL server, where it can be read. */
export function tableOf(results, { tookMs, serverSeconds }) {
  const cpu = results.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, serverSeconds ?? 0)
  const server =
    serverSeconds === undefined ? [] : [['PostgreSQL server', '', `${Math.round(serverSeconds)} s`, '', '']]
  const lines = [
    ['part', 'took', 'processor', 'tests', ''],
    ...results.map(rowOf),
    ...server,
    ['in all', inWords(tookMs), `${Math.round(cpu)} s`, counted(tallyOf(results)), ''],
  ]
  const widths = lines[0].map((_, at) => Math.max(...lines.map((line) => line[at].length)))
  return lines.map((line) =>
    line
      .map((cell, at) => (at === 0 || at === 4 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
      .join('  ')
      .trimEnd(),
  )
}

/** The tests of all parts together. */
export const tallyOf = (results) =>
  addTallies([NO_TALLY, ...results.flatMap(({ tally }) => (tally === undefined ? [] : [tally]))])

/** What did not pass, and where more of it lies. */
export const complaintsOf = (results) =>
  results
    .filter(({ hasPassed }) => !hasPassed)
    .flatMap(({ name, log, tally }) => {
      const told = tally?.complaints ?? []
      const lines =
        told.length > 0 ? told : readFileSync(log, 'utf8').trimEnd().split('\n').slice(-LAST_LINES)
      return [`✗ ${name} (${relative(PROJECT_ROOT, log)})`, ...lines]
    })

/** One line for a part that has ended. */
export const endLine = ({ name, hasPassed, tookMs, cpuSeconds, tally }) =>
  [
    `${hasPassed ? '✓' : '✗'} ${name}`,
    tally === undefined ? '' : `, ${counted(tally)} passed`,
    tally === undefined || tally.failed === 0 ? '' : `, ${tally.failed} failed`,
    tally === undefined || tally.skipped === 0 ? '' : `, ${tally.skipped} skipped`,
    `: ${inWords(tookMs)}, ${Math.round(cpuSeconds)} s of processor time`,
  ].join('')
