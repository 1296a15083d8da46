import type { DomainOption } from './domain-values.ts'
import { IDENTITY_OPTIONS } from './enumeration-options/identity-options.ts'
import { PAYMENT_OPTIONS } from './enumeration-options/payment-options.ts'

/** The list of each field, or fact on file, that holds a code number; staff know changes by their number too. */
const LIST_OF: ReadonlyMap<string, { readonly list: readonly DomainOption[]; readonly isNumbered: boolean }> =
  new Map([
    ['changeType', { list: PAYMENT_OPTIONS.changeType, isNumbered: true }],
    ['changeTypeCode', { list: PAYMENT_OPTIONS.changeType, isNumbered: true }],
    ['paymentMode', { list: PAYMENT_OPTIONS.paymentMode, isNumbered: false }],
    // Of a change of the account: where it was, and where it came to.
    ['from', { list: IDENTITY_OPTIONS.accountStatus, isNumbered: false }],
    ['to', { list: IDENTITY_OPTIONS.accountStatus, isNumbered: false }],
  ])

/** The zero of a list that says "none". */
const NONE = '0'

/**
 * A code number in the words of its list, in English: 302 of `changeType` is "Refund of a duplicate debit (302)"; null where it
 * says "none" (0); undefined for a field without a list and for a number that its list does not have. Source: product.md §3.
 */
export function codeWords(field: string, code: unknown): string | null | undefined {
  if (typeof code !== 'number' && typeof code !== 'string') return undefined
  const found = LIST_OF.get(field)
  const option = found?.list.find(({ value }) => value === `${code}`)
  if (option === undefined) return undefined
  if (option.value === NONE) return null
  return found?.isNumbered === true ? `${option.label} (${option.value})` : option.label
}

type Facts = Readonly<Record<string, unknown>>

/** Facts on file as staff read them: codes in the words of their list, and none that says nothing. */
export const factsInWords = (facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => {
      const words = codeWords(name, value)
      return words === null ? [] : [[name, words ?? value]]
    }),
  )

/** The same of facts that stand in a text as JSON; any other text stays as it is, as does one that was cut short. */
export function factTextInWords(text: string): string {
  if (!text.startsWith('{')) return text
  try {
    return JSON.stringify(factsInWords(JSON.parse(text) as Facts))
  } catch {
    return text
  }
}
