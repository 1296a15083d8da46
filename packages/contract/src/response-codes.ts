import { accountCodes } from './response-codes/account-codes.ts'
import { generalCodes } from './response-codes/general-codes.ts'
import { identityCodes } from './response-codes/identity-codes.ts'
import { loanCodes } from './response-codes/loan-codes.ts'
import { originationCodes } from './response-codes/origination-codes.ts'
import { staffCodes } from './response-codes/staff-codes.ts'

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
  ...staffCodes,
  ...originationCodes,
  ...loanCodes,
  ...generalCodes,
} as const

export type ResponseCodeName = keyof typeof RESPONSE_CODES
