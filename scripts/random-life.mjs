import { ensureInstalled } from './setup/install.mjs'
import { withPostgres } from './setup/own-postgres.mjs'
import { provePlants } from './setup/planted-lives.mjs'
import { seededDefectsOf } from './setup/seeded-defects.mjs'
import { main, run } from './setup/step.mjs'

const LIFE = 'tools/assurance/random-life'
const seededDefects = seededDefectsOf(`${LIFE}/main.ts`, `${LIFE}/seeded-defects.json`)

/** Takes an option and its value out of the arguments; undefined where it is not given. */
function takeValue(args, name) {
  const at = args.indexOf(name)
  return at === -1 ? undefined : args.splice(at, 2)[1]
}

const takeNumber = (args, name) => {
  const value = takeValue(args, name)
  return value === undefined ? undefined : Number(value)
}

/** Which half of the planted defects' proof is asked for; both where none is named. */
const halfOf = (args) => ['crafted', 'drawn'].find((half) => args.includes(`--${half}`))

await main(async () => {
  await ensureInstalled()
  const args = process.argv.slice(2)
  return await withPostgres(async () => {
    if (args.includes('--plants'))
      return await provePlants(seededDefects, {
        among: takeValue(args, '--among'),
        half: halfOf(args),
        lives: takeNumber(args, '--lives'),
        seed: takeNumber(args, '--seed'),
      })
    const planted = takeValue(args, '--plant')?.split('+') ?? []
    return await seededDefects.withProgram('random-life', planted, (program) =>
      run(process.execPath, ['--enable-source-maps', program, ...args]),
    )
  })
})
