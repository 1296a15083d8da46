import { DATA_REQUEST_KINDS } from '@dolphin/domain/retention/data-request'
import { KEPT_WORDS, type KeptFor } from '@dolphin/domain/retention/kept-words'
import { z } from 'zod'
import { instant, isoDate, loanNo, text } from '../wire.ts'

/** The file of a loan or application that is kept against a wish for deletion. */
export const keptFile = z.strictObject({
  loanNo,
  why: z.enum(Object.keys(KEPT_WORDS) as [KeptFor, ...KeptFor[]]),
  words: text(300),
  /** The day on which it is erased; null while its period has not begun or a legal matter lasts. */
  until: isoDate.nullable(),
})

/** A request about one's data, as its customer and the staff read it. */
export const dataRequest = z.strictObject({
  requestNo: text(20),
  kind: z.enum(DATA_REQUEST_KINDS),
  details: text(2_000),
  askedAt: instant,
  answerBy: isoDate,
  answeredAt: instant.nullable(),
  outcome: z.enum(['done', 'inPart', 'refused']).nullable(),
  /** Our answer in words; null while it is open. */
  answer: text(2_000).nullable(),
  /** What was kept when it was answered, line by line. */
  kept: z.array(text(400)).max(200),
})
