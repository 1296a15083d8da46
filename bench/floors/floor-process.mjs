/** Runs a bare handler until its parent ends it. */
const [, , module, work] = process.argv
const { serveBare } = await import(module)
process.send({ port: await serveBare(JSON.parse(work)) })
process.once('disconnect', () => process.exit())
