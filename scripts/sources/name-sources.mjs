import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'

/** A place in a built file as a stack frame has it, on whatever machine it ran: `…/apps/api/dist/main.js:7:4312`. */
const PLACE = /(?:file:\/\/)?[^\s"'()]*\/apps\/api\/dist\/([\w./-]+\.js):(\d+):(\d+)/g

/**
 * Answers a function that writes a text again with each place in a built file named by the file, line and column of its
 * source, from the project's folder. What has no map, or no source in it, stays as it was.
 *
 * @param {string} root the project's folder; its `apps/api/dist` is of the build that wrote the text
 * @returns {(text: string) => string}
 */
export function sourceNamer(root) {
  const output = join(root, 'apps/api/dist')
  const maps = new Map()
  const mapOf = (file) => {
    const path = join(output, `${file}.map`)
    if (!maps.has(file)) maps.set(file, existsSync(path) ? readMap(path) : undefined)
    return maps.get(file)
  }
  return (text) =>
    text.replaceAll(PLACE, (place, file, line, column) => {
      const found = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1)
      if (found?.originalSource === undefined) return place
      const source = relative(root, resolve(dirname(join(output, file)), found.originalSource))
      return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`
    })
}

const readMap = (path) => new SourceMap(JSON.parse(readFileSync(path, 'utf8')))
