import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { paymentFrequencyCode } from '../../wire-codes.ts'
import { money, percent, queryPortfolioId, text } from '../../wire.ts'

export const getPortfolioProgramCall = defineCall({
  name: 'getPortfolioProgram',
  method: 'GET',
  path: '/infrastructure/get-portfolio-program',
  feature: 'portfolio',
  access: 'public',
  request: { query: z.strictObject({ portfolioId: queryPortfolioId }) },
  reply: z.strictObject({
    products: z
      .array(
        z.strictObject({
          productCode: text(40),
          name: text(200),
          kind: z.enum(['standard', 'military']),
          minimumAmount: money,
          maximumAmount: money,
          amountStep: money,
          annualRate: percent,
          minimumInstallments: z.int(),
          maximumInstallments: z.int(),
          maximumTermDays: z.int(),
          returnedPaymentFee: money,
          originationFeeRate: percent.nullable(),
          originationFeeMaximum: money.nullable(),
          paymentFrequencies: z.array(paymentFrequencyCode).max(2),
        }),
      )
      .max(20),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'The loan products of a portfolio',
  source: 'product.md §7',
})
