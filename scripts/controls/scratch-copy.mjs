import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { PROJECT_ROOT, SetupError } from '../setup/step.mjs'

const FOLDER = join(PROJECT_ROOT, '.cache/controls')

/** Not copied: what is installed or generated, and the history. */
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.cache', '.dolphin', 'test-results'])

/** Installed packages, except that the project's own are those of the copy. */
function linkPackages(copy) {
  const installed = join(PROJECT_ROOT, 'node_modules')
  const linked = join(copy, 'node_modules')
  mkdirSync(join(linked, '@dolphin'), { recursive: true })
  for (const name of readdirSync(installed)) {
    if (name !== '@dolphin' && name !== '.cache' && !name.startsWith('.vite'))
      symlinkSync(join(installed, name), join(linked, name))
  }
  for (const group of ['packages', 'apps']) {
    for (const name of readdirSync(join(PROJECT_ROOT, group))) {
      symlinkSync(join(copy, group, name), join(linked, '@dolphin', name))
      const own = join(PROJECT_ROOT, group, name, 'node_modules')
      if (existsSync(own)) symlinkSync(own, join(copy, group, name, 'node_modules'))
    }
  }
}

/**
 * A copy of the project in which defects are seeded, so that the sources themselves are never edited. Tests that read
 * sources as text, migrations and workers that are bundled meet the defect as well.
 * @param {number} lane one copy for each that works at the same time
 */
export function makeScratchCopy(lane) {
  const copy = join(FOLDER, `${process.pid}-${lane}`)
  rmSync(copy, { recursive: true, force: true })
  for (const name of readdirSync(PROJECT_ROOT)) {
    if (LEFT_OUT.has(name)) continue
    const filter = (path) => !LEFT_OUT.has(basename(path))
    cpSync(join(PROJECT_ROOT, name), join(copy, name), { recursive: true, filter })
  }
  linkPackages(copy)
  return {
    folder: copy,
    /** Does something while the edits stand in the copy. */
    async withEdits(edits, work) {
      const before = new Map()
      try {
        for (const { file, from, to } of edits) {
          const path = join(copy, file)
          const text = readFileSync(path, 'utf8')
          if (!before.has(path)) before.set(path, text)
          writeFileSync(path, withEdit(text, { file, from, to }))
        }
        return await work()
      } finally {
        for (const [path, text] of before) writeFileSync(path, text)
      }
    },
    remove: () => rmSync(copy, { recursive: true, force: true }),
  }
}

/** The text with the defect in it. Throws where what it replaces is not there exactly once. */
export function withEdit(text, { file, from, to }) {
  if (text.split(from).length !== 2) throw new SetupError(`${file} does not contain exactly once:\n${from}`)
  return text.replace(from, () => to)
}
