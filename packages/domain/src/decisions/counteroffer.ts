import { type Cents, cents, moneyToWire } from '../money/cents.ts'
import { formatCurrency } from '../money/currency-format.ts'
import type { Localized } from '../portfolios/localized.ts'
import { ok, type Outcome, refused } from '../outcome.ts'
import type { DecisionReason } from './decision.ts'
import type { WireDecision } from './decision-wire.ts'

/** What stands when a person looks at an application: the policy's offer, and what its borrower picked of it. */
export interface ReviewedOffer {
  readonly minimum: Cents
  readonly maximum: Cents
  readonly step: Cents
  /** The amount of the plan that was picked; null where none was. */
  readonly picked: Cents | null
}

/** The amounts that can be offered instead, in cents, from the lowest to the highest. */
export interface CounterBounds {
  readonly minimum: Cents
  readonly maximum: Cents
  readonly step: Cents
}

/**
 * The amounts of a counteroffer: at least the policy's smallest loan, below what was asked for, or below the policy's
 * maximum where no amount was picked, in the product's steps, which count from zero. Undefined where nothing is lower.
 * Source: 12 CFR 1002.2(c)(1)(i); docs/decisions/counteroffers.md.
 */
export function counterBounds({ minimum, maximum, step, picked }: ReviewedOffer): CounterBounds | undefined {
  const asked = picked !== null && picked < maximum ? picked : maximum
  const below = cents(asked - 1n)
  const highest = cents(below - (below % step))
  return highest < minimum ? undefined : { minimum, maximum: highest, step }
}

/** The amount where it can be offered. Errors: `outOfRange`, `notAStep`. */
export function counterAmount(
  { minimum, maximum, step }: CounterBounds,
  amount: Cents,
): Outcome<Cents, 'outOfRange' | 'notAStep'> {
  if (amount < minimum || amount > maximum) return refused('outOfRange')
  return amount % step === 0n ? ok(amount) : refused('notAStep')
}

/** A person's counteroffer as a decision: the policy's, but for the maximum and the reasons, which are the person's. */
export const counteredDecision = (
  decided: WireDecision,
  { amount, reasons }: { readonly amount: Cents; readonly reasons: readonly DecisionReason[] },
): WireDecision => ({ ...decided, outcome: 'countered', review: null, maximum: moneyToWire(amount), reasons })

/** What a counteroffer does not give, as the notice names it after "we cannot offer you". */
export const askedWords = (picked: Cents | null): Localized =>
  picked === null
    ? { en: 'all that you applied for', es: 'todo lo que solicitó' }
    : {
        en: `the loan of ${formatCurrency(picked)} that you asked for`,
        es: `el préstamo de ${formatCurrency(picked)} que pidió`,
      }

/** What a counteroffer gives, as the notice names it after "we can offer you". */
export const offeredWords = ({ minimum, maximum }: Pick<CounterBounds, 'minimum' | 'maximum'>): Localized => {
  const [least, most] = [formatCurrency(minimum), formatCurrency(maximum)]
  return minimum === maximum
    ? { en: `a loan of ${most}`, es: `un préstamo de ${most}` }
    : { en: `a loan of ${least} to ${most}`, es: `un préstamo de ${least} a ${most}` }
}

/** What was asked, what is offered instead and why, for the page on which the borrower picks the amount. */
export function counterWords({
  picked,
  maximum,
  reasons,
}: {
  readonly picked: Cents | null
  readonly maximum: Cents
  readonly reasons: readonly Localized[]
}): Localized {
  const asked = askedWords(picked)
  const most = formatCurrency(maximum)
  const why = (locale: keyof Localized) => reasons.map((reason) => reason[locale]).join(' ')
  return {
    en: `We cannot offer you ${asked.en}, but we can offer up to ${most}. ${why('en')}`,
    es: `No podemos ofrecerle ${asked.es}, pero sí hasta ${most}. ${why('es')}`,
  }
}
