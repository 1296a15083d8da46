import { z } from 'zod'
import { defineCall } from './call.ts'
import { loanNo, maskedNumber, text } from './wire.ts'

/** A bank in the directory of a provider of bank links, by the provider's own name for it. */
export const institutionId = text(100)

export const listInstitutionCall = defineCall({
  name: 'listInstitution',
  method: 'GET',
  path: '/dolphin-loan/online/list-institution',
  feature: 'verification',
  access: 'session',
  request: {
    query: z.strictObject({
      loanNo,
      /** Another provider than the portfolio's first, from get-provider's fall-backs. */
      providerId: text(40).optional(),
      /** Words of a bank's name; those linked before, and some to begin with, where there are none. */
      words: text(60).optional(),
    }),
  },
  reply: z.strictObject({
    providerId: text(40),
    /** `away`: the directory cannot be asked just now. A bank can be linked all the same, without choosing it here. */
    directory: z.enum(['asked', 'away']),
    institutions: z
      .array(
        z.strictObject({
          institutionId,
          name: text(120),
          /** False while it cannot be linked: the provider says so, or of late more links to it failed than came through. */
          isUp: z.boolean(),
          /** The account that the customer linked there before; null where there is none. */
          accountMasked: maskedNumber.nullable(),
          /** This application's last link to it came to nothing. */
          failedBefore: z.boolean(),
        }),
      )
      .max(5),
  }),
  refusals: ['loanNotFound', 'tooManyRequests'],
  idempotent: false,
  summary: 'Banks to link by words of their name, those linked before first',
  source: 'ours',
})
