import { z } from 'zod'
import { instant, loanNo, text } from '../wire.ts'

/** One message between customer and lender. */
export const secureMessage = z.strictObject({
  messageNo: text(64),
  from: z.enum(['customer', 'lender']),
  text: text(4_000),
  loanNo: loanNo.nullable(),
  sentAt: instant,
  readAt: instant.nullable(),
})

/** What a person may write in one message; the same for both sides. */
export const messageText = z.string().trim().min(1, "Message can't be empty").max(4_000)

/** Which conversation: a loan's number, or "account" for what is about no loan. */
export const messageThread = z.union([loanNo, z.literal('account')])

/** The newest of one conversation, as a history list shows it. */
export const messageThreadHead = z.strictObject({
  thread: messageThread,
  lastFrom: z.enum(['customer', 'lender']),
  /** The beginning of the newest message. */
  excerpt: text(120),
  lastAt: instant,
  /** Messages of the other side that were not opened yet. */
  unread: z.number().int().min(0),
})
