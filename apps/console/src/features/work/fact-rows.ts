import { readableDates } from '../../time/instant-text.ts'

/** Facts as they are stored have names of the code; people read words: `effectiveEntryDate` is "Effective entry date". */
export const nameOf = (key: string): string => {
  const words = key.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A name of the code that stands as a value, such as `underwriterReview`; numbers of sessions and texts are none. */
const CODE_NAME = /^[a-z]+(?:[A-Z][a-z]+)+$/

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, inner]) => `${nameOf(key)}: ${textOf(inner)}`)
      .join('; ')
  const text = String(value)
  return CODE_NAME.test(text) ? nameOf(text) : text
}

/** Names of facts that hold a customer's number, or those of several. */
const CUSTOMERS: readonly string[] = ['openId', 'customers']

/** The customers whom an item is about beside those of its loans, and all other facts. */
export function customersIn(facts: Readonly<Record<string, unknown>>): {
  readonly customers: readonly string[]
  readonly others: Readonly<Record<string, unknown>>
} {
  const entries = Object.entries(facts)
  return {
    customers: entries
      .filter(([key]) => CUSTOMERS.includes(key))
      .flatMap(([, value]) => value)
      .filter((value) => typeof value === 'string'),
    others: Object.fromEntries(entries.filter(([key]) => !CUSTOMERS.includes(key))),
  }
}

/**
 * The facts of an item as rows of a name and a value, days as the desk writes them; what is not known is left out. The server
 * says codes in words.
 */
export const factRows = (facts: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] =>
  Object.entries(facts)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([key, value]) => [nameOf(key), readableDates(textOf(value))] as const)
