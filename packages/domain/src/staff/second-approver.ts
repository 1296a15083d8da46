import type { Cents } from '../money/cents.ts'

/** An approval of a loan whose statement a person accepted. */
export interface ApprovingPerson {
  /** From actorName, as the others are. */
  readonly by: string
  /** Who accepted a statement of the loan, with the accounts that may be of the same person. */
  readonly acceptedBy: readonly string[]
  /** Whole cents; null where none is known yet. */
  readonly amount: Cents | null
  /** Of the portfolio, whole cents. */
  readonly twoPeopleAbove: Cents
}

/** Whether another person approves: who accepted the statement does not approve that loan above `twoPeopleAbove`. */
export const needsAnotherApprover = ({ by, acceptedBy, amount, twoPeopleAbove }: ApprovingPerson): boolean =>
  acceptedBy.includes(by) && (amount === null || amount > twoPeopleAbove)
