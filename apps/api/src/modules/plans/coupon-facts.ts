import { assert } from '@dolphin/domain/assert'
import { COUPON_KINDS, type CouponBenefit, type CouponKind } from '@dolphin/domain/coupons/coupon'
import type { CouponEffect } from '@dolphin/domain/coupons/coupon-effect'
import { type Cents, moneyToWire, parseMoney } from '@dolphin/domain/money/cents'

type Stored = Readonly<Record<string, unknown>>

/** The federal figures that a coupon changes, as they go over the wire. */
export interface CouponedFigures {
  readonly amountFinanced: string
  readonly prepaidFinanceCharge: string
  readonly financeCharge: string
  readonly totalOfPayments: string
  readonly apr: string
}

/** The coupon of a stored plan. */
export interface PlanCouponFacts {
  readonly couponCode: string
  readonly kind: CouponKind
  readonly saving: Cents
  readonly waivedFee: Cents
  /** The level payment before the credits; the schedule is fitted with it if the money comes late. */
  readonly levelPayment: Cents
  readonly interestCredits: readonly Cents[]
  readonly before: CouponedFigures
}

/** For a plan's `disclosure` column; couponFacts reads it back. */
export const couponToStored = ({ before, ...effect }: CouponEffect): Stored =>
  couponFactsToStored({
    ...effect,
    levelPayment: before.schedule.levelPayment,
    before: figuresOf(before),
  })

/** What couponFacts read, as it is stored. */
export function couponFactsToStored(facts: PlanCouponFacts): Stored {
  const { couponCode, kind, saving, waivedFee, levelPayment, interestCredits, before } = facts
  return {
    couponCode,
    kind,
    saving: moneyToWire(saving),
    waivedFee: moneyToWire(waivedFee),
    levelPayment: moneyToWire(levelPayment),
    interestCredits: interestCredits.map(moneyToWire),
    before,
  }
}

/** The figures of a computed plan that a coupon changes. */
export function figuresOf({
  disclosure,
  prepaidFinanceCharge,
}: Pick<CouponEffect['before'], 'disclosure' | 'prepaidFinanceCharge'>): CouponedFigures {
  return {
    amountFinanced: moneyToWire(disclosure.amountFinanced),
    prepaidFinanceCharge: moneyToWire(prepaidFinanceCharge),
    financeCharge: moneyToWire(disclosure.financeCharge),
    totalOfPayments: moneyToWire(disclosure.totalOfPayments),
    apr: disclosure.apr,
  }
}

const isRecord = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function textIn(stored: Stored, name: string): string {
  const value = stored[name]
  assert(typeof value === 'string', `a stored coupon holds ${name}`)
  return value
}

function moneyIn(value: unknown): Cents {
  const amount = typeof value === 'string' ? parseMoney(value) : undefined
  assert(amount !== undefined, 'a stored coupon holds money')
  return amount
}

function kindIn(stored: Stored): CouponKind {
  const kind = COUPON_KINDS.find((one) => one === stored['kind'])
  assert(kind !== undefined, 'a stored coupon has a kind')
  return kind
}

/** What couponToStored kept; null where the plan has no coupon. */
export function couponFacts(stored: unknown): PlanCouponFacts | null {
  if (!isRecord(stored)) return null
  const { interestCredits, before } = stored
  assert(Array.isArray(interestCredits) && isRecord(before), 'a stored coupon is whole')
  return {
    couponCode: textIn(stored, 'couponCode'),
    kind: kindIn(stored),
    saving: moneyIn(stored['saving']),
    waivedFee: moneyIn(stored['waivedFee']),
    levelPayment: moneyIn(stored['levelPayment']),
    interestCredits: interestCredits.map(moneyIn),
    before: {
      amountFinanced: textIn(before, 'amountFinanced'),
      prepaidFinanceCharge: textIn(before, 'prepaidFinanceCharge'),
      financeCharge: textIn(before, 'financeCharge'),
      totalOfPayments: textIn(before, 'totalOfPayments'),
      apr: textIn(before, 'apr'),
    },
  }
}

/** For a redemption's row; benefitOf reads it back. */
export function benefitToStored(benefit: CouponBenefit): Stored {
  return {
    ...benefit,
    minimumPrincipal: moneyToWire(benefit.minimumPrincipal),
    ...(benefit.kind === 'financeChargeAmount' ? { amount: moneyToWire(benefit.amount) } : {}),
  }
}

/** What a coupon gave when it was put on its loan. */
export function benefitOf(stored: Stored): CouponBenefit {
  const kind = kindIn(stored)
  const couponCode = textIn(stored, 'couponCode')
  const minimumPrincipal = moneyIn(stored['minimumPrincipal'])
  if (kind === 'originationFee') return { couponCode, minimumPrincipal, kind }
  if (kind === 'financeChargeAmount') {
    return { couponCode, minimumPrincipal, kind, amount: moneyIn(stored['amount']) }
  }
  const { percent } = stored
  assert(typeof percent === 'number', 'a stored coupon holds its per cent')
  return { couponCode, minimumPrincipal, kind, percent }
}
