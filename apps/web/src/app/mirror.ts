import { storeTokens } from '../api-client/session.ts'
import { memoryStorage } from '../storage/memory-storage.ts'

/**
 * Lets the pages stand as their borrower sees them, for an employee of the lender: every call names the view, and nothing
 * that the pages keep outlives them. No channel is open. The server refuses what would write. Source:
 * docs/design/console.md, Mirror.
 */
export function enterMirror(mirrorNo: string): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { configurable: true, value: memoryStorage() })
  storeTokens({ accessToken: mirrorNo, userCredential: 'mirror' })
}
