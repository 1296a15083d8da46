import { persistState, persistedState } from './persisted-state.ts'

/** Pages that sign-in never returns to. */
const NEVER_RETURN = /^\/(?:sign-in|send-|create-account|reset-password|404|403|500|$)/

/** Keeps where the reader stands (product.md §3: redirectUrlParameter), so that signing in leads back there. */
export function rememberReturn(): void {
  const path = location.pathname + location.search
  if (NEVER_RETURN.test(path)) return
  void persistedState('session').then((session) =>
    persistState('session', { ...session, redirectUrlParameter: path }),
  )
}

/** Takes the kept path, once. Only a path of this site is ever followed. */
export async function takeReturnPath(): Promise<string | undefined> {
  const session = await persistedState('session')
  if (!session?.redirectUrlParameter) return undefined
  const { redirectUrlParameter, ...rest } = session
  await persistState('session', rest)
  return /^\/(?![/\\])/.test(redirectUrlParameter) ? redirectUrlParameter : undefined
}
