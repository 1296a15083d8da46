import { isPaymentFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { compareRational, rational } from '@dolphin/domain/money/rational'
import type { Product } from '@dolphin/domain/portfolios/product'
import { z } from 'zod'
import { code, localized, money, positive, ratio, version } from './data-fields.ts'

/** 36 % a year. Source: 32 CFR 232.4(b). */
const MILITARY_RATE_CAP = rational(36n, 100n)

const paymentFrequency = z.int().refine(isPaymentFrequency, 'payments are weekly 17003 or bi-weekly 17000')

const product = z
  .strictObject({
    productCode: code,
    version,
    kind: z.enum(['standard', 'military']),
    name: localized(60),
    interestMethod: z.enum(['simpleDaily', 'periodic', 'precomputed']),
    minimumAmount: money,
    maximumAmount: money,
    amountStep: money.refine((step) => step > 0n, 'must be more than zero'),
    annualRate: ratio,
    minimumInstallments: positive,
    maximumInstallments: positive,
    maximumTermDays: positive,
    firstDateMinimumDays: positive,
    firstDateMaximumDays: positive,
    originationFee: z.strictObject({ rate: ratio, maximum: money }).nullable(),
    chargesOutsideFinanceCharge: money.optional(),
    returnedPaymentFee: money,
    paymentFrequencies: z.array(paymentFrequency).min(1),
    sample: z.boolean(),
  })
  .superRefine((value, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (value.maximumAmount < value.minimumAmount) refuse('maximumAmount', 'is below minimumAmount')
    if (value.minimumAmount % value.amountStep !== 0n) refuse('minimumAmount', 'is no multiple of amountStep')
    if (value.maximumAmount % value.amountStep !== 0n) refuse('maximumAmount', 'is no multiple of amountStep')
    if (value.maximumInstallments < value.minimumInstallments)
      refuse('maximumInstallments', 'is below the minimum')
    if (value.firstDateMaximumDays < value.firstDateMinimumDays)
      refuse('firstDateMaximumDays', 'is below the minimum')
    if ((value.chargesOutsideFinanceCharge ?? 0n) >= value.minimumAmount)
      refuse('chargesOutsideFinanceCharge', 'swallows the whole loan')
    if (value.kind !== 'military') return
    if (compareRational(value.annualRate, MILITARY_RATE_CAP) > 0)
      refuse('annualRate', 'is over 36 % (32 CFR 232.4)')
    if (value.originationFee !== null) refuse('originationFee', 'a military product has no fee')
  })

/** products.json: one standard product, and at most one for covered borrowers. */
export const ProductsSchema = z
  .array(product)
  .refine(
    (products) => products.filter(({ kind }) => kind === 'standard').length === 1,
    'one standard product',
  )
  .refine(
    (products) => products.filter(({ kind }) => kind === 'military').length <= 1,
    'at most one military product',
  ) satisfies z.ZodType<readonly Product[]>
