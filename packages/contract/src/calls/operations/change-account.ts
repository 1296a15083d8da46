import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { accountStatusCode } from '../../wire-codes.ts'
import { email, openId, portfolioId, text } from '../../wire.ts'

export const changeAccountCall = defineCall({
  name: 'changeAccount',
  method: 'POST',
  path: '/dolphin-ops/account',
  feature: 'operations',
  access: 'operations',
  request: {
    body: z.strictObject({
      portfolioId,
      /** The account's e-mail. */
      account: email,
      /** freeze: suspicion, until it is cleared; deactivate: closed at its owner's wish; activate lifts both. */
      change: z.enum(['freeze', 'deactivate', 'activate']),
      note: text(2_000),
    }),
  },
  reply: z.strictObject({ portfolioId, openId, accountStatus: accountStatusCode }),
  refusals: ['accountNotFound', 'accountChangeRefused'],
  idempotent: true,
  summary: 'Freezes, closes or reopens an account; its sessions end at once',
  source: 'ours',
})
