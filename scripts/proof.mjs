import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { partsOf } from './parts/part-table.mjs'
import { runNightly } from './proof/run-nightly.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { seededDefectsOf } from './setup/seeded-defects.mjs'
import { capture, main, PROJECT_ROOT, run, say, SetupError } from './setup/step.mjs'

const PROOF = 'tools/assurance/crash-tests'
const seededDefects = seededDefectsOf(`${PROOF}/main.ts`, `${PROOF}/seeded-defects.json`)

/** The parts beside the kills: each is a command of its own, `proof:<name>` in package.json. */
function otherParts() {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8'))
  return Object.keys(scripts).filter((name) => name.startsWith('proof:'))
}

/** Kills at the mark that shows a defect; the words of whatever found it by the kill, or undefined. */
async function whoFinds({ name, mark }) {
  return await seededDefects.withProgram('proof', [name], async (program) => {
    const args = ['--mark', mark, '--kills', '1', '--plant', name]
    const { code, output } = await capture(process.execPath, [program, ...args])
    if (code === 0) return undefined
    const lines = output.split('\n')
    const broken = lines.findIndex((line) => line.includes('BROKEN in'))
    if (broken === -1) throw new SetupError(`With ${name} the proof ended with ${code}:\n${output}`)
    return lines[broken]?.includes('after a kill at') ? lines[broken + 1] : undefined
  })
}

/** `--plants`, with `--among a+b` these alone: each defect by itself; a table of what found it. */
async function runSeededDefects(args) {
  const at = args.indexOf('--among')
  const all = at === -1 ? seededDefects.all() : seededDefects.named((args[at + 1] ?? '').split('+'))
  let missed = 0
  for (const seededDefect of all) {
    const found = await whoFinds(seededDefect)
    if (found === undefined) missed += 1
    say(`  ${seededDefect.name.padEnd(28)} ${found === undefined ? 'NOT FOUND' : found.trim()}`)
  }
  say(`${all.length - missed} of ${all.length} planted defects were found`)
  return missed === 0 ? 0 : 1
}

async function runCrashTests(args) {
  const at = args.indexOf('--plant')
  return await seededDefects.withProgram('proof', at === -1 ? [] : [args[at + 1] ?? ''], (program) =>
    run(process.execPath, ['--enable-source-maps', program, ...args]),
  )
}

await main(async () => {
  await ensureInstalled()
  const args = process.argv.slice(2)
  if (args.includes('--nightly'))
    return await runNightly(
      args.filter((one) => one !== '--nightly'),
      partsOf('nightly').map(({ nightly }) => nightly),
    )
  if (args.includes('--plants')) return await runSeededDefects(args)
  const code = await runCrashTests(args)
  say(
    `The other parts of the proof: ${otherParts()
      .map((name) => `npm run ${name}`)
      .join(', ')}`,
  )
  return code
})
