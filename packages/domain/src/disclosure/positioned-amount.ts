import type { Cents } from '../money/cents.ts'
import type { Rational } from '../money/rational.ts'

/** Where on the time line money moves, from the start of the term: full unit-periods and a fraction below 1. */
export interface Position {
  readonly full: number
  readonly fraction: Rational
}

/** Money at a position. */
export interface PositionedAmount extends Position {
  readonly amount: Cents
}
