import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { main, PROJECT_ROOT, say } from './setup/step.mjs'

const HELP = `node scripts/call-coverage.mjs [folder of notes] [report.md]: what the tests showed of each call of the contract.
  For each call: an answer that follows what another call changed, every code it refuses with, every kind of actor.
  npm test runs it on the notes of its parts (CALL_NOTES); an empty cell, a code that no declaration names and an outdated
  exception fail.`

const FOLDER = join(PROJECT_ROOT, 'apps/api/src/testing/call-coverage')
const GROUPS = ['changed', 'refusal', 'general', 'actor']

/** The registry and the rule that says which cells a call has, as they stand in the sources. */
async function loadRules() {
  // Loaded only now: this file is read before the packages are installed.
  const { build } = await import('esbuild')
  const bundle = await build({
    stdin: {
      contents: `export { CALLS } from '@dolphin/contract/registry'; export { cellsOf, mayAnswer } from './call-cells.ts'`,
      resolveDir: FOLDER,
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  })
  const [{ text }] = bundle.outputFiles
  return import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`)
}

/** Every note of every test file: call → names of the cells it filled. */
function readNotes(folder) {
  const shown = new Map()
  const all = existsSync(folder) ? readdirSync(folder, { recursive: true }) : []
  const files = all.filter((name) => name.endsWith('.jsonl'))
  for (const file of files) {
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean)) {
      const [call, cell] = JSON.parse(line)
      if (!shown.has(call)) shown.set(call, new Set())
      shown.get(call).add(cell)
    }
  }
  return shown
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Exceptions that no longer hold: a cell that is filled or gone. */
function staleExceptions({ cells }, rows) {
  const filled = Object.keys(cells).filter((key) => {
    const [name, ...cell] = key.split(' ')
    const row = rows.find(({ call }) => call.name === name)
    const found = row?.cells.find((one) => one.name === cell.join(' '))
    return found === undefined || found.isShown
  })
  return filled.map((key) => `excepted.json: ${key} is filled, or no cell at all; take it out`)
}

/** The whole report: a row for each call, and what is wrong in sentences. */
async function judge(folder) {
  const { CALLS, cellsOf, mayAnswer } = await loadRules()
  const excepted = readJson(join(FOLDER, 'excepted.json'))
  const shown = readNotes(folder)
  const rows = Object.values(CALLS).map((call) => {
    const filled = shown.get(call.name) ?? new Set()
    const cells = cellsOf(call).map((cell) => ({ ...cell, isShown: filled.has(cell.name) }))
    const undeclared = [...filled].filter(
      (cell) => cell.startsWith('after ') && !mayAnswer(call, cell.slice('after '.length)),
    )
    return { call, cells, undeclared }
  })
  const isExcepted = (call, cell) => `${call.name} ${cell.name}` in excepted.cells
  const empty = rows.flatMap(({ call, cells }) =>
    cells
      .filter((cell) => !cell.isShown && !isExcepted(call, cell))
      .map((cell) => `${call.name}: "${cell.name}" is empty; ${cell.fill}`),
  )
  const undeclared = rows.flatMap(({ call, undeclared }) =>
    undeclared.map((cell) => `${call.name}: answered ${cell.slice(6)}, which its declaration does not name`),
  )
  return { rows, wrong: [...staleExceptions(excepted, rows), ...empty, ...undeclared] }
}

function countOf(cells, group) {
  const own = cells.filter((cell) => cell.group === group)
  return `${own.filter(({ isShown }) => isShown).length}/${own.length}`
}

function markdown(rows, wrong) {
  const head = [
    'call',
    'access',
    'data changed by another call',
    'own refusals',
    'general refusals',
    'actors',
    'empty',
  ]
  const lines = rows.map(({ call, cells }) => {
    const missing = cells.filter(({ isShown }) => !isShown).map(({ name }) => name)
    const counts = GROUPS.map((group) => countOf(cells, group))
    return [call.name, call.access, ...counts, missing.join(', ') || '–']
  })
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`)
  const faults = wrong.length === 0 ? ['Nothing is empty.'] : wrong.map((text) => `- ${text}`)
  return ['# What the tests show of each call', '', ...table, '', '## To do', '', ...faults, ''].join('\n')
}

function print(rows, wrong) {
  const width = Math.max(...rows.map(({ call }) => call.name.length))
  say(`  ${'call'.padEnd(width)}  changed  refusals  general  actors`)
  for (const { call, cells } of rows) {
    const [changed, refusals, general, actors] = GROUPS.map((group) => countOf(cells, group))
    say(
      `  ${call.name.padEnd(width)}  ${changed.padEnd(7)}  ${refusals.padEnd(8)}  ${general.padEnd(7)}  ${actors}`,
    )
  }
  const all = rows.flatMap(({ cells }) => cells)
  say(`  ${rows.length} calls, ${all.filter(({ isShown }) => isShown).length} of ${all.length} cells filled`)
  for (const text of wrong) say(`  ✗ ${text}`)
}

/** Prints the report, writes it as Markdown and answers the exit code: 0 where nothing is missing. */
async function reportCalls(folder, target) {
  const { rows, wrong } = await judge(folder)
  writeFileSync(target, markdown(rows, wrong))
  print(rows, wrong)
  return wrong.length === 0 ? 0 : 1
}

await main(async () => {
  const [folder = process.env.CALL_NOTES, target = join(folder ?? '.', '../call-coverage.md')] =
    process.argv.slice(2)
  if (folder === undefined || folder === '--help') return say(HELP)
  return await reportCalls(folder, target)
})
