import type { Localized } from '../../portfolios/localized.ts'
import type { DebitAttempt, DebitAuthorization, DebitEligibilityFacts } from './debit-attempt.ts'

/** All that a rule may look at. */
export interface Asked {
  readonly facts: DebitEligibilityFacts
  readonly attempt: DebitAttempt
  /** The authorization that covers the attempt's item and account, if any holds. */
  readonly covering: DebitAuthorization | null
}

/** What a rule says when it says no. */
export interface Ineligible {
  /** For the borrower: what it means and what to do. */
  readonly words: Localized
  /**
   * Whether this payment may still be taken: something outside it can change (a repair, an authorization, a notice, the
   * day). If not, the debit is wrong in itself and is refused for good.
   */
  readonly mayPass: boolean
}

/** One rule of the eligibility check. */
export interface EligibilityRule<Id extends string> {
  readonly id: Id
  /** What must hold, for operations and auditors. */
  readonly rule: string
  readonly citation: string
  readonly check: (asked: Asked) => Ineligible | null
}

/** A denial of a payment that can be taken once something has changed. */
export const heldUntilChanged = (words: Localized): Ineligible => ({ words, mayPass: true })

/** A denial of a debit that is wrong in itself. */
export const blockedForGood = (words: Localized): Ineligible => ({ words, mayPass: false })

/** Whether the authorization is for one payment that the borrower confirmed. */
export const isSinglePayment = (authorization: DebitAuthorization | null): boolean =>
  authorization?.kind === 'singlePayment'
