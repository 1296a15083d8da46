import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { rescueRung, verificationWay } from '../../shapes/rescue-ladder.ts'
import { ibvStatusCode } from '../../wire-codes.ts'
import { loanNo, queryPortfolioId, requestCode, text } from '../../wire.ts'

export const getProviderCall = defineCall({
  name: 'getProvider',
  method: 'GET',
  path: '/dolphin-loan/online/get-provider',
  feature: 'verification',
  access: 'session',
  request: { query: z.strictObject({ portfolioId: queryPortfolioId, loanNo: loanNo.optional() }) },
  reply: z.strictObject({
    providerId: text(40),
    name: text(120),
    /** How the browser opens it: a page of its own, or the provider's script. */
    link: z.strictObject({
      kind: z.enum(['page', 'script']),
      scriptUrl: text(500).nullable(),
      environment: text(40),
    }),
    /** Of late more links through it failed than came through: said before one is begun. */
    trouble: z.boolean(),
    /** Of a loan: what is left to it. */
    fallbacks: z.array(rescueRung).max(5),
    /** How often a bank may still be linked for the loan; null where none is named. */
    triesLeft: z.int().nonnegative().nullable(),
    /** The loan's newest attempt. */
    attempt: z
      .strictObject({
        requestCode,
        way: verificationWay,
        ibvStatus: ibvStatusCode,
        text: text(500),
        reason: text(500).nullable(),
      })
      .nullable(),
  }),
  refusals: ['loanNotFound'],
  idempotent: false,
  summary: 'The bank verification provider of a portfolio, and the ways around it',
  source: 'product.md §7',
})
