import type { UsState } from '../applications/us-states.ts'

/** The highest APR of a small installment loan by a licensed lender, in percent; `none` where only fairness bounds it. */
export type StateRateCap = number | 'none'

/**
 * The caps that a product is held against before a portfolio lends in a state: 500 dollars over six months. A state
 * that is not here has rules of another kind (payday tiers, boards, fees), and no product is sound there unread.
 *
 * A sketch for demonstration and not legal advice: a lender keeps these by its own counsel. Source:
 * compliance.md §10 (NCLC 2022 and 2023, CFPB and state matrices as named there).
 */
export const STATE_RATE_CAPS: Readonly<Partial<Record<UsState, StateRateCap>>> = {
  AK: 36,
  AR: 17,
  AZ: 36,
  CO: 36,
  CT: 36,
  DC: 24,
  DE: 'none',
  ID: 'none',
  IL: 36,
  MA: 37,
  MD: 33,
  ME: 30,
  MN: 50,
  MO: 'none',
  MT: 36,
  ND: 36,
  NE: 36,
  NH: 36,
  NJ: 30,
  NM: 36,
  NV: 'none',
  NY: 16,
  OH: 60,
  OR: 36,
  PA: 24,
  RI: 35,
  SC: 'none',
  SD: 36,
  TN: 279,
  UT: 'none',
  VA: 36,
  VT: 24,
  WA: 25,
  WI: 'none',
  WV: 31,
  WY: 36,
}
