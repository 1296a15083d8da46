import { z } from 'zod'
import { instant, openId, portfolioId, text } from '../wire.ts'
import { messageThread } from './secure-message.ts'

/** A customer whose messages wait for the lender. */
export const conversationHead = z.strictObject({
  portfolioId,
  openId,
  customerName: text(200),
  /** What the oldest waiting message is about. */
  thread: messageThread,
  waiting: z.number().int().min(1),
  /** Since when the oldest waits. */
  since: instant,
})
