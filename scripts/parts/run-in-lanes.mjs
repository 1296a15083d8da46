/** Parts side by side: a processor that waits for one part works for another. */
export const LANES = 2

/**
 * Runs the parts in their order, as many at a time as there are lanes. A part begins once what it comes after has ended;
 * one that is to be alone has nothing beside it.
 *
 * @template Result
 * @param {readonly import('./part-table.mjs').Part[]} parts
 * @param {(part: import('./part-table.mjs').Part) => Promise<Result>} runOne
 * @returns {Promise<Result[]>} in the order in which they ended
 */
export async function runInLanes(parts, runOne) {
  const waiting = [...parts]
  const running = new Map()
  const results = []
  while (waiting.length + running.size > 0) {
    const next = nextToBegin(waiting, [...running.values()])
    if (next === undefined) {
      await Promise.race([...running.values()].map(({ ended }) => ended))
      continue
    }
    waiting.splice(waiting.indexOf(next), 1)
    const ended = runOne(next).then((result) => {
      running.delete(next.name)
      results.push(result)
    })
    running.set(next.name, { part: next, ended })
  }
  return results
}

function nextToBegin(waiting, running) {
  if (running.length >= LANES || running.some(({ part }) => part.alone)) return undefined
  const open = new Set([...waiting, ...running.map(({ part }) => part)].map(({ name }) => name))
  return waiting.find(
    ({ name, after = [], needs = [], alone }) =>
      !(alone && running.length > 0) &&
      !after.some((one) => one !== name && open.has(one)) &&
      !(needs.includes('build') && open.has('build')),
  )
}
