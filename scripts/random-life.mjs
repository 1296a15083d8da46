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

/** Lives with a planted defect to the first life that is broken; its words, or undefined. */
async function whoFinds({ name, run: { runs, seed } }) {
  const { code, output } = await seededDefects.withProgram('random-life', [name], (program) =>
    live(program, '--runs', String(runs), '--seed', String(seed), '--as-it-is'),
  )
  if (code === 0) return undefined
  const [broken] = /^BROKEN in life .*$/m.exec(output) ?? []
  const [, life] = /--life '(.*)'$/m.exec(output) ?? []
  if (broken === undefined || life === undefined)
    throw new SetupError(`With ${name} the lives ended with ${code}:\n${output}`)
  await expectWhole(name, life)
  return broken
}

/** Requires the life that shows a defect to be whole without it; otherwise the finding would prove no defect. */
async function expectWhole(name, life) {
  const { code, output } = await seededDefects.withProgram('random-life', [], (program) =>
    live(program, '--life', life),
  )
  if (code !== 0) throw new SetupError(`What is found with ${name} is broken without it too:\n${output}`)
}

/** `--plants`, with `--among a+b` these alone: each defect by itself; a table of what found it, after how many lives. */
async function runSeededDefects(among) {
  const all = among === undefined ? seededDefects.all() : seededDefects.named(among.split('+'))
  let missed = 0
  for (const seededDefect of all) {
    const found = await whoFinds(seededDefect)
    if (found === undefined) missed += 1
    say(`  ${seededDefect.name.padEnd(28)} ${found ?? 'NOT FOUND'}`)
  }
  say(`${all.length - missed} of ${all.length} planted defects were found`)
  return missed === 0 ? 0 : 1
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
