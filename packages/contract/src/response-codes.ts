import { accountCodes } from './response-codes/account-codes.ts'
import { generalCodes } from './response-codes/general-codes.ts'
import { identityCodes } from './response-codes/identity-codes.ts'
import { loanCodes } from './response-codes/loan-codes.ts'
import { originationCodes } from './response-codes/origination-codes.ts'
import type { ResponseCodeEntry } from './response-codes/entry.ts'

/** The only code of an answer that carries what was asked for. Source: product.md §7. */
export const SUCCESS_CODE = 1

/** Title code of the /404, /403 and /500 pages. Source: product.md §2. */
export const ERROR_PAGE_CODE = 10000001

/**
 * Every code that the server may answer besides success: number, HTTP status, what people read, what pages do.
 * Holds no zod, so that the browser may load it.
 */
export const RESPONSE_CODES = {
  ...identityCodes,
  ...accountCodes,
  ...originationCodes,
  ...loanCodes,
  ...generalCodes,
} as const

export type ResponseCodeName = keyof typeof RESPONSE_CODES

/** Names by number, for the client that received a number. */
export const RESPONSE_CODE_NAMES: ReadonlyMap<number, ResponseCodeName> = new Map(
  (Object.keys(RESPONSE_CODES) as ResponseCodeName[]).map((name) => [RESPONSE_CODES[name].code, name]),
)

/** The catalogue entry of a number, or undefined where the number is not ours. */
export function responseCodeOf(
  code: number,
): (ResponseCodeEntry & { readonly name: ResponseCodeName }) | undefined {
  const name = RESPONSE_CODE_NAMES.get(code)
  return name === undefined ? undefined : { ...RESPONSE_CODES[name], name }
}
