import { REACTIONS } from '@dolphin/contract/reaction-table'
import type { CallFailure, CallResult } from '../../api-client/call.ts'

const SERVER_FAILURE = 500
const AGAIN_MS = 3_000
/** About ten minutes; whoever still waits then looks at the loan again. */
const MOST_TIMES = 200

/** Nobody answered, or the server failed or is still at it: the act may have been done. */
export const isUnknown = (failure: CallFailure): boolean =>
  failure.kind === 'network' ||
  (failure.kind === 'refused' &&
    (failure.status >= SERVER_FAILURE || REACTIONS[failure.code] === 'wait and retry'))

/**
 * Sends an act again until its outcome is known. Only for acts that may be said twice: each carries the same
 * idempotency key every time, so that the server does it once (contract.md). `onUnknown` hears of each broken line.
 */
export async function untilKnown<Value>(
  send: () => Promise<CallResult<Value>>,
  onUnknown: () => void,
): Promise<CallResult<Value>> {
  for (let times = 1; ; times += 1) {
    const answer = await send()
    if (answer.ok || !isUnknown(answer.failure) || times >= MOST_TIMES) return answer
    onUnknown()
    await new Promise<void>((done) => setTimeout(done, AGAIN_MS))
  }
}
