import { describe } from './describe-error.ts'
import { readerLanguage, speaking } from './request-language.ts'
import type { RefusalDetail } from '../refusal.ts'
import { inLanguage } from '../reader-words.ts'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { failure, type FailureDetail } from '@dolphin/contract/envelope'
import { databaseOutage, type DatabaseOutage } from '@dolphin/database/driver/database-failure'
import { staffWords } from '@dolphin/contract/response-codes/staff-words'
import type { ResponseCodeName } from '@dolphin/contract/response-codes'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'

/** Framework error codes that are the caller's doing; everything else is ours. */
const CALLER_ERRORS: Readonly<Record<string, ResponseCodeName>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payloadTooLarge',
  FST_REQ_FILE_TOO_LARGE: 'payloadTooLarge',
  FST_FILES_LIMIT: 'payloadTooLarge',
  FST_PARTS_LIMIT: 'payloadTooLarge',
  FST_FIELDS_LIMIT: 'payloadTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedMediaType',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupportedMediaType',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformedRequest',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformedRequest',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformedRequest',
  FST_ERR_BAD_URL: 'malformedRequest',
  FST_ERR_MAX_PARAM_LENGTH: 'notFound',
  FST_PROTO_VIOLATION: 'malformedRequest',
  FST_UNDER_PRESSURE: 'overloaded',
}

const NAME_BY_STATUS: Readonly<Record<number, ResponseCodeName>> = {
  400: 'malformedRequest',
  404: 'notFound',
  405: 'methodNotAllowed',
  413: 'payloadTooLarge',
  415: 'unsupportedMediaType',
  429: 'tooManyRequests',
  503: 'overloaded',
}

/** The pages keep such values from being sent, so the words that a schema names are English only. */
const NOT_VALID: Localized = {
  en: 'This value is not valid. Please check it.',
  es: 'Este valor no es válido. Revíselo.',
}

const NOT_TAKEN: Localized = {
  en: 'This is not part of the request. Please remove it.',
  es: 'Esto no forma parte de la solicitud. Quítelo.',
}

const MISSING: Localized = {
  en: 'This value is missing. Please enter it.',
  es: 'Falta este valor. Escríbalo.',
}

/** The validator's own words, which speak of types and keys and are no words for people. */
const OF_THE_VALIDATOR = /^(Invalid |Too (big|small)|Unrecognized key)/

/** An adapter of the outside world failed after its own retries; the borrower may try again. */
class PartnerUnavailable extends Error {
  override readonly name = 'PartnerUnavailable'
}

/**
 * Every failure leaves as the envelope, with nothing of its cause: stack, SQL and parameters stay in the log,
 * and there only name, code and stack frames, for a database error's message carries its parameters.
 */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const name = nameOf(error)
  const detail = hasZodFastifySchemaValidationErrors(error)
    ? { errors: fieldErrors(error.validation) }
    : tooLarge(error, request.routeOptions.bodyLimit)
  if (name === 'unexpected' || name === 'providerUnavailable' || databaseOutage(error) !== undefined) {
    request.log.error({ failure: describe(error) }, 'a request failed')
  }
  const retryAfter = reply.getHeader('retry-after')
  const seconds = Number(retryAfter)
  const waiting = retryAfter !== undefined && Number.isInteger(seconds) ? { retryAfterSeconds: seconds } : {}
  const pause = retryAfter === undefined ? PAUSE_SECONDS[name] : undefined
  const coming = pause === undefined ? waiting : { retryAfterSeconds: pause }
  return sendFailure(request, reply, name, { ...detail, ...coming })
}

/** Sends a refusal by its name in the catalog. */
export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  name: ResponseCodeName,
  detail: RefusalDetail = {},
): FastifyReply {
  const locale = readerLanguage(request)
  request.refusedAs = name
  const words = request.routeOptions.config.isOfStaff === true ? staffWords(name) : undefined
  const known = detail.message === undefined && words !== undefined ? { ...detail, message: words } : detail
  const envelope = failure(name, request.id, inLanguage<FailureDetail>(known, locale), locale)
  if (detail.retryAfterSeconds !== undefined) reply.header('retry-after', String(detail.retryAfterSeconds))
  return speaking(reply, locale)
    .code(envelope.status)
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(envelope)
}

/** The limit of the route that a body went over; files have another, which the catalog names. */
function tooLarge({ code }: FastifyError, limitBytes: number | undefined): RefusalDetail {
  if (code !== 'FST_ERR_CTP_BODY_TOO_LARGE' || limitBytes === undefined) return {}
  const size = sizeText(limitBytes)
  return {
    message: {
      en: `This is too large. Send at most ${size}.`,
      es: `Es demasiado grande. Envíe ${size} como máximo.`,
    },
  }
}

/** "4 KB", "10 MB". */
const sizeText = (bytes: number): string =>
  bytes < 1_048_576 ? `${Math.floor(bytes / 1_024)} KB` : `${Math.floor(bytes / 1_048_576)} MB`

/** Seconds until what is away, or full, is worth another try. */
const PAUSE_SECONDS: Readonly<Partial<Record<ResponseCodeName, number>>> = {
  overloaded: 2,
  savingPaused: 60,
  tooManyRequests: 2,
}

const NAME_BY_OUTAGE: Readonly<Record<DatabaseOutage, ResponseCodeName>> = {
  away: 'overloaded',
  readOnly: 'savingPaused',
}

function nameOf(error: FastifyError): ResponseCodeName {
  const outage = databaseOutage(error)
  if (outage !== undefined) return NAME_BY_OUTAGE[outage]
  if (hasZodFastifySchemaValidationErrors(error)) return 'invalidInput'
  if (error instanceof PartnerUnavailable) return 'providerUnavailable'
  const byCode = CALLER_ERRORS[error.code]
  if (byCode !== undefined) return byCode
  return (error.statusCode === undefined ? undefined : NAME_BY_STATUS[error.statusCode]) ?? 'unexpected'
}

/** One complaint of a schema, as the type provider tells it. */
interface SchemaIssue {
  readonly instancePath: string
  readonly keyword?: string
  readonly message?: string | undefined
  readonly params?: Readonly<Record<string, unknown>>
}

/** The longest name of the caller's own that a refusal repeats. */
const LONGEST_NAME = 64

function fieldErrors(issues: readonly SchemaIssue[]): { elementKey: string; message: Localized }[] {
  return issues.flatMap((issue) => {
    const path = issue.instancePath.split('/').filter(Boolean)
    const unknown = unknownNames(issue.keyword, issue.params)
    if (unknown.length === 0)
      return [{ elementKey: path.join('.'), message: fieldMessage(issue.message ?? '') }]
    return unknown.map((name) => ({
      elementKey: [...path, name.slice(0, LONGEST_NAME)].join('.'),
      message: NOT_TAKEN,
    }))
  })
}

/** Names that the part knows nothing of; of one that may have several shapes, those that none of them knows. */
function unknownNames(kind: unknown, { keys, errors }: SchemaIssue['params'] = {}): readonly string[] {
  if (kind === 'unrecognized_keys') return Array.isArray(keys) ? keys.map(String) : []
  if (kind !== 'invalid_union' || !Array.isArray(errors)) return []
  const byShape = (errors as readonly (readonly { readonly code?: string }[])[]).map((issues) =>
    issues.flatMap(({ code, ...params }) => unknownNames(code, params)),
  )
  const [first = [], ...others] = byShape
  return first.filter((name) => others.every((names) => names.includes(name)))
}

function fieldMessage(said: string): Localized {
  if (/^Invalid input: expected .*received undefined$/.test(said)) return MISSING
  return said === '' || OF_THE_VALIDATOR.test(said) ? NOT_VALID : { en: said, es: NOT_VALID.es }
}
