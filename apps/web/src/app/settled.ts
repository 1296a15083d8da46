import { callsUnderWay } from '../api-client/call.ts'

const LOOK_AGAIN_MS = 200
/** Looks in a row that find nothing under way: between the answer of one call and the next there is a moment. */
const QUIET_LOOKS = 2
/** A page that never settles, or has no heading, waits at most this many looks: ten seconds. */
const MOST_LOOKS = 50

/**
 * Does something once the page's content stands and the browser is idle: what is not part of it must not take
 * bandwidth and processor from it. Answers how to stop waiting.
 */
export function whenSettled(start: () => void): () => void {
  let quiet = 0
  let looks = 0
  let timer = setTimeout(look, LOOK_AGAIN_MS)
  function look() {
    looks += 1
    quiet = isSettled() ? quiet + 1 : 0
    if (quiet >= QUIET_LOOKS || looks >= MOST_LOOKS) start()
    else timer = setTimeout(look, LOOK_AGAIN_MS)
  }
  return () => clearTimeout(timer)
}

/** The page has its heading, and nothing that it asked for is still to come. */
const isSettled = (): boolean => callsUnderWay() === 0 && document.querySelector('main h1') !== null
