import { type Cents, cents, max, ZERO_CENTS } from '../money/cents.ts'
import { type AccountTerms, replayAccount, type ReplayedAccount } from './loan-account.ts'
import { type PlannedPayment, projectPayments } from './projection.ts'

/**
 * The interest that paying early has saved, in whole cents: what the schedule agreed at the start would have collected,
 * each payment on its day, less what was collected. Zero while something is owed, where a rest was written off, and
 * where the last payment came no earlier than the last one agreed: then nothing was paid early. Source: domain.md §7.
 */
export function savedByPayingEarly(
  terms: AccountTerms,
  { state, applied }: ReplayedAccount,
  agreed: readonly PlannedPayment[],
): Cents {
  const owed = state.principal + state.unpaidInterest + state.fees
  const lastPaid = applied.findLast(({ event }) => event.kind === 'payment')?.event.date
  const lastAgreed = agreed.at(-1)?.dueDate
  if (owed > 0n || state.writtenOff > 0n || lastPaid === undefined || lastAgreed === undefined)
    return ZERO_CENTS
  if (lastPaid >= lastAgreed) return ZERO_CENTS
  const onTime: AccountTerms = { ...terms, lateDays: [] }
  const { totalInterest } = projectPayments(onTime, replayAccount(onTime, []).state, agreed)
  return max(cents(totalInterest - state.interestEarned), ZERO_CENTS)
}
