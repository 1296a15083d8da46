/**
 * Where creating an account leads.
 *
 * Source: product.md §3.
 */
export const CreateAccountType = {
  guidance: 1,
  home: 2,
  end: 3,
  signLoanAgreement: 4,
} as const

export type CreateAccountType = (typeof CreateAccountType)[keyof typeof CreateAccountType]
