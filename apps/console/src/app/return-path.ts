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

const KEPT = 'desk.return-path'

/** Keeps in this tab where sign-in leads, while the reader is at the company's provider. */
export const keepReturnPath = (path: string): void => sessionStorage.setItem(KEPT, path)

/** Where sign-in leads after the provider, once; held to a path of this site like one in an address. */
export function takeReturnPath(): string {
  const next = sessionStorage.getItem(KEPT) ?? HOME
  sessionStorage.removeItem(KEPT)
  return returnPath(new URLSearchParams({ next }).toString())
}
