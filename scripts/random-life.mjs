import { ensureInstalled } from './setup/install.mjs'
import { withPostgres } from './setup/own-postgres.mjs'
import { seededDefectsOf } from './setup/seeded-defects.mjs'
import { capture, main, run, say, SetupError } from './setup/step.mjs'

const LIFE = 'tools/assurance/random-life'
const seededDefects = seededDefectsOf(`${LIFE}/main.ts`, `${LIFE}/seeded-defects.json`)

/** Takes an option and its value out of the arguments; undefined where it is not given. */
function takeValue(args, name) {
  const at = args.indexOf(name)
  return at === -1 ? undefined : args.splice(at, 2)[1]
}

const live = (program, ...args) => capture(process.execPath, ['--enable-source-maps', program, ...args])

/** What a run of the lives of a program says of a broken life, and that life; undefined where none is broken. */
async function brokenOf(program, ...args) {
  const { code, output } = await live(program, ...args)
  if (code === 0) return undefined
  const [words] = /^BROKEN in life .*$/m.exec(output) ?? []
  const [, life] = /--life '(.*)'$/m.exec(output) ?? []
  if (words === undefined || life === undefined)
    throw new SetupError(`The lives ended with ${code}:\n${output}`)
  return { words, life }
}

/** Whether a life is broken, lived with defects; what is broken of it. */
const brokenLife = (names, life) =>
  seededDefects.withProgram('random-life', names, async (program) => {
    const { code, output } = await live(program, '--life', life)
    return code === 0 ? undefined : (/ (\w+: .*)$/m.exec(output)?.[1] ?? output)
  })

/** Requires the life that shows a defect to be whole without it; otherwise the finding would prove no defect. */
async function expectWhole(name, life) {
  const broken = await brokenLife([], life)
  if (broken !== undefined)
    throw new SetupError(`What is found with ${name} is broken without it too: ${broken}`)
}

/** A life that reaches the defect, made for it; what the laws say of it, or undefined. */
async function foundByCrafted({ name, life }) {
  const broken = await brokenLife([name], JSON.stringify(life))
  if (broken !== undefined) await expectWhole(name, JSON.stringify(life))
  return broken
}

/** Drawn lives for all defects together, and how many each has at a time before the next has its turn. */
const DRAWN_LIVES = 200
const TURN = 8
const DRAWN_SEED = 29

/** Drawn lives find defects, each by turns until it is found or all lives are used. Answers how each was found. */
async function foundByDrawn(all) {
  const found = new Map()
  let left = DRAWN_LIVES
  for (let turn = 0; left > 0 && found.size < all.length; turn += 1) {
    for (const { name } of all.filter((one) => !found.has(one.name))) {
      const runs = Math.min(TURN, left)
      if (runs === 0) break
      const args = ['--runs', String(runs), '--seed', String(DRAWN_SEED + turn), '--as-it-is']
      const broken = await seededDefects.withProgram('random-life', [name], (program) =>
        brokenOf(program, ...args),
      )
      left -= broken === undefined ? runs : Number(/life (\d+):/.exec(broken.words)?.[1] ?? runs)
      if (broken === undefined) continue
      await expectWhole(name, broken.life)
      found.set(name, `seed ${DRAWN_SEED + turn}, ${broken.words}`)
    }
  }
  return { found, used: DRAWN_LIVES - left }
}

/** Of sixteen defects at least so many are found by drawn lives. */
const DRAWN_SHARE = 0.75

/** `--plants`, with `--among a+b` these alone: each defect by a life made for it, then all by drawn lives. */
async function runSeededDefects(among) {
  const all = among === undefined ? seededDefects.all() : seededDefects.named(among.split('+'))
  let crafted = 0
  for (const seededDefect of all) {
    const words = await foundByCrafted(seededDefect)
    if (words !== undefined) crafted += 1
    say(`  ${seededDefect.name.padEnd(28)} ${words?.slice(0, 160) ?? 'NOT FOUND'}`)
  }
  say(`${crafted} of ${all.length} planted defects were found by the lives made for them`)
  if (among !== undefined) return crafted === all.length ? 0 : 1
  const { found, used } = await foundByDrawn(all)
  for (const { name } of all) say(`  ${name.padEnd(28)} ${found.get(name)?.slice(0, 200) ?? 'NOT FOUND'}`)
  say(`${found.size} of ${all.length} were found by ${used} drawn lives`)
  return crafted === all.length && found.size >= all.length * DRAWN_SHARE ? 0 : 1
}

await main(async () => {
  await ensureInstalled()
  const args = process.argv.slice(2)
  return await withPostgres(async () => {
    if (args.includes('--plants')) return await runSeededDefects(takeValue(args, '--among'))
    const planted = takeValue(args, '--plant')?.split('+') ?? []
    return await seededDefects.withProgram('random-life', planted, (program) =>
      run(process.execPath, ['--enable-source-maps', program, ...args]),
    )
  })
})
