import type { LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents, min } from '../money/cents.ts'
import { interestBetween } from './interest-accrual.ts'
import type { AccountState, AccountTerms } from './loan-account.ts'

/** Coupon credits of the periods begun before a day, of which nothing has been used yet. */
function creditOn({ interestCredits }: AccountTerms, { creditUsed }: AccountState, date: LocalDate): Cents {
  let begun = 0n
  for (const { from, amount } of interestCredits) if (from < date) begun += amount
  return cents(begun - creditUsed)
}

/** Interest from where the state stands up to a day, and the part of it that a coupon takes off. */
export function accrueTo(
  terms: AccountTerms,
  state: AccountState,
  date: LocalDate,
): { readonly interest: Cents; readonly credit: Cents } {
  const earned = interestBetween(terms.accrual, state.principal, state.accruedTo, date)
  const credit = min(earned, creditOn(terms, state, date))
  return { interest: cents(earned - credit), credit }
}

/** The state with the interest up to a day, and that interest. */
export function accrue(
  terms: AccountTerms,
  before: AccountState,
  date: LocalDate,
): { accrued: Cents; now: AccountState } {
  const { interest: accrued, credit } = accrueTo(terms, before, date)
  return {
    accrued,
    now: {
      ...before,
      unpaidInterest: cents(before.unpaidInterest + accrued),
      interestEarned: cents(before.interestEarned + accrued),
      creditUsed: cents(before.creditUsed + credit),
      accruedTo: date > before.accruedTo ? date : before.accruedTo,
    },
  }
}
