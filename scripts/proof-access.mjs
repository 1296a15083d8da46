import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { ownedQueries, ownerFilters, withMarks } from './proof/owner-filters.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { main, PROJECT_ROOT, say, SetupError } from './setup/step.mjs'
import { buildTestingProgram } from './setup/testing-program.mjs'

const HELP = `npm run proof:access -- [options]: leaves out each condition that keeps customers or portfolios apart, one at a
time, sends the requests of the access matrix whose statements have it, and tells which of them are not as they were.

  --filter <text>  only filters whose name has this in it; several, joined by ","
  --calls <names>  only these calls and repository functions, joined by ","
  --list           prints the filters and the queries that are found in the source, and stops
  --help

The exit code is 1 where a filter is missed by no test and scripts/proof/owner-filters.json does not say why.`

/** @returns {{ filters: string[], notMissed: Record<string, string>, unfiltered: Record<string, string> }} */
const reviewed = () =>
  JSON.parse(readFileSync(join(PROJECT_ROOT, 'scripts/proof/owner-filters.json'), 'utf8'))

/** Runs the program and passes each line of its output to `onLine`. */
function runProgram(program, args, names, onLine) {
  return new Promise((done) => {
    const child = spawn(process.execPath, ['--enable-source-maps', program, ...args], {
      cwd: PROJECT_ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, OWNER_FILTERS: JSON.stringify({ filters: names }) },
    })
    createInterface({ input: child.stdout }).on('line', (line) => onLine(JSON.parse(line)))
    child.once('close', (code) => done(code ?? 1))
  })
}

/** What breaks with every filter in place mostly shows nothing of any: it is named. */
function tellRequests({ cells, broken }) {
  say(`${cells} requests, each as it is with every filter in place`)
  if (broken.length > 0)
    say(`${broken.length} of them break with every filter in place: ${broken.join(', ')}`)
}

/** Prints one line for each filter: the request that misses it, or why none does. */
function tell({ filter, reached, noticed }, why) {
  if (noticed !== undefined) say(`  red    ${filter.padEnd(62)} ${noticed.cell}: ${noticed.how}`)
  else if (why !== undefined) say(`  known  ${filter.padEnd(62)} ${why}`)
  else
    say(
      `  GREEN  ${filter.padEnd(62)} ${reached === 0 ? 'no request has it' : `${reached} requests do not miss it`}`,
    )
}

const ROW_SECURITY = {
  file: 'packages/database/src/driver/row-security.ts',
  stands: 'if (owner === undefined) return plain',
}

/** Without row security, which would hide what a missing filter shows: each of the two walls is proved by itself. */
function withoutRowSecurity(file, text) {
  if (file !== ROW_SECURITY.file) return text
  if (text.split(ROW_SECURITY.stands).length !== 2)
    throw new SetupError(`The wall in ${file} is not where it was.`)
  return text.replace(ROW_SECURITY.stands, 'if (owner !== null) return plain')
}

async function prove(args) {
  const filters = ownerFilters()
  const { notMissed } = reviewed()
  const source = 'tools/assurance/access-proof/main.ts'
  const program = await buildTestingProgram(source, 'access-proof', (path, text) => {
    const file = relative(PROJECT_ROOT, path)
    return withMarks(filters, file, withoutRowSecurity(file, text))
  })
  const found = { red: 0, known: 0, green: 0 }
  try {
    const names = filters.map(({ id }) => id)
    const code = await runProgram(program, args, names, (line) => {
      if (line.filter === undefined) return tellRequests(line)
      const why = notMissed[line.filter]
      tell(line, why)
      if (line.noticed !== undefined) found.red += 1
      else if (why !== undefined) found.known += 1
      else found.green += 1
    })
    if (code !== 0) return code
  } finally {
    rmSync(program, { force: true })
  }
  say(`${found.red} filters are missed, ${found.known} are not and it is known why, ${found.green} are not.`)
  return found.green === 0 && found.red > 0 ? 0 : 1
}

await main(async () => {
  const args = process.argv.slice(2)
  if (args.includes('--help')) {
    say(HELP)
    return 0
  }
  await ensureInstalled()
  if (!args.includes('--list')) return await prove(args)
  const filters = ownerFilters().map(({ id, kind }) => ({ id, kind }))
  say(
    JSON.stringify({
      filters,
      queries: ownedQueries().map(({ id, tables, kinds }) => ({ id, tables, kinds })),
    }),
  )
  return 0
})
