import type { AccountState } from './loan-account.ts'

/**
 * Whether nothing of a debt is left as its books are now: principal, interest and fees are zero. Such a loan offers no
 * change, and none is saved. Source: domain.md §10.
 */
export const owesNothing = ({ principal, unpaidInterest, fees }: AccountState): boolean =>
  principal === 0n && unpaidInterest === 0n && fees === 0n
