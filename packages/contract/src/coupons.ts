import { COUPON_MAIL_OBSTACLES } from '@dolphin/domain/consents/advertising'
import { z } from 'zod'
import { defineCall } from './call.ts'
import { may } from './staff-rule.ts'
import { couponedFigures, couponKind, installment } from './shapes/payment-plan.ts'
import {
  instant,
  isoDate,
  loanNo,
  money,
  openId,
  portfolioId,
  queryPortfolioId,
  resource,
  text,
} from './wire.ts'
import { couponStatusCode, loanFlagCode } from './wire-codes.ts'

const figuresWithSchedule = z.strictObject({
  cost: couponedFigures,
  installments: z.array(installment).max(120),
})

/** A coupon: whether it is in effect, what it gives, and the loan with and without it. */
export const coupon = z.strictObject({
  couponCode: text(40),
  couponStatus: couponStatusCode,
  kind: couponKind.nullable(),
  /** As people read it: "$25.00", "10%"; null for a waived fee and for a coupon that is not valid. */
  value: text(40).nullable(),
  name: text(60),
  terms: text(2_000),
  expiresOn: isoDate.nullable(),
  /** Whether it takes something off this loan; null without a loan. */
  fits: z.boolean().nullable(),
  applied: z.boolean(),
  usedOn: isoDate.nullable(),
  /** The loan it is on, if any. */
  loanNo: loanNo.nullable(),
  /** What it saves, or would save, on this loan; null without a loan. */
  saving: money.nullable(),
  withCoupon: figuresWithSchedule.nullable(),
  withoutCoupon: figuresWithSchedule.nullable(),
})

export const checkCouponCall = defineCall({
  name: 'checkCoupon',
  method: 'GET',
  path: '/dolphin-loan/online/check-coupon',
  feature: 'coupons',
  access: 'session',
  request: {
    query: z.strictObject({
      couponCode: text(40).optional(),
      resource: resource.optional(),
      loanNo: loanNo.optional(),
    }),
  },
  reply: coupon,
  refusals: ['loanStatusInvalid', 'loanNotFound', 'tooManyRequests'],
  idempotent: false,
  summary: 'Whether a coupon is in effect, and what it would save on this loan',
  source: 'product.md §7',
})

export const couponApplyCall = defineCall({
  name: 'couponApply',
  method: 'POST',
  path: '/dolphin-loan/online/coupon/apply',
  feature: 'coupons',
  access: 'session',
  request: { body: z.strictObject({ loanNo, couponCode: text(40) }) },
  reply: z.strictObject({ coupon, loanFlags: z.array(loanFlagCode).max(4) }),
  refusals: [
    'loanNotFound',
    'loanStatusInvalid',
    'couponNotValid',
    'couponNotApplicable',
    'couponAlreadyUsed',
    'planRecalculationRequired',
    'offerExpired',
    'bankAccountNotMatched',
    'signInRequiredForStep',
    'tooManyRequests',
  ],
  idempotent: true,
  summary: 'Applies a coupon to a loan',
  source: 'ours',
})

export const couponListCall = defineCall({
  name: 'couponList',
  method: 'GET',
  path: '/dolphin-loan/online/coupon/list',
  feature: 'coupons',
  access: 'session',
  request: {},
  reply: z.strictObject({ coupons: z.array(coupon).max(100) }),
  refusals: [],
  idempotent: false,
  summary: 'The coupons held and used',
  source: 'ours',
})

export const couponRemoveCall = defineCall({
  name: 'couponRemove',
  method: 'POST',
  path: '/dolphin-loan/online/coupon/remove',
  feature: 'coupons',
  access: 'session',
  request: { body: z.strictObject({ loanNo, couponCode: text(40) }) },
  reply: z.strictObject({ loanNo, loanFlags: z.array(loanFlagCode).max(4) }),
  refusals: ['loanNotFound', 'loanStatusInvalid', 'couponNotApplicable', 'signInRequiredForStep'],
  idempotent: true,
  summary: 'Takes a coupon off a loan',
  source: 'ours',
})

export const issueCouponCall = defineCall({
  name: 'issueCoupon',
  method: 'POST',
  path: '/dolphin-ops/coupon/issue',
  feature: 'coupons',
  access: 'operations',
  staff: may('settlement.offer', 'customer'),
  request: { body: z.strictObject({ openId, couponCode: text(40) }) },
  reply: z.strictObject({
    portfolioId,
    openId,
    couponCode: text(40),
    /** Last day on which it can be applied. */
    validThrough: isoDate,
    /** When the link ends. */
    linkExpiresAt: instant,
    /** False where the customer held it already. */
    isNew: z.boolean(),
    /** Why no mail goes; `sentToday`: one was queued on this day. Null where it goes. */
    mailObstacle: z.enum(COUPON_MAIL_OBSTACLES).nullable(),
    /** From when it goes, by the customer's hours; null where it does not. */
    mailLeavesFrom: instant.nullable(),
  }),
  refusals: ['notFound', 'couponNotValid', 'couponAlreadyUsed'],
  idempotent: true,
  summary: 'Gives a personal coupon to a customer; its link is mailed where they agreed to offers by mail',
  source: 'ours',
})

export const listCouponCall = defineCall({
  name: 'listCoupon',
  method: 'GET',
  path: '/dolphin-ops/coupon',
  feature: 'coupons',
  access: 'operations',
  staff: may('loan.read'),
  request: { query: z.strictObject({ portfolioId: queryPortfolioId.optional() }) },
  reply: z.strictObject({
    coupons: z
      .array(
        z.strictObject({
          portfolioId,
          couponCode: text(40),
          couponStatus: couponStatusCode,
          kind: couponKind,
          value: text(40).nullable(),
          personal: z.boolean(),
          validFrom: isoDate,
          validThrough: isoDate,
          limitTotal: z.int().min(1).nullable(),
          reserved: z.int().min(0),
          used: z.int().min(0),
        }),
      )
      .max(1_000),
  }),
  refusals: [],
  idempotent: false,
  summary: 'The coupons of portfolios, and how many are reserved and used',
  source: 'ours',
})
