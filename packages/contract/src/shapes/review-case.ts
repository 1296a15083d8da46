import { z } from 'zod'
import { statementHead } from '../verification.ts'
import { instant, isoDate, loanNo, money, text } from '../wire.ts'
import { file, loanAtAGlance } from './customer-file.ts'

/** By which keyed hash two customers are found alike. */
export const ALIKE_BY = ['ssn', 'account', 'phone', 'address'] as const

/** What happened to an application so far. */
const REVIEW_STEPS = ['begun', 'submitted', 'offered', 'signed', 'documentsAsked', 'documentsCame'] as const

/** What a reviewer needs beside the reasons to decide on an application. */
export const reviewCase = z.strictObject({
  loanNo,
  /** Until when the applicant is notified, 12 CFR 1002.9(a)(1)(i); null while the application is not complete. */
  deadline: z.strictObject({ completeOn: isoDate, notifyBy: isoDate, daysLeft: z.int() }).nullable(),
  /** Oldest first. */
  steps: z.array(z.strictObject({ step: z.enum(REVIEW_STEPS), at: instant })).max(100),
  /** What the policy offers; null where it offers nothing. */
  offer: z
    .strictObject({
      minimum: money,
      maximum: money,
      step: money,
      until: instant,
      tier: text(40),
      policyVersion: z.int(),
      bounds: z.array(z.strictObject({ text: text(200), held: z.boolean() })).max(20),
    })
    .nullable(),
  /** The amounts that can be offered instead of the one asked for; null where nothing is lower. */
  counter: z
    .strictObject({
      minimum: money,
      maximum: money,
      step: money,
      /** What the borrower picked; null where nothing was picked yet. */
      picked: money.nullable(),
      /** The decision that it is made on. */
      decisionNo: text(64),
    })
    .nullable(),
  /** Every fact that a rule asked, those of rules that fired first; none where the policy was not asked. */
  facts: z
    .array(
      z.strictObject({
        rule: text(64),
        fact: text(120),
        value: text(120),
        bound: text(300),
        effect: text(120),
        fired: z.boolean(),
      }),
    )
    .max(300),
  /** What a decline can name: what the decision found first, then what a person may have found. */
  reasons: z.array(z.strictObject({ code: text(64), reason: text(500), found: z.boolean() })).max(100),
  /** Other customers of the portfolio with the same number, account or phone. */
  alike: z
    .array(
      z.strictObject({
        by: z.array(z.enum(ALIKE_BY)).min(1).max(ALIKE_BY.length),
        file,
        name: text(200),
        /** Newest first. */
        loans: z.array(loanAtAGlance).max(50),
      }),
    )
    .max(20),
  /** There are more than are shown. */
  moreAlike: z.boolean(),
  /** Statements that were sent in place of a bank link, newest first. */
  statements: z.array(statementHead).max(50),
})
