import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT, say, SetupError } from './step.mjs'
import { runTestingProgram } from './testing-program.mjs'

const PROGRAM = 'tools/assurance/demonstration/main.ts'

/**
 * Chooses the demonstration's own data folder, and fills it at the first start. The fill happens in a folder beside, which
 * takes its place at the end: one that was cut off begins anew.
 */
export async function openDemonstration() {
  if (process.env.DATABASE_URL)
    throw new SetupError(
      'A demonstration has an embedded database of its own: start it without DATABASE_URL.',
    )
  const folder = join(PROJECT_ROOT, '.dolphin/demo')
  process.env.DATA_DIR = folder
  if (existsSync(join(folder, 'database'))) return
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  say('▸ Filling the demonstration: a lender lives through 120 days (once; some minutes)')
  const code = await runTestingProgram(PROGRAM, ['--data-dir', unfinished])
  if (code !== 0) throw new SetupError('The demonstration could not be filled.')
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
}
