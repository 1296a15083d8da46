import { isAbaRouting } from '@dolphin/domain/applications/aba-routing'
import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { bankAccount } from '../../shapes/transaction.ts'
import { bankAccountTypeCode, homeFlagCode, loanFlagCode } from '../../wire-codes.ts'
import { accountNumber, loanNo, routingNumber } from '../../wire.ts'

export const repairBankCall = defineCall({
  name: 'repairBank',
  method: 'POST',
  path: '/dolphin-loan/online/repair-bank',
  feature: 'disbursement',
  access: 'customer',
  request: {
    body: z.strictObject({
      loanNo,
      routingNumber: routingNumber.refine(isAbaRouting, 'Check the routing number: it has a mistake in it'),
      accountNumber,
      accountType: bankAccountTypeCode,
    }),
  },
  reply: z.strictObject({
    loanNo,
    account: bankAccount,
    homeFlag: homeFlagCode,
    loanFlags: z.array(loanFlagCode).max(4),
  }),
  refusals: [
    'loanNotFound',
    'repairNotOpen',
    'bankAccountNotMatched',
    'recentSignInRequired',
    'tooManyRequests',
  ],
  idempotent: true,
  summary: 'Puts another bank account in place of one from which money came back',
  source: 'ours',
})
