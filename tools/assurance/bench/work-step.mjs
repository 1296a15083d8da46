/** One step of a measure's work in a process of its own, so that its memory is its own. */
const [, , module, step, work] = process.argv
const steps = await import(module)
process.send({ answer: await steps[step](JSON.parse(work)) })
process.disconnect()
