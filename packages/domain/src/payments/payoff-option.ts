/** How a borrower chooses to pay off early. Numbers of product §3. */
export const PayoffOption = { oneTimePayment: 510, payOffInN: 102, fixedAmount: 111 } as const
export type PayoffOption = (typeof PayoffOption)[keyof typeof PayoffOption]
