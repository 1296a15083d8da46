import { RESPONSE_CODES, type ResponseCodeName } from '@dolphin/contract/response-codes'

/** The number of a response code. */
export const codeOf = (name: ResponseCodeName): number => RESPONSE_CODES[name].code

/** Names of response codes by number. */
export const RESPONSE_CODE_NAMES: ReadonlyMap<number, ResponseCodeName> = new Map(
  (Object.keys(RESPONSE_CODES) as ResponseCodeName[]).map((name) => [RESPONSE_CODES[name].code, name]),
)

/** The HTTP status and the name of a response code; undefined where the number is not ours. */
export function responseCodeOf(
  code: number,
): { readonly name: ResponseCodeName; readonly httpStatus: number } | undefined {
  const name = RESPONSE_CODE_NAMES.get(code)
  return name === undefined ? undefined : { name, httpStatus: RESPONSE_CODES[name].httpStatus }
}
