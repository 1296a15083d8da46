/**
 * The addresses at which pages exist; everything else answers 404 with the same page, which then shows /404.
 * Source: product.md §2, pages.md.
 */
const KNOWN_PAGES: readonly RegExp[] = [
  /^\/$/,
  /^\/(404|403|500)$/,
  /^\/(application|returning|complete-information|pending-application|signature|create-account|reset-password)\/[^/]+$/,
  /^\/(guidance|welcome|consent|sign-in|send-set-link|send-reset-link|home|loan-agreement|change-password|simulator)$/,
  /^\/web-guidance(\/.*)?$/,
  /^\/coupon\/(verification\/[^/]+|overview|schedule)$/,
  /^\/disbursement\/(loan-application|loan-details|signature)$/,
  /^\/repayment\/loan-details$/,
  /^\/notification\/[^/]+$/,
  /^\/(documents|messages|verify)$/,
]

export function isKnownPage(path: string): boolean {
  const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path
  return KNOWN_PAGES.some((page) => page.test(trimmed))
}
