import type { PaymentPlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import { type Rational, parseDecimal, rational } from '@dolphin/domain/money/rational'
import { planFacts } from './plan-facts.ts'

/** The yearly rate at which a plan's principal bears interest, as it was agreed: 260 % is 260/100. */
export function rateOfPlan(plan: Pick<PaymentPlan, 'disclosure'>): Rational {
  const perCent = parseDecimal(planFacts(plan).annualRate)
  assert(perCent !== undefined, 'a stored plan holds its rate')
  return rational(perCent.numerator, perCent.denominator * 100n)
}
