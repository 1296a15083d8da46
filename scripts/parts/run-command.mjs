import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled } from '../setup/install.mjs'
import { PROJECT_ROOT, say, SetupError } from '../setup/step.mjs'
import { isOfOtherSources, keep, readKept, STATE_FILE, treeDigest } from './kept-state.mjs'
import { complaintsOf, endLine, inWords, tableOf, tallyOf } from './part-report.mjs'
import { partsOf } from './part-table.mjs'
import { runInLanes } from './run-in-lanes.mjs'
import { runPart } from './run-part.mjs'
import { obtainTools, withServer } from './with-needs.mjs'

const TELL_EVERY_MS = 60_000
const LAST_LINE = 90

const OPTIONS = {
  only: { type: 'string' },
  fresh: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
}

function readArguments(args, help) {
  try {
    return parseArgs({ args, options: OPTIONS }).values
  } catch (error) {
    throw new SetupError(`${error.message}\n\n${help}`)
  }
}

/** The parts that are asked for by name, and the build where one of them needs it. */
function chosen(parts, only) {
  if (only === undefined) return parts
  const names = only.split(',')
  const unknown = names.find((name) => !parts.some((part) => part.name === name))
  if (unknown !== undefined)
    throw new SetupError(
      `No part is called "${unknown}". There are: ${parts.map(({ name }) => name).join(', ')}.`,
    )
  const named = parts.filter(({ name }) => names.includes(name))
  const needsBuild = named.some(({ needs = [] }) => needs.includes('build'))
  return parts.filter((part) => named.includes(part) || (needsBuild && part.name === 'build'))
}

const listed = ({ name, shows, alone }) => `${name.padEnd(18)}${shows}${alone ? '; nothing beside it' : ''}`

/** A run of one of the two commands: what it runs, where it writes, what it said last of each part. */
function openRun(command, parts, env) {
  const folder = join(PROJECT_ROOT, 'test-results', command)
  const begunAt = performance.now()
  const lastLines = new Map()
  const begun = new Map()
  let number = 0
  const sofar = () => performance.now() - begunAt
  const timer = setInterval(() => {
    for (const [name, line] of lastLines)
      say(`    ${name}, ${inWords(performance.now() - begun.get(name))}: ${line.slice(0, LAST_LINE)}`)
  }, TELL_EVERY_MS)
  return {
    sofar,
    stop: () => clearInterval(timer),
    async runOne(part) {
      number += 1
      say(`▸ ${number} of ${parts.length}: ${part.name}, ${part.shows} (${inWords(sofar())} so far)`)
      begun.set(part.name, performance.now())
      lastLines.set(part.name, '')
      const notes = join(folder, 'calls', part.name)
      rmSync(notes, { recursive: true, force: true })
      const result = await runPart(part, {
        commands: part[command],
        folder,
        env: { ...env, CALL_COVERAGE_DIR: notes, CALL_NOTES: join(folder, 'calls') },
        onOutput: (line) => line !== '' && lastLines.set(part.name, line),
      })
      lastLines.delete(part.name)
      say(endLine(result))
      return result
    },
  }
}

/** What ends a run: the table, what did not pass, and the sum; answers the exit code. */
function close(results, figures) {
  say('')
  for (const line of tableOf(results, figures)) say(line)
  const complaints = complaintsOf(results)
  if (complaints.length > 0) say(`\n▸ What did not pass\n${complaints.join('\n')}`)
  const { passed, failed, skipped } = tallyOf(results)
  if (skipped > 0) say(`\n${skipped} tests were skipped: a test runs or goes`)
  say(`\n${passed} passed, ${failed} failed`)
  return results.every(({ hasPassed }) => hasPassed) ? 0 : 1
}

/** What passed before on the same sources, in a command that goes on from where it stopped. */
async function openKept({ keeps }, { fresh }) {
  const digest = keeps ? await treeDigest() : undefined
  if (fresh) rmSync(STATE_FILE, { force: true })
  if (keeps && isOfOtherSources(STATE_FILE, digest))
    say('The sources have changed since the last run: every part runs.')
  const kept = readKept(STATE_FILE, digest).map((result) => ({ ...result, isKept: true }))
  return { kept, keep: (results) => keep(STATE_FILE, digest, results) }
}

/** Parts that are to run, and the results of those that need not. */
async function planOf(what, given, parts) {
  const { kept, keep: keepPassed } = await openKept(what, given)
  // A part that is asked for by name runs, whatever passed before.
  const isDone = (part) =>
    given.only === undefined && !part.always && kept.some(({ name }) => name === part.name)
  const before = kept.filter(({ name }) => parts.some((part) => part.name === name && isDone(part)))
  if (before.length > 0) say(`Passed before on these sources: ${before.map(({ name }) => name).join(', ')}`)
  const passed = new Map(kept.map((result) => [result.name, result]))
  return {
    before,
    open: parts.filter((part) => !isDone(part)),
    note(result) {
      passed.set(result.name, result)
      keepPassed([...passed.values()])
    },
  }
}

async function runParts(what, parts, { before, open, note }) {
  const needs = new Set(open.flatMap((part) => part.needs ?? []))
  await obtainTools(needs)
  mkdirSync(join(PROJECT_ROOT, 'test-results', what.command), { recursive: true })
  return await withServer(needs.has('postgres'), async (serverSeconds) => {
    const run = openRun(what.command, open, what.env)
    const results = await runInLanes(open, async (part) => {
      const result = await run.runOne(part)
      note(result)
      return result
    })
    run.stop()
    const order = ({ name }) => parts.findIndex((part) => part.name === name)
    const sorted = [...before, ...results].toSorted((a, b) => order(a) - order(b))
    return close(sorted, { tookMs: run.sofar(), serverSeconds: serverSeconds() })
  })
}

/**
 * `npm test` or `npm run test:full`: its parts in two lanes, a table of what each took, and the sum of the tests.
 * Answers the exit code: 1 where a part failed, or a test of it failed or was skipped.
 *
 * @param {{ command: 'test' | 'full', help: string, env: Record<string, string>, keeps: boolean }} what `keeps`: goes on
 *   from where an earlier run on the same sources stopped
 * @param {string[]} args
 */
export async function runCommand(what, args) {
  const given = readArguments(args, what.help)
  if (given.help) return say(what.help)
  const all = partsOf(what.command)
  if (given.list) {
    for (const part of all) say(listed(part))
    return 0
  }
  await ensureInstalled()
  const parts = chosen(all, given.only)
  return await runParts(what, parts, await planOf(what, given, parts))
}
