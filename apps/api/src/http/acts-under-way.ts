import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { type Result, refuse } from '../refusal.ts'

/** One intent of one employee. */
export interface StaffAct {
  /** Employee and key. */
  readonly name: string
  readonly bodyHash: string
}

/** Acts of staff that are being worked on, or whose callers were asked to ask again. */
export interface ActsUnderWay {
  /**
   * Works on an act once, however often it is asked for, and answers what it came to. Who has waited for as long as a
   * connection lasts reads that it goes on, and asks again with the same key. Errors: those of the act;
   * `idempotencyInProgress`; `idempotencyKeyReused` for another body.
   */
  answer(act: StaffAct, work: () => Promise<Result<unknown>>): Promise<Result<unknown>>
  /** Once nothing is worked on any more. */
  settled(): Promise<void>
}

interface Underway {
  readonly bodyHash: string
  readonly outcome: Promise<Result<unknown>>
  /** Whether someone was told to ask again, and has not. */
  isAwaited: boolean
}

const ASK_AGAIN_SECONDS = 1
/** How long memory keeps an outcome for a client that was asked to try again; its key keeps what was done for a day. */
const KEPT_MS = 15 * MINUTE_MS

/** `waitMs`: how long a caller waits before they read that the act goes on. */
export function createActsUnderWay(waitMs: number): ActsUnderWay {
  const acts = new Map<string, Underway>()

  const begin = (name: string, bodyHash: string, work: () => Promise<Result<unknown>>): Underway => {
    const outcome = work()
    const act: Underway = { bodyHash, outcome, isAwaited: false }
    acts.set(name, act)
    const drop = () => void (acts.get(name) === act && acts.delete(name))
    const ended = () => {
      if (act.isAwaited) setTimeout(drop, KEPT_MS).unref()
      else drop()
    }
    outcome.then(ended, ended)
    return act
  }

  return {
    async answer({ name, bodyHash }, work) {
      const act = acts.get(name) ?? begin(name, bodyHash, work)
      if (act.bodyHash !== bodyHash) return refuse('idempotencyKeyReused')
      const answer = await withinTime(act.outcome, waitMs)
      act.isAwaited = answer === undefined
      if (answer === undefined)
        return refuse('idempotencyInProgress', { retryAfterSeconds: ASK_AGAIN_SECONDS })
      acts.delete(name)
      return answer
    },
    async settled() {
      await Promise.allSettled([...acts.values()].map(({ outcome }) => outcome))
    },
  }
}

/** What a promise comes to within so many milliseconds; undefined where it takes longer. */
async function withinTime<Value>(promise: Promise<Value>, ms: number): Promise<Value | undefined> {
  let limit: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((done) => {
    limit = setTimeout(() => done(undefined), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(limit)
  }
}
