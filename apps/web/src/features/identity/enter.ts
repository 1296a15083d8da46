import { useLocation } from 'wouter'
import { type OpenedSession, storeTokens } from '../../api-client/session.ts'
import { persistState } from '../../app/persisted-state.ts'
import { takeReturnPath } from '../../app/return-path.ts'

interface SignedIn extends OpenedSession {
  readonly sessionId: string
  readonly openId: string
}

/** Keeps a new session and goes on: to where the reader was before, else to the page given. */
export function useEnter(): (session: SignedIn, next?: string) => Promise<void> {
  const [, navigate] = useLocation()
  return async (session, next = '/home') => {
    const path = await takeReturnPath()
    storeTokens(session)
    await persistState('session', { sessionId: session.sessionId, openId: session.openId })
    navigate(path ?? next, { replace: true })
  }
}
