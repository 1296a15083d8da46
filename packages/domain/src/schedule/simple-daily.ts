import { assert } from '../assert.ts'
import { daysBetween, type LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents, min, sum, ZERO_CENTS } from '../money/cents.ts'
import type { Rational } from '../money/rational.ts'
import { dailyInterest } from './accrual.ts'
import type { Installment, InstallmentDate } from './installment.ts'

/** A debt that bears simple daily interest, and the dates on which it will be paid. */
export interface SimpleDailyTerms {
  readonly principal: Cents
  readonly annualRate: Rational
  /** The day interest last ran to: the effective date of a new loan. */
  readonly accruedTo: LocalDate
  readonly dates: readonly InstallmentDate[]
}

/**
 * The installments when each but the last is `payment` and the last is all that is left.
 * A payment goes to interest first; interest that it does not cover waits, bears none, and is paid next.
 */
export function simpleDailyInstallments(terms: SimpleDailyTerms, payment: Cents): Installment[] {
  let principalLeft = terms.principal
  let unpaidInterest = ZERO_CENTS
  let accruedTo = terms.accruedTo
  return terms.dates.map(({ nominalDate, dueDate }, index) => {
    const days = daysBetween(accruedTo, dueDate)
    const interestDue = cents(unpaidInterest + dailyInterest(principalLeft, terms.annualRate, days))
    const owed = cents(principalLeft + interestDue)
    const paid = index === terms.dates.length - 1 ? owed : min(payment, owed)
    const interest = min(paid, interestDue)
    const principal = cents(paid - interest)
    principalLeft = cents(principalLeft - principal)
    unpaidInterest = cents(interestDue - interest)
    accruedTo = dueDate
    return {
      number: index + 1,
      nominalDate,
      dueDate,
      days,
      payment: paid,
      interest,
      principal,
      balanceAfter: principalLeft,
    }
  })
}

const lastPayment = (terms: SimpleDailyTerms, payment: Cents): Cents => {
  const last = simpleDailyInstallments(terms, payment).at(-1)
  assert(last !== undefined, 'a loan has at least one installment')
  return last.payment
}

/**
 * The level payment: the smallest cent amount for which the last payment is not larger. A higher payment never
 * leaves more to pay at the end, so halving the range finds it.
 */
export function smallestLevelPayment(terms: SimpleDailyTerms): Cents {
  assert(terms.principal > 0n, 'a loan has principal')
  const interestAtMost = terms.dates.map(({ dueDate }, index) => {
    const from = terms.dates[index - 1]?.dueDate ?? terms.accruedTo
    return dailyInterest(terms.principal, terms.annualRate, daysBetween(from, dueDate))
  })
  let tooSmall = 0n
  let enough = terms.principal + sum(interestAtMost)
  while (enough - tooSmall > 1n) {
    const middle = (tooSmall + enough) / 2n
    if (lastPayment(terms, cents(middle)) <= middle) enough = middle
    else tooSmall = middle
  }
  return cents(enough)
}
