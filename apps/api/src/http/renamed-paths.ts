/** Paths and query names of our own calls that had another name in an earlier release, and their present name. */
const RENAMED = [
  [/\/dolphin-loan\/online\/ceremony\//, '/dolphin-loan/online/signing/'],
  [/\/dolphin-ops\/guard\//, '/dolphin-ops/eligibility/'],
  [/(\/dolphin-loan\/online\/payment-detail\?(?:.*&)?)movements=/, '$1history='],
] as const

/** The present path of a request. A page that was opened before the release still calls the earlier one. */
export function presentPath(url: string): string {
  return RENAMED.reduce((path, [earlier, present]) => path.replace(earlier, present), url)
}
