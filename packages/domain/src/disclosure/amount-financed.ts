import { assert } from '../assert.ts'
import type { LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents } from '../money/cents.ts'

/** The credit that the disclosure speaks of. */
export interface CreditTerms {
  /** Face amount of the note. */
  readonly principal: Cents
  /** Charge withheld from what is paid out, such as an origination fee. */
  readonly prepaidFinanceCharge: Cents
  /** The day from which the charge is earned: settlement of the credit. */
  readonly effectiveDate: LocalDate
}

/**
 * The credit the borrower really has the use of; the "Amount Financed" box. Whole cents, nothing is rounded.
 * Source: Regulation Z, 12 CFR 1026.18(b).
 */
export function amountFinanced({ principal, prepaidFinanceCharge }: CreditTerms): Cents {
  assert(prepaidFinanceCharge >= 0n, 'a charge is not negative')
  const financed = principal - prepaidFinanceCharge
  assert(financed > 0n, 'prepaid charges may not swallow the whole loan')
  return cents(financed)
}
