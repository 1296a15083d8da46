import { z } from 'zod'
import { text } from '../wire.ts'

/** One specific reason, and what would change the outcome. Source: domain.md §6, 12 CFR 1002.9(b)(2). */
export const declineReason = z.strictObject({ code: text(64), reason: text(500), change: text(500) })
