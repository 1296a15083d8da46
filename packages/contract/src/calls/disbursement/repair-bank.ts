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
      routingNumber,
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
  refusals: ['loanNotFound', 'repairNotOpen', 'bankAccountNotMatched', 'recentSignInRequired'],
  idempotent: true,
  summary: 'Puts right the bank account after a returned credit',
  source: 'ours',
})
