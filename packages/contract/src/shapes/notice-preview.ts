import { z } from 'zod'
import { text } from '../wire.ts'

const words = z.strictObject({ subject: text(500), text: text(10_000) })

/** A notice as it would be sent, in each language. */
export const noticePreview = z.strictObject({ en: words, es: words })
