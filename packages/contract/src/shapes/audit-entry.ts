import { z } from 'zod'
import { instant, text } from '../wire.ts'

/** One entry of the audit stream. Personal data that got into its facts are masked. */
export const auditEntry = z.strictObject({
  /** audit: written by the server with its hash chain · page: reported by a page (record-business-data). */
  source: z.enum(['audit', 'page']),
  eventNo: text(200),
  at: instant,
  actor: text(120),
  event: text(64),
  /** A loan number, an openId, or what else the entry is about. */
  subject: text(120),
  facts: z.record(z.string(), z.unknown()),
})
