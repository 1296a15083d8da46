import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { manualPosting, postingOrder } from '../../shapes/manual-posting.ts'
import { loanHead } from '../../shapes/operations.ts'
import { loanNo, text } from '../../wire.ts'

export const manualPostingCall = defineCall({
  name: 'manualPosting',
  method: 'POST',
  path: '/dolphin-ops/manual-posting',
  feature: 'operations',
  access: 'operations',
  request: {
    body: z.strictObject({
      loanNo,
      ...postingOrder.shape,
      note: text(2_000),
      /** The posting that a second person confirms, by saying the same again. */
      confirms: text(64).optional(),
    }),
  },
  reply: z.strictObject({ posting: manualPosting, loan: loanHead }),
  refusals: [
    'loanNotFound',
    'notFound',
    'loanStatusInvalid',
    'makerCheckerSame',
    'amountTooSmall',
    'amountTooLarge',
    'dateNotAvailable',
    'paymentModeRefused',
    'changeTypeRefused',
    'changeAlreadyOpen',
    'changeTooLate',
    'changeNotCancellable',
    'authorizationRequired',
    'signatureInvalid',
    'conflict',
  ],
  idempotent: true,
  summary: 'Enters a posting by hand, or confirms what another employee entered',
  source: 'ours',
})
