import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run, say, SetupError, step } from '../../../../scripts/setup/step.mjs'
import { buildBenchPage, servePage } from './bench-page.mjs'

/** An object literal that the tool puts into the page: how to count our errors and where to press. */
const ADAPTER = fileURLToPath(new URL('adapter.txt', import.meta.url))
const OURS = 'dolphin'
const FLOOR = 'react-baseline'
const CONTENDERS = [FLOOR, 'rhf-register', 'rhf-controller', 'rjsf', 'jsonforms', 'own-engine']
const HAND_WRITTEN = ['rhf-register', 'rhf-controller']
const SCHEMA_DRIVEN = ['rjsf', 'jsonforms']
const MOST_KIB_OVER_REACT = 12
const THIRD = 1 / 3

/**
 * What is compared. CPU time of the page's own thread comes first: on a busy machine it is the figure that holds;
 * the wall clock beside it includes the wait for a frame.
 */
const MEASURES = [
  { name: 'first render, CPU', key: 'loadCpu', goal: 1.1 },
  { name: 'first render, clock', key: 'mount', goal: 1.1 },
  { name: 'keystroke, CPU', key: 'keyTask', goal: 1 },
  { name: 'keystroke, script', key: 'keyScript', goal: 1 },
  { name: 'validate all, CPU', key: 'validateTask', goal: 0.8 },
  { name: 'validate all, clock', key: 'validateAll', goal: 0.8 },
]

/** Builds and serves our page, measures it beside the others in one run, and prints the ratios with their goals. */
export async function benchForms(tool, runs) {
  const folder = mkdtempSync(join(tmpdir(), 'dolphin-bench-forms-'))
  const results = join(folder, 'results.json')
  const pageFolder = join(folder, 'page')
  await step('Building the page', () => buildBenchPage(join(tool, 'def/form60.json'), pageFolder))
  const page = await servePage(pageFolder)
  try {
    const ours = `${OURS}=${page.url}#${relative(tool, ADAPTER)}`
    const flags = ['--runs', runs, '--only', CONTENDERS.join(','), '--url', ours]
    const out = ['--out', relative(tool, results)]
    const code = await run(process.execPath, ['bench.mjs', ...flags, ...out], { cwd: tool })
    if (code !== 0) throw new SetupError(`The bench ended with exit code ${code}.`)
    report(JSON.parse(readFileSync(results, 'utf8')).rows)
  } finally {
    page.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function report(rows) {
  const byName = new Map(rows.map((row) => [row.name, row]))
  const ours = byName.get(OURS)
  const over = ours.brKB - byName.get(FLOOR).brKB
  say(`\nOver bare React: ${over.toFixed(1)} KiB brotli${verdict(over, MOST_KIB_OVER_REACT)}`)
  say(`Errors shown while typing: ${ours.live}; on submit: ${ours.validateErrors}\n`)
  say(row('ours ÷ theirs', [...HAND_WRITTEN, ...SCHEMA_DRIVEN, 'own-engine']))
  for (const { name, key, goal } of MEASURES) {
    const ratio = (other) => ours[key] / byName.get(other)[key]
    const cells = [
      ...HAND_WRITTEN.map((other) => `${ratio(other).toFixed(2)}${verdict(ratio(other), goal)}`),
      ...SCHEMA_DRIVEN.map((other) => `${ratio(other).toFixed(2)}${verdict(ratio(other), THIRD)}`),
      ratio('own-engine').toFixed(2),
    ]
    say(row(name, cells))
  }
  say('\nThe fields, their rules and the store are measured; the frame of the page and the save are not.')
}

const row = (head, cells) => head.padEnd(22) + cells.map((cell) => cell.padEnd(18)).join('')

const verdict = (value, goal) => (value <= goal ? ' met' : ` > ${Number(goal.toFixed(2))}`)
