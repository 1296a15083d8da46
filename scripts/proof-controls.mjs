import { readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectOf, runCitedTests } from './controls/run-cited-tests.mjs'
import { makeScratchCopy, withEdit } from './controls/scratch-copy.mjs'
import { keep, readKept, treeDigest } from './parts/kept-state.mjs'
import { obtainTools } from './parts/with-needs.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { withPostgres } from './setup/own-postgres.mjs'
import { main, PROJECT_ROOT, say, SetupError } from './setup/step.mjs'

const HELP = `npm run proof:controls -- [options]: removes each control of docs/security.md and docs/asvs.md, one at a time, in a copy of
the project, and runs the tests that its rows cite: each of them must fail. First the same tests run without a defect: each of
them must pass. The defects stand in tests/controls/seeded-controls.json.

  --only <names>   only these rows or defects, joined by ",", such as T1,6.3.1, also those that were found before
  --fresh          tries every defect anew
  --lanes <n>      how many run at the same time (default 2, or the number of processors if that is less)
  --list           prints the defects with their rows and tests, and stops
  --help

A run that was stopped goes on with the defects that were not tried, as long as no file has changed; .cache/controls.json keeps
which were found. The exit code is 1 where a cited test does not fail, or fails for another reason than the defect.`

/** Programs of others that judge sealed documents. */
const VERIFIERS = ['pdfsig', 'openssl']

/** Which defects were found on the sources as they are. */
const STATE_FILE = join(PROJECT_ROOT, '.cache/controls.json')

const OPTIONS = {
  fresh: { type: 'boolean', default: false },
  only: { type: 'string' },
  lanes: { type: 'string' },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
}

/** @returns {{ id: string, removed: string, edits: object[], tests: { file: string, test: string, rows: string[] }[] }[]} */
const allDefects = () =>
  JSON.parse(readFileSync(join(PROJECT_ROOT, 'tests/controls/seeded-controls.json'), 'utf8')).defects

const rowsOf = ({ tests }) => [...new Set(tests.flatMap(({ rows }) => rows))]

function chosen(only) {
  const defects = allDefects()
  if (only === undefined) return defects
  const names = only.split(',')
  const unknown = names.find((name) => !defects.some((one) => one.id === name || rowsOf(one).includes(name)))
  if (unknown !== undefined)
    throw new SetupError(`No row or defect is called "${unknown}"; --list names them.`)
  return defects.filter((one) => names.includes(one.id) || rowsOf(one).some((row) => names.includes(row)))
}

/** Every defect applies, before minutes are spent on the first. */
function checkEdits(defects) {
  for (const { edits } of defects) {
    const texts = new Map()
    for (const edit of edits) {
      const text = texts.get(edit.file) ?? readFileSync(join(PROJECT_ROOT, edit.file), 'utf8')
      texts.set(edit.file, withEdit(text, edit))
    }
  }
}

const titleOf = ({ file, test }) => `${file} › ${test}`

/** The cited tests without a defect. Returns what does not pass, by title. */
async function withoutDefect({ folder }, defects, lanes) {
  const cited = defects.flatMap(({ tests }) => tests)
  const files = new Set(cited.map(({ file }) => file))
  say(`▸ without a defect: ${cited.length} cited tests of ${files.size} files`)
  const { outcomeOf, output } = await runCitedTests(folder, cited, lanes)
  const bad = cited.map((one) => ({ one, ...outcomeOf(one) })).filter(({ color }) => color !== 'green')
  if (bad.length > 0) say(output.slice(-2_000))
  return new Map(bad.map(({ one, color, why }) => [titleOf(one), `is ${color} without a defect: ${why}`]))
}

/** Plants one defect and runs the tests that must fail with it. Returns those that do not. */
async function tryDefect(copy, { id, removed, edits, tests }, place) {
  const begunAt = performance.now()
  const { outcomeOf } = await copy.withEdits(edits, () => runCitedTests(copy.folder, tests))
  const outcomes = tests.map((one) => ({ one, ...outcomeOf(one) }))
  const seconds = ((performance.now() - begunAt) / 1_000).toFixed(0)
  for (const { one, color, why } of outcomes) {
    const word = color === 'red' ? 'red   ' : color.toUpperCase().padEnd(6)
    say(`  ${place} ${word} ${id} (${seconds} s) ${one.file}: ${why}`)
  }
  return outcomes
    .filter(({ color }) => color !== 'red')
    .map(({ one, color, why }) => `${id} (${removed}): ${titleOf(one)} is ${color} ${why}`)
}

/** The defects that are left to try, and how one is kept once it was found. */
async function openKept(defects, { fresh, only }) {
  if (fresh) rmSync(STATE_FILE, { force: true })
  const digest = await treeDigest()
  const found = new Set(readKept(STATE_FILE, digest).map(({ name }) => name))
  return {
    left: only === undefined ? defects.filter(({ id }) => !found.has(id)) : defects,
    keepFound: ({ id }) => {
      found.add(id)
      keep(
        STATE_FILE,
        digest,
        [...found].map((name) => ({ name, hasPassed: true })),
      )
    },
  }
}

async function prove(defects, lanes, keepFound) {
  checkEdits(defects)
  const copies = Array.from({ length: lanes }, (_, lane) => makeScratchCopy(lane + 1))
  try {
    const unfit = await withoutDefect(copies[0], defects, lanes)
    // A test that is red anyway shows nothing.
    const fit = defects.filter(({ tests }) => !tests.some((one) => unfit.has(titleOf(one))))
    const missed = [...unfit].map(([title, why]) => `${title} ${why}`)
    let next = 0
    const work = async (copy) => {
      while (next < fit.length) {
        const defect = fit[next]
        next += 1
        const notRed = await tryDefect(copy, defect, `${next} of ${fit.length}`)
        if (notRed.length === 0) keepFound(defect)
        missed.push(...notRed)
      }
    }
    await Promise.all(copies.map(work))
    return missed
  } finally {
    for (const copy of copies) copy.remove()
  }
}

await main(async () => {
  const { values } = parseArgs({ options: OPTIONS })
  if (values.help) return say(HELP)
  const defects = chosen(values.only)
  if (values.list) {
    for (const defect of defects) {
      say(`${defect.id}: ${defect.removed} (${rowsOf(defect).join(', ')})`)
      for (const one of defect.tests) say(`  ${titleOf(one)}`)
    }
    return 0
  }
  await ensureInstalled()
  const lanes = values.lanes === undefined ? Math.min(2, availableParallelism()) : Number(values.lanes)
  const projects = new Set(defects.flatMap(({ tests }) => tests.map(({ file }) => projectOf(file))))
  await obtainTools(new Set(projects.has('nodes') ? [...VERIFIERS, 'promtool'] : VERIFIERS))
  const begunAt = performance.now()
  const { left, keepFound } = await openKept(defects, values)
  if (left.length < defects.length) say(`▸ ${defects.length - left.length} defects were found before`)
  const work = () => (left.length === 0 ? [] : prove(left, lanes, keepFound))
  const needsServer = projects.has('postgresql') || projects.has('proof')
  const missed = await (needsServer ? withPostgres(work) : work())
  const minutes = ((performance.now() - begunAt) / 60_000).toFixed(1)
  if (missed.length > 0) say(`\n▸ Not found\n${missed.join('\n')}`)
  const cited = defects.flatMap(({ tests }) => tests).length
  say(`\n${defects.length} defects, ${cited} cited tests, ${missed.length} not found, ${minutes} minutes`)
  return missed.length === 0 ? 0 : 1
})
