import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { PROJECT_ROOT, SetupError } from './step.mjs'
import { buildTestingProgram } from './testing-program.mjs'

/**
 * Defects that are planted into a program of the tests while it is built, from a list of them: a check that never fails
 * shows nothing.
 * @template {{ name: string, edits: { file: string, find: string, replace: string }[] }} Plant
 * @param {string} source of the program, from the project's root
 * @param {string} list of the defects, from the project's root
 */
export function seededDefectsOf(source, list) {
  /** @returns {Plant[]} */
  const all = () => JSON.parse(readFileSync(join(PROJECT_ROOT, list), 'utf8'))
  const named = (names) =>
    names.map((name) => {
      const seededDefect = all().find((one) => one.name === name)
      if (seededDefect === undefined) {
        const known = all().map((one) => one.name)
        throw new SetupError(`No defect is called "${name}". There are: ${known.join(', ')}.`)
      }
      return seededDefect
    })
  /** Builds the program with some defects; its path. The one that builds it takes it away. */
  const build = async (title, names) => {
    const edits = named(names).flatMap((seededDefect) => seededDefect.edits)
    return await buildTestingProgram(source, [title, ...names].join('-'), (path, text) =>
      withSeededDefects(edits, path, text),
    )
  }
  return {
    all,
    named,
    build,
    /** Builds the program with some defects, does something with it, and takes it away again. */
    async withProgram(title, names, work) {
      const program = await build(title, names)
      try {
        return await work(program)
      } finally {
        rmSync(program, { force: true })
      }
    },
  }
}

/** A module's text with the defects that are planted in it. */
function withSeededDefects(edits, path, text) {
  return edits
    .filter(({ file }) => file === relative(PROJECT_ROOT, path))
    .reduce((before, { find, replace }) => {
      if (before.split(find).length !== 2)
        throw new SetupError(`What is planted into ${path} is not there once.`)
      return before.replace(find, () => replace)
    }, text)
}
