import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { main, PROJECT_ROOT, say, SetupError } from './setup/step.mjs'
import { sourceNamer } from './sources/name-sources.mjs'

const HELP = `npm run -s sources -- [file ...]: a server's log with the sources of its stack frames.

Reads the files named, else standard input, and prints every line again; a place in the built server
(apps/api/dist/main.js:7:4312) becomes the file and line it was written in. The folder apps/api/dist has to be of the
build that wrote the log: check out its commit and run npm run build.`

/** Prints one text's lines as they come, so that a log can be followed. */
async function condense(input, name) {
  for await (const line of createInterface({ input, crlfDelay: Infinity })) say(name(line))
}

await main(async () => {
  const files = process.argv.slice(2)
  if (files.includes('--help')) return say(HELP)
  const missing = files.find((file) => !existsSync(file))
  if (missing !== undefined) throw new SetupError(`There is no file ${missing}.`)
  if (!existsSync(join(PROJECT_ROOT, 'apps/api/dist/main.js.map')))
    throw new SetupError('There is no built server in apps/api/dist. Build it: npm run build')
  const name = sourceNamer(PROJECT_ROOT)
  if (files.length === 0) return await condense(process.stdin, name)
  for (const file of files) await condense(createReadStream(file), name)
})
