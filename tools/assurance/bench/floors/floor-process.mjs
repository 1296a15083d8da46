import { readFileSync } from 'node:fs'

/** Runs a bare handler until its parent ends it; what it is to ask stands in a file, being too much for an argument. */
const [, , module, workFile] = process.argv
const { serveBare } = await import(module)
process.send({ port: await serveBare(JSON.parse(readFileSync(workFile, 'utf8'))) })
process.once('disconnect', () => process.exit())
