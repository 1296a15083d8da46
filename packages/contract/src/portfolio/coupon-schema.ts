import { parseLocalDate } from '@dolphin/domain/calendar/local-date'
import type { Coupon, CouponBenefit } from '@dolphin/domain/coupons/coupon'
import { z } from 'zod'
import { code, localized, money, positive, stateCode, version, words } from './data-fields.ts'

const day = words(10).transform((text, context) => {
  const date = parseLocalDate(text)
  if (date !== undefined) return date
  context.addIssue('must be a day as "2026-03-31"')
  return z.NEVER
})

const common = {
  /** As people type it; upper case, because typing is compared without regard to case. */
  couponCode: z
    .string()
    .regex(/^[A-Z][A-Z0-9-]{3,39}$/u, 'must be 4 to 40 upper case letters, digits, dashes'),
  version,
  name: localized(60),
  terms: localized(600),
  validFrom: day,
  validThrough: day,
  limitPerCustomer: positive,
  limitTotal: positive.nullable(),
  minimumPrincipal: money,
  productCodes: z.array(code).min(1).nullable(),
  states: z.array(stateCode).min(1).nullable(),
  customers: z.enum(['any', 'new', 'returning']),
  personal: z.boolean(),
  sample: z.boolean(),
}

const stored = z.discriminatedUnion('kind', [
  z.strictObject({
    ...common,
    kind: z.literal('financeChargeAmount'),
    amount: money.refine((amount) => amount > 0n, 'must be more than zero'),
  }),
  z.strictObject({ ...common, kind: z.literal('financeChargePercent'), percent: positive.max(100) }),
  z.strictObject({ ...common, kind: z.literal('originationFee') }),
])

function benefitOf(value: z.output<typeof stored>): CouponBenefit {
  const { couponCode, minimumPrincipal, kind } = value
  if (kind === 'originationFee') return { couponCode, minimumPrincipal, kind }
  return kind === 'financeChargeAmount'
    ? { couponCode, minimumPrincipal, kind, amount: value.amount }
    : { couponCode, minimumPrincipal, kind, percent: value.percent }
}

const coupon = stored
  .refine(({ validFrom, validThrough }) => validFrom <= validThrough, {
    path: ['validThrough'],
    message: 'is before validFrom',
  })
  .transform(({ productCodes, states, customers, ...value }): Coupon => {
    const { couponCode, version: number, name, terms, validFrom, validThrough } = value
    const { limitPerCustomer, limitTotal, personal, sample } = value
    return {
      couponCode,
      version: number,
      name,
      terms,
      validFrom,
      validThrough,
      limitPerCustomer,
      limitTotal,
      personal,
      sample,
      benefit: benefitOf({ ...value, productCodes, states, customers }),
      conditions: { productCodes, states, customers },
    }
  })

/** coupons.json: each code once. A portfolio without the file has no coupons. */
export const CouponsSchema = z
  .array(coupon)
  .refine(
    (coupons) => new Set(coupons.map(({ couponCode }) => couponCode)).size === coupons.length,
    'each coupon code once',
  ) satisfies z.ZodType<readonly Coupon[]>
