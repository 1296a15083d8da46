import type { CallFailure } from '../api-client/call.ts'
import { leadsElsewhere } from '../api-client/reactions.ts'
import { showPopup } from './announcements.tsx'
import { failureText } from './failure-text.ts'

/** Shows the popup "Error" of a failed act, unless the failure has already led the reader elsewhere. */
export async function showFailure(failure: CallFailure): Promise<void> {
  if (failure.kind === 'aborted') return
  if (failure.kind === 'refused' && leadsElsewhere(failure)) return
  await showPopup('error', failureText(failure))
}
