/**
 * What the customer allows or forbids; each value is one bit of a sum.
 *
 * Source: product.md §3.
 */
export const OptInFlag = {
  doNotCall: 2,
  uncontactable: 4,
  marketing: 8,
  operation: 16,
} as const

export type OptInFlag = (typeof OptInFlag)[keyof typeof OptInFlag]

/** Whether a stored sum of flags contains this one. */
export function hasOptInFlag(flags: number, flag: OptInFlag): boolean {
  return (flags & flag) !== 0
}
