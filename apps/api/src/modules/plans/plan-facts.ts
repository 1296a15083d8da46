import type { PaymentPlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate, type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { type Cents, moneyToWire, parseMoney } from '@dolphin/domain/money/cents'
import { percentText } from '@dolphin/domain/money/percent'
import { isPaymentMode, type PaymentMode } from '@dolphin/domain/payments/codes'
import {
  AGREEMENT_VERSION,
  type AgreementVersion,
  FIRST_AGREEMENT_VERSION,
  isAgreementVersion,
} from '@dolphin/domain/payments/payment-order'
import type { Plan } from '@dolphin/domain/plans/plan'
import type { Product } from '@dolphin/domain/portfolios/product'
import { couponFacts, couponToStored, type PlanCouponFacts } from './coupon-facts.ts'

/** What a stored plan holds beside its columns. */
export interface PlanFacts {
  readonly effectiveDate: LocalDate
  readonly prepaidFinanceCharge: Cents
  readonly mapr: string | null
  readonly productCode: string
  readonly productVersion: number
  /** Percent a year: "260.00". */
  readonly annualRate: string
  readonly returnedPaymentFee: Cents
  readonly paymentMode: PaymentMode
  /** Of the agreement's text that is or was signed for this plan. */
  readonly documentVersion: AgreementVersion
  /** The APR that was signed, where the credit settled later and another is collected; else null. */
  readonly signedApr: string | null
  /** Of each payment, before bank holidays move it; null for a plan that was stored without them. */
  readonly regularDates: readonly LocalDate[] | null
  /** What a coupon took off; null without one. */
  readonly coupon: PlanCouponFacts | null
}

/** For the plan's `disclosure` column; planFacts reads it back. */
export function planFactsToStored(
  { effectiveDate, prepaidFinanceCharge, mapr, coupon, schedule }: Plan,
  { productCode, version, annualRate, returnedPaymentFee }: Product,
  paymentMode: PaymentMode,
): PaymentPlan['disclosure'] {
  return {
    effectiveDate: formatLocalDate(effectiveDate),
    prepaidFinanceCharge: moneyToWire(prepaidFinanceCharge),
    mapr,
    productCode,
    productVersion: version,
    annualRate: percentText(annualRate),
    returnedPaymentFee: moneyToWire(returnedPaymentFee),
    paymentMode,
    documentVersion: AGREEMENT_VERSION,
    regularDates: schedule.installments.map(({ nominalDate }) => formatLocalDate(nominalDate)),
    ...(coupon === null ? {} : { coupon: couponToStored(coupon) }),
  }
}

export function planFacts({ disclosure }: Pick<PaymentPlan, 'disclosure'>): PlanFacts {
  const text = (name: string): string => {
    const value = disclosure[name]
    assert(typeof value === 'string', `a stored plan holds ${name}`)
    return value
  }
  const number = (name: string): number => {
    const value = disclosure[name]
    assert(typeof value === 'number', `a stored plan holds ${name}`)
    return value
  }
  const money = (name: string): Cents => {
    const amount = parseMoney(text(name))
    assert(amount !== undefined, `a stored plan holds ${name}`)
    return amount
  }
  const effectiveDate = parseLocalDate(text('effectiveDate'))
  const paymentMode = number('paymentMode')
  const documentVersion = disclosure['documentVersion'] ?? FIRST_AGREEMENT_VERSION
  assert(effectiveDate !== undefined && isPaymentMode(paymentMode), 'a stored plan is whole')
  assert(isAgreementVersion(documentVersion), 'the text of an agreement stays on record')
  return {
    effectiveDate,
    paymentMode,
    documentVersion,
    signedApr: typeof disclosure['signedApr'] === 'string' ? disclosure['signedApr'] : null,
    regularDates: regularDatesOf(disclosure['regularDates']),
    prepaidFinanceCharge: money('prepaidFinanceCharge'),
    mapr: disclosure['mapr'] === null ? null : text('mapr'),
    productCode: text('productCode'),
    productVersion: number('productVersion'),
    annualRate: text('annualRate'),
    returnedPaymentFee: money('returnedPaymentFee'),
    coupon: couponFacts(disclosure['coupon']),
  }
}

function regularDatesOf(stored: unknown): readonly LocalDate[] | null {
  if (!Array.isArray(stored)) return null
  return stored.map((text) => {
    const date = parseLocalDate(String(text))
    assert(date !== undefined, 'a stored plan holds days')
    return date
  })
}
