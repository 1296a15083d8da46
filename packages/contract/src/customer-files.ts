import { FIND_KINDS } from '@dolphin/domain/find/find-term'
import { z } from 'zod'
import { defineCall } from './call.ts'
import { may } from './staff-rule.ts'
import {
  customerFile,
  customerNote,
  file,
  loanOfFile,
  HISTORY_KINDS,
  historyLine,
  loanAtAGlance,
} from './shapes/customer-file.ts'
import { auditEntry } from './shapes/audit-entry.ts'
import { ledgerBalance, ledgerPosting } from './shapes/ledger-posting.ts'
import { loanRecords } from './shapes/loan-records.ts'
import { reviewCase } from './shapes/review-case.ts'
import { challengeId, passkeyAssertion, passkeyOptions } from './shapes/staff.ts'
import { instant, loanNo, portfolioId, signedMoney, text, written } from './wire.ts'

/** Most that one search shows; more of them asks for a narrower one. Source: docs/design/console.md, Find. */
const MOST_HITS = 20

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

export const showCustomerCall = defineCall({
  name: 'showCustomer',
  method: 'GET',
  path: '/dolphin-ops/customer/{file}',
  feature: 'customer-files',
  access: 'operations',
  readsCustomer: true,
  staff: may('loan.read', 'customerFile'),
  request: loanOfFile,
  reply: customerFile,
  refusals: ['notFound', 'loanNotFound'],
  idempotent: false,
  summary: 'A customer’s file, masked: loans, open work, notes, what is owed; each read is in the audit',
  source: 'ours',
})

export const customerHistoryCall = defineCall({
  name: 'customerHistory',
  method: 'GET',
  path: '/dolphin-ops/customer/{file}/history',
  feature: 'customer-files',
  access: 'operations',
  readsCustomer: true,
  staff: may('loan.read', 'customerFile'),
  request: {
    params: z.strictObject({ file }),
    query: z.strictObject({
      kind: z.enum(HISTORY_KINDS).optional(),
      /** Goes on after this line. */
      after: text(120).optional(),
    }),
  },
  reply: z.strictObject({
    /** Newest first. */
    lines: z.array(historyLine).max(50),
    after: text(120).nullable(),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'Everything that happened to a customer and their loans, newest first',
  source: 'ours',
})

export const loanRecordsCall = defineCall({
  name: 'loanRecords',
  method: 'GET',
  path: '/dolphin-ops/customer/loan/{loanNo}',
  feature: 'customer-files',
  access: 'operations',
  readsCustomer: true,
  staff: may('loan.read'),
  request: { params: z.strictObject({ loanNo }) },
  reply: loanRecords,
  refusals: ['loanNotFound'],
  idempotent: false,
  summary:
    'What is on record about a loan: schedule, transactions, documents, masked answers, consents, notices',
  source: 'ours',
})

export const loanLedgerCall = defineCall({
  name: 'loanLedger',
  method: 'GET',
  path: '/dolphin-ops/customer/loan/{loanNo}/ledger',
  feature: 'customer-files',
  access: 'operations',
  readsCustomer: true,
  staff: may('loan.read'),
  request: {
    params: z.strictObject({ loanNo }),
    query: z.strictObject({
      /** Goes on after the posting of this number. */
      after: z
        .string()
        .regex(/^\d{1,9}$/, 'Take it from the page before')
        .optional(),
    }),
  },
  reply: z.strictObject({
    loanNo,
    /** Every posting is as it was booked: the chain of hashes, computed anew, holds. */
    intact: z.boolean(),
    /** Of all entries: zero, or something is very wrong. */
    total: signedMoney,
    /** Postings of the whole ledger. */
    count: z.int().nonnegative(),
    balances: z.array(ledgerBalance).max(20),
    /** Newest first. */
    postings: z.array(ledgerPosting).max(50),
    after: text(20).nullable(),
  }),
  refusals: ['loanNotFound'],
  idempotent: false,
  summary: 'A loan’s ledger, newest first, with its balances and whether its chain of hashes holds',
  source: 'ours',
})

export const showReviewCaseCall = defineCall({
  name: 'showReviewCase',
  method: 'GET',
  path: '/dolphin-ops/customer/loan/{loanNo}/review',
  feature: 'customer-files',
  access: 'operations',
  readsCustomer: true,
  staff: may('decision.read'),
  request: { params: z.strictObject({ loanNo }) },
  reply: reviewCase,
  refusals: ['loanNotFound'],
  idempotent: false,
  summary:
    'An application as its reviewer reads it: days left, offer, facts against rules, who is alike, statements',
  source: 'ours',
})

export const customerAuditCall = defineCall({
  name: 'customerAudit',
  method: 'GET',
  path: '/dolphin-ops/customer/{file}/audit',
  feature: 'customer-files',
  access: 'operations',
  readsCustomer: true,
  staff: may('audit.search', 'customerFile'),
  request: {
    params: z.strictObject({ file }),
    query: z.strictObject({
      /** Who read, or who changed; else both. */
      kind: z.enum(['reads', 'changes']).optional(),
      /** Goes on after this entry. */
      after: text(200).optional(),
    }),
  },
  reply: z.strictObject({
    /** Newest first. */
    events: z.array(auditEntry).max(50),
    after: text(200).nullable(),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'Who read a customer’s file and who changed something in it, newest first',
  source: 'ours',
})

export const writeNoteCall = defineCall({
  name: 'writeNote',
  method: 'POST',
  path: '/dolphin-ops/customer/note',
  feature: 'customer-files',
  access: 'operations',
  staff: may('note.write', 'customerFile'),
  request: {
    body: z.strictObject({
      file,
      text: written(2_000).trim().min(1, 'Write the note'),
      /** Null: about the customer as a whole. */
      loan: loanNo.nullable(),
    }),
  },
  reply: customerNote,
  refusals: ['notFound', 'loanNotFound'],
  idempotent: true,
  summary: 'Writes a note into a customer’s file; it is not changed afterward',
  source: 'ours',
})

/** What can be shown whole. */
const unmaskField = z.enum(['ssn', 'birthDate', 'email', 'phone', 'account'])

const unmasking = {
  file,
  field: unmaskField,
  reason: written(200).trim().min(3, 'Say why'),
}

export const beginUnmaskCall = defineCall({
  name: 'beginUnmask',
  method: 'POST',
  path: '/dolphin-ops/customer/unmask/begin',
  feature: 'customer-files',
  access: 'operations',
  staff: may('pii.unmask', 'customerFile'),
  request: { body: z.strictObject(unmasking) },
  reply: z.strictObject({ challengeId, options: passkeyOptions }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'Asks for a passkey over the field that is to be shown, and why',
  source: 'ours',
})

export const unmaskCall = defineCall({
  name: 'unmask',
  method: 'POST',
  path: '/dolphin-ops/customer/unmask',
  feature: 'customer-files',
  access: 'operations',
  staff: may('pii.unmask', 'customerFile'),
  request: {
    body: z.strictObject({ ...unmasking, challengeId, response: passkeyAssertion }),
  },
  reply: z.strictObject({
    value: text(300),
    /** When the page hides it again. */
    until: instant,
  }),
  refusals: ['notFound', 'approvalChanged', 'staffSignInRefused', 'passkeyBlocked'],
  idempotent: false,
  summary:
    'Shows one field of a customer whole, for a minute, to who signed for it; in the audit with the reason',
  source: 'ours',
})
