/** Who waits to go out; undefined while nothing went out in this task. */
let line: (() => void)[] | undefined

/**
 * What goes out together goes out in a task each, in its order: to send a request takes a cheap phone some 20 ms, in
 * which it answers to nothing. The first goes at once: then there is nothing to wait for.
 * Source: docs/decisions/first-paint.md.
 */
export function ownTask(): Promise<void> | undefined {
  if (line === undefined) {
    line = []
    setTimeout(nextInLine)
    return undefined
  }
  const waiting = line
  return new Promise((go) => waiting.push(go))
}

function nextInLine(): void {
  const go = line?.shift()
  if (go === undefined) {
    line = undefined
    return
  }
  setTimeout(nextInLine)
  go()
}
