import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PROJECT_ROOT, say, SetupError } from '../setup/step.mjs'
import { askedFor, judgePart } from './judge-part.mjs'

const HELP = `npm run proof -- --nightly [options]: every part of the proof with its nightly figure, one after the other.

  --only <part,part>  these parts alone
  --list              prints the parts with the figures asked for, and stops
  --scale <share>     a trial with so small a share of the figures, such as 0.01: it shows that the parts run, and proves
                      nothing
  --help

A part that fails stops no other. What each printed lies in test-results/nightly. At the end a table says what was asked
for and what was seen; a part that fell short of its figure for a reason that it names is "short", which is neither
reached nor red. The exit code is 1 where any part is red.`

const LOGS = join(PROJECT_ROOT, 'test-results/nightly')
const TELL_EVERY_MS = 60_000

function readArguments(args) {
  const options = {
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    scale: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  }
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new SetupError(`${error.message}\n\n${HELP}`)
  }
}

function chosen(parts, only) {
  if (only === undefined) return parts
  const names = only.split(',')
  const unknown = names.find((name) => !parts.some((part) => part.name === name))
  if (unknown !== undefined)
    throw new SetupError(
      `No part is called "${unknown}". There are: ${parts.map(({ name }) => name).join(', ')}.`,
    )
  return parts.filter(({ name }) => names.includes(name))
}

const number = (value) => value.toLocaleString('en-US', { maximumFractionDigits: 2 })

function inWords(ms) {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return `${Math.round(ms / 1_000)} s`
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Runs one command to its end and tells now and then how far it is; answers its exit code and all that it printed. */
function runCommand(part, [script, ...args], log) {
  return new Promise((done) => {
    const words = args.map(String)
    log.write(`$ node scripts/${script} ${words.join(' ')}\n`)
    const child = spawn(process.execPath, [join(PROJECT_ROOT, 'scripts', script), ...words], {
      cwd: PROJECT_ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const begunAt = performance.now()
    let output = ''
    const take = (chunk) => {
      output += chunk
      log.write(chunk)
    }
    child.stdout.setEncoding('utf8').on('data', take)
    child.stderr.setEncoding('utf8').on('data', take)
    const timer = setInterval(() => {
      const last = output.trimEnd().split('\n').at(-1)?.trim() ?? ''
      say(`    ${part}, ${inWords(performance.now() - begunAt)}: ${last.slice(0, 100)}`)
    }, TELL_EVERY_MS)
    child.once('error', (error) => take(`${error.message}\n`))
    child.once('close', (code) => {
      clearInterval(timer)
      done({ code: code ?? 1, output })
    })
  })
}

async function runPart(part, scale) {
  const log = createWriteStream(join(LOGS, `${part.name}.log`))
  const figures = Object.fromEntries(
    Object.entries(part.figures).map(([name, figure]) => [name, askedFor(figure, scale)]),
  )
  const begunAt = performance.now()
  let [code, output] = [0, '']
  for (const command of part.commands(figures, scale !== 1)) {
    const ran = await runCommand(part.name, command, log)
    code = Math.max(code, ran.code)
    output += ran.output
  }
  await new Promise((closed) => log.end(closed))
  return { part, tookMs: performance.now() - begunAt, ...judgePart(part, { code, output }, scale) }
}

const WORDS = { reached: 'reached', short: 'short', red: 'RED' }

const wanted = ({ atMost, asked, what }) => `${atMost ? '≤ ' : ''}${number(asked)} ${what}`

/** A line for each figure: what was asked for beside what was seen. */
function tableOf(results) {
  const rows = results.flatMap(({ part, figures, tookMs, verdict }) =>
    figures.map((figure, index) => [
      index === 0 ? part.name : '',
      wanted(figure),
      figure.seen === undefined ? 'not told' : number(figure.seen),
      index === 0 ? inWords(tookMs) : '',
      index === 0 ? WORDS[verdict] : '',
    ]),
  )
  const lines = [['Part', 'Asked for', 'Seen', 'Time', 'Verdict'], ...rows]
  const widths = lines[0].map((_, at) => Math.max(...lines.map((line) => line[at].length)))
  return lines.map((line) =>
    line
      .map((cell, at) => cell.padEnd(widths[at]))
      .join('  ')
      .trimEnd(),
  )
}

const inList = ({ name, title, figures, limit }) => [
  `${name.padEnd(16)}${title}`,
  ...Object.values(figures).map((figure) => `${' '.repeat(18)}${wanted(figure)}`),
  ...(limit === undefined ? [] : [`${' '.repeat(18)}limit: ${limit}`]),
]

async function runAll(parts, scale) {
  mkdirSync(LOGS, { recursive: true })
  const begunAt = performance.now()
  const results = []
  for (const [index, part] of parts.entries()) {
    const sofar = index === 0 ? '' : `, ${inWords(performance.now() - begunAt)} so far`
    say(`▸ ${index + 1} of ${parts.length}: ${part.name}, ${part.title}${sofar}`)
    const result = await runPart(part, scale)
    results.push(result)
    say(`  ${WORDS[result.verdict]} after ${inWords(result.tookMs)}`)
  }
  return results
}

/** The lines that close a run, and its exit code. @param {Awaited<ReturnType<typeof runPart>>[]} results */
function closing(results, scale) {
  const of = (verdict) => results.filter((result) => result.verdict === verdict)
  const short = of('short').map(({ part }) => `  ${part.name} fell short: ${part.limit}`)
  const red = of('red').map(({ part }) => `  ${part.name} is red: test-results/nightly/${part.name}.log`)
  return [
    '',
    ...tableOf(results),
    ...short,
    ...red,
    `${of('reached').length} of ${results.length} parts reached their figures, ${short.length} fell short, ${red.length} are red.`,
    ...(scale === 1 ? [] : [`A trial with ${scale} of the figures: it proves nothing.`]),
  ]
}

/**
 * The parts as the command line asks for them; answers the exit code.
 *
 * @param {string[]} args
 * @param {import('./nightly-parts.mjs').NightlyPart[]} all
 */
export async function runNightly(args, all) {
  const given = readArguments(args)
  if (given.help) return say(HELP)
  const scale = Number(given.scale)
  if (!(scale > 0 && scale <= 1)) throw new SetupError('--scale takes a share above 0, up to 1')
  const parts = chosen(all, given.only)
  if (given.list) {
    for (const line of parts.flatMap(inList)) say(line)
    return 0
  }
  const results = await runAll(parts, scale)
  for (const line of closing(results, scale)) say(line)
  return results.some(({ verdict }) => verdict === 'red') ? 1 : 0
}
