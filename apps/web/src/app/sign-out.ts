import { call } from '../api-client/call.ts'
import { clearTokens } from '../api-client/session.ts'
import { DRAFT_PREFIX, removeStored } from '../storage/stored-keys.ts'
import { clearPersistedState } from './persisted-state.ts'

/** Ends the session on the server and forgets everything on this device, also when the server cannot be reached. */
export async function signOut(navigate: (path: string) => void): Promise<void> {
  await call('signOut', { body: { everywhere: false } }, { quiet: true })
  endSession()
  clearPersistedState()
  removeStored(DRAFT_PREFIX)
  navigate('/sign-in')
}

/** Ends the session on this device; typed but unsaved answers stay, so that signing in again goes on. */
export function endSession(): void {
  clearTokens()
}
