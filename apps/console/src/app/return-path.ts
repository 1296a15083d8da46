const SIGN_IN = '/sign-in'
/** Where no page leads back to itself. */
const BEFORE_SIGN_IN = /^\/(?:sign-in|enroll)(?:[/?#]|$)/
const HOME = '/'

/** The address of sign-in that leads back here; why one is there again stands in `reason`. */
export function signInPath(from: Pick<Location, 'pathname' | 'search'>, reason?: 'idle' | 'over'): string {
  const query = new URLSearchParams()
  const path = `${from.pathname}${from.search}`
  if (path !== HOME && !BEFORE_SIGN_IN.test(path)) query.set('next', path)
  if (reason !== undefined) query.set('reason', reason)
  return query.size > 0 ? `${SIGN_IN}?${query}` : SIGN_IN
}

/** Where sign-in leads: only to a path of this site. Source: docs/design/security.md, D13. */
export function returnPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? HOME
  return /^\/(?![/\\])/.test(next) && !BEFORE_SIGN_IN.test(next) ? next : HOME
}
