import type { CallFailure } from '../api-client/call.ts'
import { appText } from './messages.ts'

/** The server's words about one field where it gave any, else about the whole. */
export function fieldFailureText(failure: CallFailure): string {
  const words = failure.kind === 'refused' ? failure.data.errors?.[0]?.message : undefined
  return words ?? failureText(failure)
}

/** What people read when a call failed: the server's own message, or that it could not be reached. */
export function failureText(failure: CallFailure): string {
  return failure.kind === 'refused' ? failure.data.message : appText('networkFailure')
}

/** What the server said about fields that a form has, by field; none where it named none of them. */
export function fieldFailures<Values extends object>(
  failure: CallFailure,
  values: Values,
): { readonly [Key in keyof Values]?: string } | undefined {
  if (failure.kind !== 'refused') return undefined
  const named = failure.data.errors?.filter(({ elementKey }) => elementKey in values) ?? []
  if (named.length === 0) return undefined
  return Object.fromEntries(named.map(({ elementKey, message }) => [elementKey, message])) as {
    [Key in keyof Values]?: string
  }
}
