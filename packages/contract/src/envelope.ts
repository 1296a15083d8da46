import type { Locale } from '@dolphin/domain/portfolios/localized'
import { z } from 'zod'
import { RESPONSE_CODES, SUCCESS_CODE, type ResponseCodeName } from './response-codes.ts'

/** One refused field; a section-wide message has an empty element key. */
export const FieldErrorSchema = z.strictObject({ elementKey: z.string(), message: z.string() })
export type FieldError = z.output<typeof FieldErrorSchema>

/** What every answer but success carries. The optional parts are facts that a page needs to react. */
export const FailureDataSchema = z.strictObject({
  message: z.string(),
  requestId: z.string(),
  errors: z.array(FieldErrorSchema).optional(),
  /** Beside the Retry-After header. */
  retryAfterSeconds: z.int().nonnegative().optional(),
  /** -1 inactive, -3 frozen; only after a right password. Source: domain.md §12. */
  accountStatus: z.union([z.literal(-1), z.literal(-2), z.literal(-3)]).optional(),
  /** What the server holds now, for a stale version: the page shows both values. */
  current: z
    .strictObject({
      version: z.int(),
      values: z.record(z.string(), z.unknown()),
      /** The masks of values that are not sent back. */
      masked: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
  /** Specific reasons, each saying what would change the outcome. */
  reasons: z.array(z.string()).optional(),
  /** The rule that denied, with its citation. */
  rule: z.string().optional(),
})
export type FailureData = z.output<typeof FailureDataSchema>

export const FailureEnvelopeSchema = z.strictObject({
  status: z.int().min(400).max(599),
  code: z.int().negative(),
  data: FailureDataSchema,
})
export type FailureEnvelope = z.output<typeof FailureEnvelopeSchema>

export interface SuccessEnvelope<Data> {
  readonly status: 200
  readonly code: typeof SUCCESS_CODE
  readonly data: Data
}

export type Envelope<Data> = SuccessEnvelope<Data> | FailureEnvelope

/** The schema of a success answer whose `data` is the given payload. */
export function successEnvelopeSchema<Reply extends z.ZodType>(reply: Reply) {
  return z.strictObject({ status: z.literal(200), code: z.literal(SUCCESS_CODE), data: reply })
}

/** The answer to a call that did what was asked. */
export function success<Data>(data: Data): SuccessEnvelope<Data> {
  return { status: 200, code: SUCCESS_CODE, data }
}

/** Everything of a refusal but the message, which the catalog supplies unless a better one is known. */
export type FailureDetail = Omit<FailureData, 'message' | 'requestId'> & { readonly message?: string }

/** The answer to a call that was refused, by its name in the catalog. */
export function failure(
  name: ResponseCodeName,
  requestId: string,
  detail: FailureDetail = {},
  locale: Locale = 'en',
): FailureEnvelope {
  const entry = RESPONSE_CODES[name]
  const data: FailureData = { ...detail, message: detail.message ?? entry.message[locale], requestId }
  return { status: entry.httpStatus, code: entry.code, data }
}
