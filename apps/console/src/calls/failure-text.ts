import type { CallFailure } from './call-failure.ts'

const UNREACHABLE = 'The desk did not answer. Check your connection, then try again. Nothing is lost.'

/** What the server said of each field, by the field's name. */
export const fieldFaults = (failure: CallFailure): Readonly<Record<string, string>> =>
  failure.kind === 'network'
    ? {}
    : Object.fromEntries((failure.data.errors ?? []).map((one) => [one.elementKey, one.message]))

/**
 * What a failed call says to the reader: the message of its code, with what is said of its fields unless each field says
 * it itself, and how long to wait where the server knows.
 */
export function failureText(failure: CallFailure, fieldsSayIt = false): string {
  if (failure.kind === 'network') return UNREACHABLE
  const { message, errors = [], retryAfterSeconds } = failure.data
  const ofFields = fieldsSayIt ? [] : errors.map((one) => one.message)
  const words = [...new Set([message, ...ofFields])].join(' ')
  return retryAfterSeconds === undefined ? words : `${words} (in ${retryAfterSeconds} seconds)`
}

/** The refusals after which a page does more than show the message. A test holds them against the catalog of codes. */
export const REFUSAL_CODES = {
  notFound: -95010002,
  linkNoLongerValid: -82030011,
  approvalChanged: -79050113,
  approvalOver: -79050114,
  approvalBlocked: -79050115,
  touchNeeded: -79050120,
} as const

/** Whether the server refused with just this code. */
export const isRefusal = (failure: CallFailure, name: keyof typeof REFUSAL_CODES): boolean =>
  failure.kind === 'refused' && failure.code === REFUSAL_CODES[name]
