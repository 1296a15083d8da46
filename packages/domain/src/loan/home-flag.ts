/**
 * Which of its six faces the home page shows; home-face.ts computes it from the loans.
 *
 * Source: product.md §4.
 */
export const HomeFlag = {
  noLoanAmount: 1,
  prepareApplication: 2,
  unsigned: 3,
  inProgress: 4,
  repaymentLoan: 5,
  repairInformation: 6,
} as const

export type HomeFlag = (typeof HomeFlag)[keyof typeof HomeFlag]
