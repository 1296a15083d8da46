import { FIND_KINDS } from '@dolphin/domain/find/find-term'
import { z } from 'zod'
import { defineCall } from './call.ts'
import { may } from './staff-rule.ts'
import { loanNo, openId, portfolioId, text } from './wire.ts'
import { loanStatusCode, loanSubStatus, reviewStatusCode } from './wire-codes.ts'

/** A customer's file: by the customer, or by a loan or application that belongs to none yet, by its loan number. */
const file = z.union([loanNo, openId])

/** Most that one search shows; more of them asks for a narrower one. Source: docs/design/console.md, Find. */
const MOST_HITS = 20

const loanAtAGlance = z.strictObject({
  loanNo,
  loanStatus: loanStatusCode,
  subStatus: loanSubStatus.nullable(),
  reviewStatus: reviewStatusCode.nullable(),
})

const findHit = z.strictObject({
  file,
  portfolioId,
  /** Empty while no name is known. */
  name: text(200),
  /** What of the search met this customer. */
  foundBy: z.enum(FIND_KINDS),
  /** Newest first. */
  loans: z.array(loanAtAGlance).max(50),
})

export const findCustomersCall = defineCall({
  name: 'findCustomers',
  /** POST, because what is typed is personal and the audit records each search. */
  method: 'POST',
  path: '/dolphin-ops/find',
  feature: 'customer-files',
  access: 'operations',
  staff: may('customer.find', 'ownPortfolios'),
  request: {
    body: z.strictObject({
      /** As typed: a number, an email address, a phone, a name with its initial. */
      typed: z.string().trim().min(1, 'Type what you look for').max(254),
      /** One portfolio; else all of the employee's. */
      portfolioId: portfolioId.optional(),
    }),
  },
  reply: z.strictObject({
    /** How it was read; none where it can be read in no way, and then nothing was searched. */
    kinds: z.array(z.enum(FIND_KINDS)).max(FIND_KINDS.length),
    hits: z.array(findHit).max(MOST_HITS),
    /** There are more than are shown. */
    more: z.boolean(),
  }),
  refusals: ['tooManyRequests'],
  idempotent: false,
  summary: 'Finds customers by what staff know of them; each search is in the audit',
  source: 'ours',
})
