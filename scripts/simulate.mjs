import { ensureInstalled } from './setup/install.mjs'
import { withPostgres } from './setup/own-postgres.mjs'
import { seededDefectsOf } from './setup/seeded-defects.mjs'
import { capture, main, run, say, SetupError } from './setup/step.mjs'
import { liveSideBySide, rowsOf } from './simulate/side-by-side.mjs'

const SIMULATION = 'tools/assurance/simulator'
/** A seed whose first borrowers take their turns early, from a day on that has three holidays before it ends. */
const PLANT_RUN = '--from 2026-05-05 --seed 2433 --by-hand 1000'.split(' ')

const seededDefects = seededDefectsOf(`${SIMULATION}/main.ts`, `${SIMULATION}/seeded-defects.json`)

/** The shortest run that shows all of some defects; without any, one that passes all that they pass. */
function runThatShows(planted) {
  const runs = (planted.length === 0 ? seededDefects.all() : planted).map(({ run: one }) => one)
  const loans = Math.max(...runs.map((one) => one.loans))
  const days = Math.max(...runs.map((one) => one.days))
  const faults = runs.some((one) => one.faults) ? ['--faults'] : []
  return ['--loans', String(loans), '--days', String(days), ...faults, ...PLANT_RUN]
}

/** Lives with planted defects; answers the line of the first invariant that found them, or undefined. */
async function whoFinds(names, args) {
  return await seededDefects.withProgram('simulate', names, async (simulator) => {
    const { code, output } = await capture(process.execPath, [
      simulator,
      ...runThatShows(seededDefects.named(names)),
      ...args,
    ])
    if (code === 0) return undefined
    const lines = output.split('\n')
    const broken = lines.findIndex((line) => line.includes('BROKEN on'))
    return broken === -1
      ? `ended with ${code}: ${lines.find((line) => line.includes('rror')) ?? ''}`
      : lines[broken + 1]
  })
}

/** Pairs spread over the list, so that few of them still touch every defect. */
function pairsOf(names, count) {
  const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other]))
  const step = Math.max(1, Math.floor(pairs.length / count))
  return pairs.filter((_, at) => at % step === 0).slice(0, count)
}

/** Requires a run without a seeded defect to find nothing; otherwise a finding would prove no defect. */
async function expectNothing(args) {
  const found = await whoFinds([], args)
  if (found !== undefined) throw new SetupError(`Without a defect something is broken: ${found}`)
  say('  nothing planted: nothing found')
}

/** `--plants`: each defect alone, then so many pairs; a table of who found what. */
async function runSeededDefects(args, { pairs: pairCount, among }) {
  const names = (among === undefined ? seededDefects.all() : seededDefects.named(among)).map(
    ({ name }) => name,
  )
  if (among === undefined) await expectNothing(args)
  let missed = 0
  const tried = [...names.map((name) => [name]), ...pairsOf(names, pairCount)]
  for (const planted of tried) {
    const found = await whoFinds(planted, args)
    if (found === undefined) missed += 1
    say(`  ${planted.join('+').padEnd(44)} ${found === undefined ? 'NOT FOUND' : found.trim()}`)
  }
  say(`${tried.length - missed} of ${tried.length} planted defects and pairs of them were found.`)
  return missed === 0 ? 0 : 1
}

/** Takes an option and its value out of the arguments; undefined where it is not given. */
function takeValue(args, name) {
  const at = args.indexOf(name)
  return at === -1 ? undefined : args.splice(at, 2)[1]
}

/** Takes an option that is a whole number out of the arguments. */
function takeCount(args, name, otherwise) {
  const given = takeValue(args, name) ?? otherwise
  if (!/^[1-9]\d{0,8}$/.test(given ?? '')) throw new SetupError(`${name} takes a whole number from 1`)
  return Number(given)
}

/** Lives with several seeds, shared by as many processes as are wished. */
async function liveShared(simulator, args) {
  const processes = takeCount(args, '--side-by-side')
  const seeds = { seed: takeCount(args, '--seed', '1'), seeds: takeCount(args, '--seeds') }
  return await liveSideBySide(simulator, args, rowsOf(seeds, processes))
}

/** Lives the days, with whatever defects are to be planted. */
async function live(args) {
  const at = args.indexOf('--plant')
  const names = at === -1 ? [] : (args[at + 1] ?? '').split('+')
  return await seededDefects.withProgram('simulate', names, (simulator) =>
    args.includes('--side-by-side')
      ? liveShared(simulator, args)
      : run(process.execPath, ['--enable-source-maps', simulator, ...args]),
  )
}

/** Defects in turn, or days to live. */
async function simulate(args) {
  if (!args.includes('--plants')) return await live(args)
  const pairs = Number(takeValue(args, '--pairs') ?? 0)
  const among = takeValue(args, '--among')?.split('+')
  return await runSeededDefects(
    args.filter((one) => one !== '--plants'),
    { pairs, among },
  )
}

await main(async () => {
  await ensureInstalled()
  const args = process.argv.slice(2)
  const onPostgres = args[args.indexOf('--database') + 1] === 'postgresql'
  return await (onPostgres ? withPostgres(() => simulate(args)) : simulate(args))
})
