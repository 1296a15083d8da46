import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { Cents } from '@dolphin/domain/money/cents'

/**
 * What a decision on an application is about, in cents: the amount that was picked, else the most that is on offer, as an
 * approval before the amount is picked gives all of it. Null where neither is known.
 */
export const amountAtStake = ({
  approvedAmount,
  qualifiedMaximum,
}: Pick<Loan, 'approvedAmount' | 'qualifiedMaximum'>): Cents | null => approvedAmount ?? qualifiedMaximum
