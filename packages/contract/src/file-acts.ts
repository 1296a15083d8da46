import { assert } from '@dolphin/domain/assert'
import { OptInFlag, type OptOut } from '@dolphin/domain/identity/codes'
import { FILE_ACTS, type FileAct } from '@dolphin/domain/servicing/acts/codes'
import { z } from 'zod'
import { type Call, defineCall } from './call.ts'
import { changeAccountCall, enterOptOutCall } from './identity.ts'
import { manualPostingCall } from './payments.ts'
import { endedFact, endLegalFactCall, legalFactKind, notedFact, noteLegalFactCall } from './legal-facts.ts'
import {
  collectLoanCall,
  revokeAuthorizationCall,
  stopDebitCall,
  suspendLoanCall,
  terminateLoanCall,
} from './servicing-staff.ts'
import { reverseEntryCall, sendPrenoteCall } from './entries.ts'
import { correctPersonCall, erasePersonCall } from './person-staff.ts'
import { liftLegalHoldCall, setLegalHoldCall } from './retention-staff.ts'
import { dataRequest } from './shapes/data-request.ts'
import { difference } from './shapes/approval.ts'
import { loanOfFile } from './shapes/customer-file.ts'
import { postingKind, postingOrder } from './shapes/manual-posting.ts'
import { may, needWhere, type StaffNeed } from './staff-rule.ts'
import { isoDate, loanNo, money, openId, portfolioId, serialNo, text } from './wire.ts'
import { collectingSubStatus, suspendReason } from './wire-codes.ts'
import { transactionTypeCode } from './wire-payment-codes.ts'

function needOf({ staff, name }: Pick<Call, 'staff' | 'name'>, value?: string): StaffNeed {
  const need = needWhere(staff, value)
  assert(need !== undefined, `${name} takes a right`)
  return need
}

/** What an employee needs for each act: what the call that carries it out takes. */
export const FILE_ACT_NEEDS: Readonly<Record<FileAct, StaffNeed>> = {
  receipt: needOf(manualPostingCall, 'receipt'),
  checkReceipt: needOf(manualPostingCall, 'checkReceipt'),
  reverseReceipt: needOf(manualPostingCall, 'reverseReceipt'),
  refund: needOf(manualPostingCall, 'refund'),
  feeWaiver: needOf(manualPostingCall, 'feeWaiver'),
  interestWaiver: needOf(manualPostingCall, 'interestWaiver'),
  writeOff: needOf(manualPostingCall, 'writeOff'),
  rejectEntry: needOf(manualPostingCall, 'rejectEntry'),
  scheduleChange: needOf(manualPostingCall, 'scheduleChange'),
  cancelChange: needOf(manualPostingCall, 'cancelChange'),
  suspend: needOf(suspendLoanCall),
  cure: needOf(suspendLoanCall),
  collect: needOf(collectLoanCall),
  voidLoan: needOf(terminateLoanCall, 'voided'),
  endPaid: needOf(terminateLoanCall, 'paidOff'),
  noteLegalFact: needOf(noteLegalFactCall),
  endLegalFact: needOf(endLegalFactCall),
  stopDebit: needOf(stopDebitCall),
  revokeAuthorization: needOf(revokeAuthorizationCall),
  optOut: needOf(enterOptOutCall),
  freeze: needOf(changeAccountCall, 'freeze'),
  deactivate: needOf(changeAccountCall, 'deactivate'),
  activate: needOf(changeAccountCall, 'activate'),
  reverseEntry: needOf(reverseEntryCall),
  sendPrenote: needOf(sendPrenoteCall),
  setHold: needOf(setLegalHoldCall),
  liftHold: needOf(liftLegalHoldCall),
  correctPerson: needOf(correctPersonCall),
  erasePerson: needOf(erasePersonCall),
}

/** What a hold of a file covers: never a class of records. */
const holdScope = z.enum(['person', 'loan', 'application'])

const optOut = z.enum(Object.keys(OptInFlag) as [OptOut, ...OptOut[]])

/** A transaction that an act may be about. */
const actTransaction = z.strictObject({
  transactionNo: text(64),
  type: transactionTypeCode,
  amount: money,
  effectiveDate: isoDate,
})

export const listFileActsCall = defineCall({
  name: 'listFileActs',
  method: 'GET',
  path: '/dolphin-ops/customer/{file}/acts',
  feature: 'customer-files',
  access: 'operations',
  readsCustomer: true,
  staff: may('loan.read', 'customerFile'),
  request: loanOfFile,
  reply: z.strictObject({
    portfolioId,
    /** As in the file: the loan asked for, else the newest that is not over, else the newest. */
    loanNo: loanNo.nullable(),
    openId: openId.nullable(),
    today: isoDate,
    /** Those alone that the employee has the right to. */
    acts: z
      .array(
        z.strictObject({
          act: z.enum(FILE_ACTS),
          /** Another employee confirms it. */
          takesTwo: z.boolean(),
          /** The law, the Nacha rule or the lender’s policy that allows it. */
          rule: text(500),
          /** Why it is not possible now; null: it is. */
          obstacle: text(300).nullable(),
        }),
      )
      .max(FILE_ACTS.length),
    /** What can be chosen in an act, as things stand. */
    choices: z.strictObject({
      fees: money,
      interest: money,
      receiptsToCheck: z.array(actTransaction).max(100),
      /** Money posted by hand that counts, the newest first: it can be reversed. */
      receipts: z.array(actTransaction).max(100),
      onBatch: z.array(actTransaction).max(100),
      /** Payments that can be given back as taken twice: checked ones, the newest first. */
      paid: z.array(actTransaction).max(100),
      installments: z.array(z.strictObject({ number: serialNo, dueDate: isoDate, amount: money })).max(500),
      /** Debits in no file yet; the number is null of one that the borrower has confirmed once. */
      debitsToStop: z
        .array(z.strictObject({ installmentNo: serialNo.nullable(), dueDate: isoDate, amount: money }))
        .max(500),
      collectingSteps: z.array(collectingSubStatus).max(10),
      /** Facts of law that stand on the loan. */
      legalFacts: z.array(legalFactKind).max(10),
      /** Entries that were sent and can be reversed with the next batch, the newest first. */
      reversible: z.array(actTransaction).max(100),
      /** What a hold can be set on in this file; nothing for who sets none. */
      toHold: z.array(z.strictObject({ scope: holdScope, subject: text(64) })).max(3),
      /** Holds of this file in effect; nothing for who lifts none. */
      holds: z
        .array(z.strictObject({ holdNo: text(20), scope: holdScope, subject: text(64), reason: text(500) }))
        .max(100),
      /** Open requests of the customer about their data; nothing for who answers none. */
      requests: z
        .array(dataRequest.pick({ requestNo: true, kind: true, details: true, answerBy: true }))
        .max(10),
    }),
  }),
  refusals: ['notFound', 'loanNotFound'],
  idempotent: false,
  summary:
    'What an employee may do in a customer’s file, what is not possible now and why, and by which rule',
  source: 'ours',
})

const account = { portfolioId, openId }
const requestNo = text(20).nullable()
const { right } = correctPersonCall.request.body.shape
const reversal = reverseEntryCall.request.body.omit({ loanNo: true, note: true }).shape

export const previewFileActCall = defineCall({
  name: 'previewFileAct',
  method: 'POST',
  path: '/dolphin-ops/customer/act/preview',
  feature: 'customer-files',
  access: 'operations',
  staff: { kind: 'byField', field: 'act', needs: FILE_ACT_NEEDS, about: 'request' },
  request: {
    body: z.discriminatedUnion('act', [
      z.strictObject({ act: postingKind, loanNo, ...postingOrder.omit({ kind: true }).shape }),
      z.strictObject({ act: z.literal('suspend'), loanNo, subStatus: suspendReason }),
      z.strictObject({ act: z.literal('noteLegalFact'), loanNo, ...notedFact }),
      z.strictObject({ act: z.literal('endLegalFact'), loanNo, ...endedFact }),
      z.strictObject({ act: z.enum(['cure', 'voidLoan', 'endPaid', 'revokeAuthorization']), loanNo }),
      z.strictObject({ act: z.literal('stopDebit'), loanNo, installmentNo: serialNo.nullable() }),
      z.strictObject({ act: z.literal('collect'), loanNo, subStatus: collectingSubStatus }),
      z.strictObject({ act: z.literal('optOut'), ...account, optOut }),
      z.strictObject({ act: z.enum(['freeze', 'deactivate', 'activate']), ...account }),
      z.strictObject({ act: z.literal('reverseEntry'), loanNo, ...reversal }),
      z.strictObject({ act: z.literal('sendPrenote'), loanNo }),
      z.strictObject({ act: z.literal('setHold'), portfolioId, scope: holdScope, subject: text(64) }),
      z.strictObject({ act: z.literal('liftHold'), portfolioId, holdNo: text(20) }),
      z.strictObject({ act: z.literal('correctPerson'), ...account, requestNo, right }),
      z.strictObject({ act: z.literal('erasePerson'), ...account, requestNo }),
    ]),
  },
  reply: z.strictObject({
    /** Every figure, also those that stay: computed now, by the code that carries it out. */
    differences: z.array(difference).max(500),
    effects: z.array(text(500)).max(50),
    /** Why it would be refused as things stand; null: it would not. */
    blocked: text(500).nullable(),
    /** What of that is about one field of the act; empty where nothing is. */
    errors: z.array(z.strictObject({ elementKey: text(64), message: text(500) })).max(20),
  }),
  refusals: ['loanNotFound', 'accountNotFound', 'notFound'],
  idempotent: false,
  summary: 'What an act would change: carried out and undone, so that nothing of it stays',
  source: 'ours',
})
