import { PENDING, NOT_CHECKED, ON_BATCH, PLANNED } from '../codes.ts'
import { bankingDaysAfter } from '../day.ts'
import type { LoanFacts } from '../facts.ts'

/** Banking days after the day that was quoted in which a payoff that we did not send can be confirmed again. Source: domain.md §14. */
export const CONFIRM_AGAIN_DAYS = 5

const UNDER_WAY: readonly number[] = [PLANNED, PENDING, NOT_CHECKED, ON_BATCH]

/** Whether a payoff missed its day by our fault, and its borrower is asked to confirm it again. Source: domain.md §14. */
export function isToConfirmAgain({ page, confirmations, transactions, today }: LoanFacts): boolean {
  const of = confirmations.filter(({ changeNo }) => changeNo === page?.openChangeNo)
  const [quote] = of
  if (quote === undefined || today > bankingDaysAfter(quote.goodThrough, CONFIRM_AGAIN_DAYS)) return false
  return !transactions.some(
    ({ changeNo, status }) => changeNo === quote.changeNo && UNDER_WAY.includes(status),
  )
}
