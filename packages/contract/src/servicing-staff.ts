import { z } from 'zod'
import { defineCall } from './call.ts'
import { may, toEnter } from './staff-rule.ts'
import { enteredApproval } from './shapes/approval.ts'
import { loanHead } from './shapes/loan-head.ts'
import { loanNo, text, written } from './wire.ts'
import { collectingSubStatus, suspendReason } from './wire-codes.ts'

export const collectLoanCall = defineCall({
  name: 'collectLoan',
  method: 'POST',
  path: '/dolphin-ops/collect',
  feature: 'servicing',
  access: 'operations',
  staff: may('loan.collect'),
  request: {
    body: z.strictObject({
      loanNo,
      /** `cleared` ends collecting: the loan is 203 at once. */
      subStatus: collectingSubStatus,
      note: written(2_000),
    }),
  },
  reply: z.strictObject({
    loan: loanHead,
    /** Of the write-off that a second employee confirms, once less than all was accepted; null else. */
    postingNo: text(64).nullable(),
    approval: enteredApproval.nullable(),
  }),
  refusals: ['loanNotFound', 'loanStatusInvalid'],
  idempotent: true,
  summary: 'Moves a loan along its collection',
  source: 'ours',
})

export const suspendLoanCall = defineCall({
  name: 'suspendLoan',
  method: 'POST',
  path: '/dolphin-ops/suspend',
  feature: 'servicing',
  access: 'operations',
  staff: may('loan.suspend'),
  request: {
    body: z.strictObject({
      loanNo,
      /** Null cures the loan: it is 203 again, out of suspension or out of collecting. */
      subStatus: suspendReason.nullable(),
      note: written(2_000),
    }),
  },
  reply: loanHead,
  refusals: ['loanNotFound', 'loanStatusInvalid'],
  idempotent: true,
  summary: 'Suspends a loan, or lets its payments go on',
  source: 'ours',
})

/** What a stop or a revocation of staff comes to. */
const stopped = z.strictObject({ loanNo, changeNo: text(64) })

export const stopDebitCall = defineCall({
  name: 'stopDebit',
  method: 'POST',
  path: '/dolphin-ops/stop-debit',
  feature: 'servicing',
  access: 'operations',
  staff: may('debit.stop'),
  request: {
    body: z.strictObject({
      loanNo,
      /** Which payment of the schedule, its retry too; null: the single debit that the borrower has confirmed. */
      installmentNo: z.int().min(1).max(400).nullable(),
      note: written(2_000),
    }),
  },
  reply: stopped,
  refusals: ['loanNotFound', 'loanStatusInvalid', 'changeTooLate', 'changeTypeRefused'],
  idempotent: true,
  summary: 'Stops one debit that is in no file yet, as the borrower asked; the others go on',
  source: 'ours',
})

export const revokeAuthorizationCall = defineCall({
  name: 'revokeAuthorization',
  method: 'POST',
  path: '/dolphin-ops/revoke-authorization',
  feature: 'servicing',
  access: 'operations',
  staff: may('authorization.revoke'),
  request: { body: z.strictObject({ loanNo, note: written(2_000) }) },
  reply: stopped,
  refusals: ['loanNotFound', 'loanStatusInvalid', 'changeTypeRefused'],
  idempotent: true,
  summary: 'Ends the authorization of future debits at once, as the borrower asked',
  source: 'ours',
})

export const terminateLoanCall = defineCall({
  name: 'terminateLoan',
  method: 'POST',
  path: '/dolphin-ops/terminate',
  feature: 'servicing',
  access: 'operations',
  staff: {
    kind: 'byField',
    field: 'subStatus',
    needs: { voided: toEnter('loan.void'), paidOff: toEnter('loan.terminate') },
    about: 'request',
  },
  request: {
    body: z.strictObject({
      loanNo,
      /** voided: the bank has dropped the credit before it settled · paidOff: nothing is owed any more. */
      subStatus: z.enum(['voided', 'paidOff']),
      note: written(2_000),
    }),
  },
  reply: z.strictObject({ loan: loanHead, approval: enteredApproval }),
  refusals: ['loanNotFound', 'loanStatusInvalid'],
  idempotent: true,
  summary: 'Enters the end of a loan, voided before it is funded or with nothing owed; another confirms it',
  source: 'ours',
})
