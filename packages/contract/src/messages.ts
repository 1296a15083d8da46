import { z } from 'zod'
import { defineCall } from './call.ts'
import { may } from './staff-rule.ts'
import { employeeNamed } from './shapes/staff.ts'
import { instant, loanNo, openId, portfolioId, queryPortfolioId, text, workItemNo, written } from './wire.ts'

/** One message between customer and lender. */
const secureMessage = z.strictObject({
  messageNo: text(64),
  from: z.enum(['customer', 'lender']),
  text: text(4_000),
  loanNo: loanNo.nullable(),
  sentAt: instant,
  readAt: instant.nullable(),
})

/** What a person may write in one message; the same for both sides. */
const messageText = written(4_000).trim().min(1, "Message can't be empty")

/** Which conversation: a loan's number, or "account" for what is about no loan. */
const messageThread = z.union([loanNo, z.literal('account')])

/** The newest of one conversation, as a history list shows it. */
const messageThreadHead = z.strictObject({
  thread: messageThread,
  lastFrom: z.enum(['customer', 'lender']),
  /** The beginning of the newest message. */
  excerpt: text(120),
  lastAt: instant,
  /** Messages of the other side that were not opened yet. */
  unread: z.number().int().min(0),
})

/** A customer whose messages wait for the lender. */
const conversationHead = z.strictObject({
  portfolioId,
  openId,
  customerName: text(200),
  /** What the oldest waiting message is about. */
  thread: messageThread,
  waiting: z.number().int().min(1),
  /** Since when the oldest waits. */
  since: instant,
  /** The work item of who waits, which a person takes; null where none is open. */
  workItemNo: workItemNo.nullable(),
  takenBy: employeeNamed.nullable(),
})

export const listMessageCall = defineCall({
  name: 'listMessage',
  method: 'GET',
  path: '/dolphin-loan/online/message',
  feature: 'messages',
  access: 'customer',
  request: { query: z.strictObject({ before: text(64).optional(), thread: messageThread.optional() }) },
  reply: z.strictObject({
    /** Of the thread asked for, or of all. */
    messages: z.array(secureMessage).max(100),
    before: text(64).nullable(),
    /** Every conversation, the one with the newest message first. */
    threads: z.array(messageThreadHead).max(200),
  }),
  refusals: [],
  idempotent: false,
  summary: 'The conversations with the lender, and the messages of one of them or of all, newest first',
  source: 'ours',
})

export const readMessageCall = defineCall({
  name: 'readMessage',
  method: 'POST',
  path: '/dolphin-loan/online/message/read',
  feature: 'messages',
  access: 'customer',
  request: { body: z.strictObject({ thread: messageThread, through: text(64) }) },
  reply: z.strictObject({ read: z.number().int().min(0) }),
  refusals: [],
  idempotent: false,
  summary: 'Notes that the lender’s messages of a conversation were opened, up to the one named',
  source: 'ours',
})

export const sendMessageCall = defineCall({
  name: 'sendMessage',
  method: 'POST',
  path: '/dolphin-loan/online/message',
  feature: 'messages',
  access: 'customer',
  request: {
    body: z.strictObject({
      text: messageText,
      loanNo: loanNo.optional(),
    }),
  },
  reply: secureMessage,
  refusals: ['loanNotFound', 'tooManyRequests'],
  idempotent: true,
  summary: 'Sends a message to the lender',
  source: 'ours',
})

export const answerMessageCall = defineCall({
  name: 'answerMessage',
  method: 'POST',
  path: '/dolphin-ops/message',
  feature: 'messages',
  access: 'operations',
  staff: may('message.answer', 'customer'),
  request: { body: z.strictObject({ openId, text: messageText, loanNo: loanNo.optional() }) },
  reply: secureMessage,
  refusals: ['notFound', 'loanNotFound', 'workItemHeld'],
  idempotent: true,
  summary: 'Writes to a customer; what they had written in that conversation no longer waits',
  source: 'ours',
})

export const listConversationCall = defineCall({
  name: 'listConversation',
  method: 'GET',
  path: '/dolphin-ops/message',
  feature: 'messages',
  access: 'operations',
  staff: may('loan.read'),
  request: { query: z.strictObject({ portfolioId: queryPortfolioId.optional() }) },
  reply: z.strictObject({ conversations: z.array(conversationHead).max(200) }),
  refusals: [],
  idempotent: false,
  summary: 'Customers whose messages wait for the lender, longest first',
  source: 'ours',
})

export const exportConversationCall = defineCall({
  name: 'exportConversation',
  method: 'GET',
  path: '/dolphin-ops/message-csv',
  feature: 'messages',
  access: 'operations',
  staff: may('loan.read'),
  replyType: 'file',
  request: { query: z.strictObject({ portfolioId: queryPortfolioId.optional() }) },
  reply: z.unknown(),
  refusals: [],
  idempotent: false,
  summary: 'Customers whose messages wait as a table, at most 1,000 rows; in the audit with filter and count',
  source: 'ours',
})

export const settleMessageCall = defineCall({
  name: 'settleMessage',
  method: 'POST',
  path: '/dolphin-ops/message/settle',
  feature: 'messages',
  access: 'operations',
  staff: may('message.answer', 'customer'),
  request: { body: z.strictObject({ openId }) },
  reply: z.strictObject({ settled: z.number().int().min(0) }),
  refusals: ['notFound', 'workItemHeld'],
  idempotent: true,
  summary: 'Notes that a customer’s messages were read and need no answer',
  source: 'ours',
})

export const showConversationCall = defineCall({
  name: 'showConversation',
  method: 'GET',
  path: '/dolphin-ops/message/{openId}',
  feature: 'messages',
  access: 'operations',
  readsCustomer: true,
  staff: may('loan.read', 'customer'),
  request: {
    params: z.strictObject({ openId }),
    query: z.strictObject({ before: text(64).optional() }),
  },
  reply: z.strictObject({
    portfolioId,
    customerName: text(200),
    messages: z.array(secureMessage).max(100),
    before: text(64).nullable(),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'The messages between one customer and the lender, newest first',
  source: 'ours',
})
