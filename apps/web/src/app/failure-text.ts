import type { CallFailure } from '../api-client/call.ts'
import { appText } from './messages.ts'

/** What people read when a call failed: the server's own message, or that it could not be reached. */
export function failureText(failure: CallFailure): string {
  return failure.kind === 'refused' ? failure.data.message : appText('networkFailure')
}
