interface Place {
  readonly hostname: string
  readonly pathname: string
  readonly search: string
  /** Empty where it is the protocol's own. */
  readonly port: string
  readonly protocol: string
}

interface Domains {
  readonly domainOfWeb: string
  readonly domainOfWap: string
}

/** Resource-style routes keep their path on the other domain (product.md §2). */
const KEPT =
  /^\/(?:returning|application|signature|coupon\/verification|create-account|reset-password|complete-information|pending-application)\//
const EXEMPT = /^\/(?:loan-agreement|signature)(?:\/|$)/

/**
 * Where a device belongs when it stands on the portfolio's other domain: the web domain on a desktop, the
 * mobile domain on a phone. Undefined where it may stay: localhost, /loan-agreement, signature routes, and any
 * host that is neither domain, so that there is never more than one redirect.
 */
export function domainRedirect(place: Place, domains: Domains, isMobile: boolean): string | undefined {
  const { hostname, pathname, search, protocol, port } = place
  if (hostname === 'localhost' || hostname === '127.0.0.1' || EXEMPT.test(pathname)) return undefined
  const proper = isMobile ? domains.domainOfWap : domains.domainOfWeb
  const other = isMobile ? domains.domainOfWeb : domains.domainOfWap
  if (hostname !== other || proper === other) return undefined
  const origin = `${protocol}//${proper}${port === '' ? '' : `:${port}`}`
  if (KEPT.test(pathname)) return origin + pathname + search
  return `${origin}/?redirectUrlParameter=${encodeURIComponent(pathname + search)}`
}

/** The path that came along from the other domain; only a path of this site is followed. */
export function redirectedPath(search: string): string | undefined {
  const path = new URLSearchParams(search).get('redirectUrlParameter')
  return path !== null && /^\/(?![/\\])/.test(path) ? path : undefined
}

/** The desktop or mobile check. */
export const isMobileDevice = (userAgent: string): boolean => /Mobi|Android|iPhone|iPad/i.test(userAgent)
