import { inWords } from '../parts/part-report.mjs'
import { rmSync } from 'node:fs'
import { capture, say, SetupError } from './step.mjs'

/** Drawn lives for all defects together; each has its share first, and what is left goes to those not found by then. */
const DRAWN_LIVES = 200
const DRAWN_SEED = 29
/** Of all defects at least so many are found by drawn lives. */
const DRAWN_SHARE = 0.75

const live = (program, ...args) => capture(process.execPath, ['--enable-source-maps', program, ...args])

/** The laws that a finding names, each once; what failed by itself names none. */
function lawIn(words) {
  const names = [...words.matchAll(/(?:of \d{4}-\d\d-\d\d: |; )(\w+): /g)].map(([, name]) => name)
  return [...new Set(names)].join(', ') || 'failed by itself'
}

/** What is broken of a life; undefined where nothing is. */
async function brokenLife(program, life) {
  const { code, output } = await live(program, '--life', JSON.stringify(life))
  return code === 0 ? undefined : (/^.*by act \d+ .*$/m.exec(output)?.[0] ?? output)
}

/** What says nothing of the product: a machine too busy for a database or a server of its own. */
const OF_MACHINE = /DatabaseFailure|"status":503/
const MOST_TRIES = 3

/** The same, asked again where the machine broke off what was lived. */
async function onceLived(work, tries = MOST_TRIES) {
  const broken = await work()
  if (broken === undefined || !OF_MACHINE.test(broken.words ?? broken)) return broken
  if (tries <= 1) throw new SetupError(`The machine is too busy: ${broken.words ?? broken}`)
  return await onceLived(work, tries - 1)
}

/** The first broken life of some, its number in the seed, what is broken; undefined where none is. */
async function firstBroken(program, { seed, first, runs }) {
  const args = ['--seed', seed, '--first', first, '--runs', runs].map(String)
  const { code, output } = await live(program, ...args, '--as-it-is')
  if (code === 0) return undefined
  const [words, number] = /^BROKEN in life (\d+): .*$/m.exec(output) ?? []
  const [, life] = /--life '(.*)'$/m.exec(output) ?? []
  if (words === undefined || life === undefined)
    throw new SetupError(`The lives ended with ${code}:\n${output}`)
  return { words, number: Number(number), life: JSON.parse(life) }
}

/** A life that reaches the defect, made for it: broken with it, and whole without, or it would prove nothing. */
async function byCrafted({ name, life }, { program, sound }) {
  const words = await onceLived(() => brokenLife(program, life))
  if (words === undefined) return undefined
  const without = await onceLived(() => brokenLife(sound, life))
  if (without !== undefined)
    throw new SetupError(`The life made for ${name} is broken without it: ${without}`)
  return lawIn(words)
}

/** Up to so many drawn lives, to the first that is broken with the defect and, as far as it was lived, whole without it. */
async function byDrawn({ program, sound }, { seed, first, runs }) {
  const end = first + runs
  for (let next = first; next < end; ) {
    const broken = await onceLived(() => firstBroken(program, { seed, first: next, runs: end - next }))
    if (broken === undefined) break
    const { words, number, life } = broken
    if ((await onceLived(() => brokenLife(sound, life))) === undefined)
      return { lived: number - first + 1, number, law: lawIn(words) }
    say(`    life ${number} is broken without the defect too: ${words.slice(0, 300)}`)
    next = number + 1
  }
  return { lived: runs }
}

/** What became of one defect. */
const rowWords = ({ name, crafted, drawn }) =>
  [
    name.padEnd(24),
    (crafted ?? '-').padEnd(24),
    drawn?.number === undefined ? '-' : `life ${drawn.number}: ${drawn.law}`,
  ].join('  ')

async function proveCrafted(rows) {
  for (const row of rows) {
    const started = performance.now()
    row.crafted = await byCrafted(row.defect, row)
    say(
      `  ${row.name.padEnd(24)} made for it: ${row.crafted ?? 'NOT FOUND'} (${inWords(performance.now() - started)})`,
    )
  }
  const found = rows.filter(({ crafted }) => crafted !== undefined).length
  say(`${found} of ${rows.length} planted defects were found by the lives made for them`)
  return found === rows.length
}

/** Each defect has its share of the lives; what the first ones leave is shared by those not found yet. */
async function proveDrawn(rows, { lives, seed }) {
  let left = lives
  for (let first = 1, open = rows; open.length > 0 && left >= open.length; ) {
    const share = Math.floor(left / open.length)
    for (const row of open) {
      const started = performance.now()
      row.drawn = await byDrawn(row, { seed, first, runs: share })
      left -= row.drawn.lived
      const found =
        row.drawn.number === undefined ? 'not found' : `life ${row.drawn.number}, ${row.drawn.law}`
      say(
        `  ${row.name.padEnd(24)} drawn: ${found} (${row.drawn.lived} lives, ${inWords(performance.now() - started)})`,
      )
    }
    first += share
    open = open.filter(({ drawn }) => drawn.number === undefined)
  }
  const found = rows.filter(({ drawn }) => drawn?.number !== undefined).length
  say(`${found} of ${rows.length} were found by ${lives - left} drawn lives of seed ${seed}`)
  return found >= rows.length * DRAWN_SHARE
}

/**
 * Each planted defect by the life made for it and by drawn lives, or by one of both. All programs are built before the
 * first life, so that sources may be edited meanwhile. Answers the exit code.
 */
export async function provePlants(seededDefects, { among, half, lives = DRAWN_LIVES, seed = DRAWN_SEED }) {
  const defects = among === undefined ? seededDefects.all() : seededDefects.named(among.split('+'))
  const sound = await seededDefects.build('random-life', [])
  const rows = []
  try {
    for (const defect of defects) {
      const program = await seededDefects.build('random-life', [defect.name])
      rows.push({ name: defect.name, defect, program, sound })
    }
    const isCrafted = half === 'drawn' || (await proveCrafted(rows))
    const isDrawn = half === 'crafted' || (await proveDrawn(rows, { lives, seed }))
    say(['defect'.padEnd(24), 'life made for it'.padEnd(24), 'drawn life'].join('  '))
    for (const row of rows) say(rowWords(row))
    return isCrafted && isDrawn ? 0 : 1
  } finally {
    for (const program of [sound, ...rows.map(({ program: one }) => one)]) rmSync(program, { force: true })
  }
}
