/**
 * What the risk report on a loan says.
 *
 * Source: product.md §3.
 */
export const RiskReport = {
  highRisk: 1,
  noRisk: 0,
  noReport: -1,
} as const

export type RiskReport = (typeof RiskReport)[keyof typeof RiskReport]
