import { REACTIONS } from '@dolphin/contract/reaction-table'
import type { CallFailure, CallResult } from '../../api-client/call.ts'

const SERVER_FAILURE = 500
const AGAIN_MS = 3_000
/** About ten minutes; after that the borrower has to look at the loan again. */
const MOST_TIMES = 200

/** No response, a server failure, or an act still in progress: the act may have been done. */
export const isUnknown = (failure: CallFailure): boolean =>
  failure.kind === 'network' ||
  (failure.kind === 'refused' &&
    (failure.status >= SERVER_FAILURE || REACTIONS[failure.code] === 'wait and retry'))

/**
 * Resends an act until its outcome is known. Only for repeatable acts: every send carries the same idempotency key,
 * and the server does the act once (contract.md). Calls `onUnknown` for each send whose outcome is unknown.
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
