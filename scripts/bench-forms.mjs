import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './setup/install.mjs'
import { main, say, SetupError } from './setup/step.mjs'

const HELP = `npm run bench:forms -- --tool <folder> [--runs 3]: our form engine beside others on one form of 60 fields.

  --tool <folder>  the form-bench tool, with its packages installed (or FORM_BENCH in the environment)
  --runs <n>       rounds; every round measures each contender once, so that noise falls on all alike
  --help

The tool is a folder of its own, not part of this project: bench.mjs, lib, def/form60.json and src/contenders. Copy it to
a folder that you may write to, run "npm install" there once, and name that folder. It needs Chromium: /usr/bin/chromium, or
CHROMIUM=/path/to/it.`

function readArguments() {
  const options = {
    tool: { type: 'string', default: process.env.FORM_BENCH },
    runs: { type: 'string', default: '3' },
    help: { type: 'boolean', default: false },
  }
  try {
    return parseArgs({ options }).values
  } catch (error) {
    throw new SetupError(`${error.message}\n\n${HELP}`)
  }
}

function toolFolder(named) {
  if (named === undefined) throw new SetupError(`Where is the form-bench tool?\n\n${HELP}`)
  const folder = resolve(named)
  for (const part of ['bench.mjs', 'def/form60.json', 'node_modules']) {
    if (!existsSync(resolve(folder, part))) throw new SetupError(`${folder} has no ${part}.\n\n${HELP}`)
  }
  return folder
}

await main(async () => {
  const { tool, runs, help } = readArguments()
  if (help) return say(HELP)
  if (!/^[1-9]\d?$/.test(runs)) throw new SetupError('--runs takes a whole number from 1 to 99')
  await ensureInstalled()
  // The comparison loads packages; they are there only now.
  const { benchForms } = await import('../tools/assurance/bench/forms/compare.mjs')
  await benchForms(toolFolder(tool), runs)
})
