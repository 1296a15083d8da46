import type { Transport } from './call.ts'

const nextTask = () => new Promise<void>((come) => setTimeout(come))

/** When the last of those that wait has gone; undefined while nobody waits. */
let line: Promise<void> | undefined

/**
 * Sends what goes out together in a task each, in its order: to send a request takes a cheap phone some 20 ms, in which
 * it answers to nothing. The first goes at once: then there is nothing to wait for.
 * Source: docs/decisions/first-paint.md.
 */
export const spacedFetch: Transport = async (path, request) => {
  const turn = line
  const mine = turn ? turn.then(nextTask) : nextTask()
  line = mine
  void mine.then(() => {
    if (line === mine) line = undefined
  })
  if (turn) await turn
  return fetch(path, request)
}
