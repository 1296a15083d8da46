import { z } from 'zod'
import { defineCall } from './call.ts'
import { enteredApproval } from './shapes/approval.ts'
import { dataRequest } from './shapes/data-request.ts'
import { personName, typedAddress } from './shapes/person.ts'
import { DATA_REQUEST_KINDS } from '@dolphin/domain/retention/data-request'
import { enters } from './staff-rule.ts'
import { isoDate, openId, portfolioId, queryPortfolioId, text, written } from './wire.ts'

const requestNo = z.string().regex(/^P\d{9,12}$/, 'A request looks like P000000012')
const note = written(500).trim().min(3, 'Say why')

export const listDataRequestCall = defineCall({
  name: 'listDataRequest',
  method: 'GET',
  path: '/dolphin-ops/person/{openId}/request',
  feature: 'privacy',
  access: 'operations',
  readsCustomer: true,
  staff: enters('person.correct', 'customer'),
  request: { params: z.strictObject({ openId }) },
  reply: z.strictObject({ requests: z.array(dataRequest).max(200) }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'What a customer asked of their own data, and the answers',
  source: 'ours',
})

const requestQuery = z.strictObject({
  portfolioId: queryPortfolioId.optional(),
  kind: z.enum(DATA_REQUEST_KINDS).optional(),
  /** Those that wait for their answer where it is not named. */
  state: z.enum(['open', 'answered']).optional(),
  /** The request with which the page before ended. */
  after: requestNo.optional(),
})

export const searchDataRequestCall = defineCall({
  name: 'searchDataRequest',
  method: 'GET',
  path: '/dolphin-ops/data-request',
  feature: 'privacy',
  access: 'operations',
  staff: enters('person.correct'),
  request: { query: requestQuery },
  reply: z.strictObject({
    requests: z
      .array(
        dataRequest
          .pick({
            requestNo: true,
            kind: true,
            askedAt: true,
            answerBy: true,
            answeredAt: true,
            outcome: true,
          })
          .extend({
            portfolioId,
            openId,
            /** Empty where none is on file, or no more. */
            customerName: text(200),
            /** Its day is over, and it waits still. */
            overdue: z.boolean(),
            /** "employee:<id>"; null while it waits. */
            answeredBy: text(120).nullable(),
          }),
      )
      .max(100),
    /** Where the next page begins; null at the end. */
    after: requestNo.nullable(),
  }),
  refusals: [],
  idempotent: false,
  summary:
    'Requests of customers about their own data: those that wait, first asked first, or those answered, newest first',
  source: 'ours',
})

export const exportDataRequestCall = defineCall({
  name: 'exportDataRequest',
  method: 'GET',
  path: '/dolphin-ops/data-request-csv',
  feature: 'privacy',
  access: 'operations',
  staff: enters('person.correct'),
  replyType: 'file',
  request: { query: requestQuery.omit({ after: true }) },
  reply: z.unknown(),
  refusals: [],
  idempotent: false,
  summary: 'The requests about data as a table, at most 1,000 rows; in the audit with filter and count',
  source: 'ours',
})

export const enterPersonExportCall = defineCall({
  name: 'enterPersonExport',
  method: 'POST',
  path: '/dolphin-ops/person/export',
  feature: 'privacy',
  access: 'operations',
  staff: enters('person.export', 'customer'),
  request: { body: z.strictObject({ openId, requestNo: requestNo.optional(), note }) },
  reply: z.strictObject({ approval: enteredApproval }),
  refusals: ['notFound', 'dataRequestOver'],
  idempotent: true,
  summary: 'Enters a copy of everything on file about a customer, for a colleague to confirm',
  source: 'ours',
})

export const exportPersonCall = defineCall({
  name: 'exportPerson',
  method: 'GET',
  path: '/dolphin-ops/person/{openId}/export',
  feature: 'privacy',
  access: 'operations',
  readsCustomer: true,
  staff: enters('person.export', 'customer'),
  replyType: 'file',
  request: { params: z.strictObject({ openId }) },
  reply: z.unknown(),
  refusals: ['notFound', 'personExportWaits'],
  idempotent: false,
  summary:
    'A copy of everything on file about a customer, as JSON, for 24 hours after a colleague confirmed it',
  source: 'ours',
})

export const correctPersonCall = defineCall({
  name: 'correctPerson',
  method: 'POST',
  path: '/dolphin-ops/person/correct',
  feature: 'privacy',
  access: 'operations',
  staff: enters('person.correct', 'customer'),
  request: {
    body: z.strictObject({
      openId,
      /** The request that it answers. */
      requestNo: requestNo.optional(),
      /** What is right; everything else stays. */
      right: z
        .strictObject({
          firstName: personName.shape.firstName.optional(),
          middleName: personName.shape.middleName.optional(),
          lastName: personName.shape.lastName.optional(),
          birthDate: isoDate.optional(),
          ssn: z
            .string()
            .regex(/^\d{9}$/, 'An SSN has 9 digits')
            .optional(),
          address: typedAddress.optional(),
        })
        .refine((right) => Object.values(right).some((value) => value !== undefined), 'Say what is right'),
      note,
    }),
  },
  reply: z.strictObject({ approval: enteredApproval }),
  refusals: ['notFound', 'dataRequestOver'],
  idempotent: true,
  summary: 'Enters a correction of what is on file about a customer',
  source: 'ours',
})

export const erasePersonCall = defineCall({
  name: 'erasePerson',
  method: 'POST',
  path: '/dolphin-ops/person/erase',
  feature: 'privacy',
  access: 'operations',
  staff: enters('person.erase', 'customer'),
  request: { body: z.strictObject({ openId, requestNo: requestNo.optional(), note }) },
  reply: z.strictObject({ approval: enteredApproval }),
  refusals: ['notFound', 'dataRequestOver'],
  idempotent: true,
  summary: 'Enters the erasure of all that need not be kept of a customer',
  source: 'ours',
})

export const answerDataRequestCall = defineCall({
  name: 'answerDataRequest',
  method: 'POST',
  path: '/dolphin-ops/person/answer',
  feature: 'privacy',
  access: 'operations',
  staff: enters('person.correct', 'customer'),
  request: {
    body: z.strictObject({
      openId,
      requestNo,
      outcome: z.enum(['done', 'refused']),
      /** What the customer reads. */
      answer: written(2_000).trim().min(3, 'Say what was done, or why not'),
    }),
  },
  reply: z.strictObject({ answered: z.literal(true) }),
  refusals: ['notFound', 'dataRequestOver'],
  idempotent: true,
  summary: 'Answers a request about one’s data that needs no change here, or refuses it with the reason',
  source: 'ours',
})
