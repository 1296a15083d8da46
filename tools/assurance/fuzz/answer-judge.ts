import type { Call } from '@dolphin/contract/call'
import { RESPONSE_CODES, SUCCESS_CODE } from '@dolphin/contract/response-codes'
import { RESPONSE_CODE_NAMES } from '@dolphin/api/testing/response-code-of'
import type { WireAnswer } from './wire-request.ts'

/** What no answer may hold: frames, paths of ours, statements, names of the parts that answer. */
const INSIDES =
  /\n\s+at |node_modules|\bfile:\/\/|\.(?:ts|mjs|js):\d+|\/(?:apps|packages)\/\w|(?:select|insert|update) .{1,80} (?:from|into|set) |pglite|postgres|drizzle|ECONN|FST_ERR|ZodError|TypeError|RangeError/i
const JSON_TYPE = /^application\/json(?:; charset=utf-8)?$/

export const isOverloaded = ({ status, text }: WireAnswer): boolean =>
  status === RESPONSE_CODES.overloaded.httpStatus && text.includes(String(RESPONSE_CODES.overloaded.code))

/** Whether the server itself failed. Source: issue "Proof" 5. */
const isServerFault = ({ status }: WireAnswer): boolean => status >= 500

/** What is wrong with an answer, if anything: it is an envelope that says nothing of the server's insides, or a file. */
export function faultOf(call: Call, answer: WireAnswer): string | undefined {
  const { status, headers, text } = answer
  if (isServerFault(answer)) return `answered ${status}`
  if (status === 304) return text === '' ? undefined : 'a 304 with a body'
  const type = headers['content-type'] ?? ''
  if (call.replyType === 'file' && status === 200 && headers['content-disposition'] !== undefined) {
    return headers['x-content-type-options'] === 'nosniff' ? undefined : 'a file that may be sniffed'
  }
  if (!JSON_TYPE.test(type)) return `is no envelope: content type "${type}"`
  return envelopeFault(answer)
}

function envelopeFault({ status, text }: WireAnswer): string | undefined {
  const envelope = parsed(text)
  if (envelope === undefined) return 'is no JSON object'
  if (envelope['status'] !== status) return `says status ${String(envelope['status'])} and has ${status}`
  const { code } = envelope
  if (code === SUCCESS_CODE) return status === 200 ? undefined : `a success with ${status}`
  if (typeof code !== 'number' || !RESPONSE_CODE_NAMES.has(code)) return `an unknown code: ${String(code)}`
  if (!('data' in envelope)) return 'has no data'
  const inside = INSIDES.exec(text)
  return inside === null ? undefined : `tells of the insides: ${inside[0].trim().slice(0, 80)}`
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
      ? (value as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}
