import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { COPIES, SHIPPED_BUILDS } from './build-api.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { main, PROJECT_ROOT, run, SetupError } from './setup/step.mjs'
import { buildTestingProgram } from './setup/testing-program.mjs'

const CANARY = 'tools/assurance/canary'
/** Beside the server's own build: what is planted never lies where a server is started from. */
const built = join(PROJECT_ROOT, `apps/api/dist-canary-${process.pid}`)

/** The source edits of `--plant a+b`. */
function editsOf(names) {
  const seededDefects = JSON.parse(readFileSync(join(PROJECT_ROOT, CANARY, 'seeded-defects.json'), 'utf8'))
  return names.flatMap((name) => {
    const seededDefect = seededDefects.find((one) => one.name === name)
    if (seededDefect === undefined)
      throw new SetupError(
        `No defect is called "${name}". There are: ${seededDefects.map((one) => one.name).join(', ')}.`,
      )
    return seededDefect.edits
  })
}

const sourcesWithDefects = (edits) => ({
  name: 'planted-sources',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const own = edits.filter(({ file }) => file === relative(PROJECT_ROOT, path))
      if (own.length === 0) return undefined
      const contents = own.reduce(
        (text, { find, replace }) => {
          if (text.split(find).length !== 2)
            throw new SetupError(`What is planted into ${path} is not there once.`)
          return text.replace(find, () => replace)
        },
        readFileSync(path, 'utf8'),
      )
      return { contents, loader: 'ts' }
    })
  },
})

/** The server and its programs as they are shipped, but for what is planted. */
async function buildServer(edits) {
  const { build } = await import('esbuild')
  for (const options of SHIPPED_BUILDS)
    await build({ ...options, outdir: built, plugins: [...options.plugins, sourcesWithDefects(edits)] })
  for (const [from, to] of Object.entries(COPIES))
    cpSync(join(PROJECT_ROOT, from), join(built, to), { recursive: true })
}

/** Takes `--plant` and its value out of the arguments. */
function takeSeededDefects(args) {
  const at = args.indexOf('--plant')
  return at === -1 ? [] : (args.splice(at, 2)[1] ?? '').split('+')
}

await main(async () => {
  await ensureInstalled()
  const args = process.argv.slice(2)
  const edits = editsOf(takeSeededDefects(args))
  let program
  try {
    await buildServer(edits)
    program = await buildTestingProgram('tools/assurance/canary/main.ts', 'canary')
    return await run(process.execPath, ['--enable-source-maps', program, '--built', built, ...args])
  } finally {
    rmSync(built, { recursive: true, force: true })
    if (program !== undefined) rmSync(program, { force: true })
  }
})
