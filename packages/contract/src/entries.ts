import { REVERSAL_REASONS } from '@dolphin/domain/payments/reversal'
import { z } from 'zod'
import { defineCall } from './call.ts'
import { enteredApproval } from './shapes/approval.ts'
import { enters } from './staff-rule.ts'
import { instant, loanNo, text, written } from './wire.ts'

/** What happened, for the colleague who confirms it. */
const entryNote = written(500).trim().min(3, 'Say why')

export const reverseEntryCall = defineCall({
  name: 'reverseEntry',
  method: 'POST',
  path: '/dolphin-ops/entry/reverse',
  feature: 'payments',
  access: 'operations',
  staff: enters('entry.reverse'),
  touch: {
    about: 'request',
    title: 'Enter a reversal',
    shows: { transactionNo: 'Transaction', reason: 'Reason', foundAt: 'Found' },
  },
  request: {
    body: z.strictObject({
      loanNo,
      /** The debit or the disbursement that was wrong. */
      transactionNo: text(64),
      reason: z.enum(REVERSAL_REASONS),
      /** When the error was found; null: now. */
      foundAt: instant.nullable(),
      note: entryNote,
    }),
  },
  reply: z.strictObject({ transactionNo: text(64), approval: enteredApproval }),
  refusals: ['loanNotFound', 'notFound', 'reversalRefused', 'touchNeeded'],
  idempotent: true,
  summary: 'Enters the reversal of an entry that was wrong; another employee confirms it',
  source: 'ours',
})

export const sendPrenoteCall = defineCall({
  name: 'sendPrenote',
  method: 'POST',
  path: '/dolphin-ops/prenote/send',
  feature: 'payments',
  access: 'operations',
  staff: enters('prenote.send'),
  request: { body: z.strictObject({ loanNo, note: entryNote }) },
  reply: z.strictObject({ loanNo, approval: enteredApproval }),
  refusals: ['loanNotFound', 'prenoteRefused'],
  idempotent: true,
  summary: 'Enters a prenote to the account of a loan; another employee confirms it',
  source: 'ours',
})
