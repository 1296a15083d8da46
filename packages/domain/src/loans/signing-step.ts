import type { LoanFlag } from './codes.ts'
import { RECALCULATE_FLAGS } from './loan-flag.ts'

/** What an unsigned loan is at: its plan is to be chosen, is stale, or is there and only to be signed. */
export type SigningStep = 'choose' | 'renew' | 'sign'

/** What of an unsigned loan decides its step. */
export interface UnsignedLoan {
  /** Amount and payments were chosen. */
  readonly hasPlan: boolean
  readonly flags: readonly LoanFlag[]
  /** It was approved and signed before, and waits for new terms to be signed. */
  readonly signsAgain: boolean
}

/**
 * The one step that an unsigned loan waits for. Home, the pages of the payout and the link to the next page ask this, so
 * that a loan with a plan is not "choose your plan" on one and "sign" on another. Source: domain.md §2, §3.
 */
export function signingStep({ hasPlan, flags, signsAgain }: UnsignedLoan): SigningStep {
  if (!hasPlan) return 'choose'
  // The new terms are made: the flag to sign again is what the signature takes away.
  const isStale = signsAgain ? flags.some((flag) => RECALCULATE_FLAGS.includes(flag)) : flags.length > 0
  return isStale ? 'renew' : 'sign'
}
