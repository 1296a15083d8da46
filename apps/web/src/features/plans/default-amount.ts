/** What may be borrowed, in whole cents. */
export interface AmountRange {
  readonly minimum: number
  readonly maximum: number
  readonly step: number
}

/** Within the range and on a step of it. */
export const isOffered = (amount: number | undefined, { minimum, maximum, step }: AmountRange): boolean =>
  amount !== undefined &&
  amount >= minimum &&
  amount <= maximum &&
  (step <= 0 || (amount - minimum) % step === 0)

/**
 * The amount to begin with: what was asked for at the start where it is on offer, else what is nearest to it below the
 * most, else the middle. The most is never chosen for the borrower; our decision, borrower-journey.md.
 */
export function defaultAmount(range: AmountRange, asked: number | undefined): number {
  const { minimum, maximum, step } = range
  if (asked !== undefined && isOffered(asked, range)) return asked
  const steps = step > 0 ? Math.floor((maximum - minimum) / step) : 0
  const wanted =
    asked === undefined ? Math.floor(steps / 2) : Math.floor((asked - minimum) / Math.max(step, 1))
  return minimum + Math.min(Math.max(wanted, 0), Math.max(steps - 1, 0)) * step
}
