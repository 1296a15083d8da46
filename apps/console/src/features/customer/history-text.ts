import { readableDates } from '../../time/instant-text.ts'
import { factRows, nameOf } from '../work/fact-rows.ts'
import { TRANSACTION_NAMES } from './messages.ts'

/** Where something was or came to, in words: "On a batch", "Originating, customer review". */
export function placeText(event: string, place: string): string {
  if (event === 'transactionStatus') return TRANSACTION_NAMES[place] ?? place
  const [first = '', ...rest] = place.split('/')
  return [nameOf(first), ...rest.map((part) => nameOf(part).toLowerCase())].join(', ')
}

/** Who did it: "system" → "System"; of a customer without their number; an employee as they are named. */
export const actorText = (actor: string): string =>
  actor.includes('-') && !actor.includes(':') ? actor : nameOf(actor.replace(/:.*$/, ''))

/** Proof of a confirmation, which the audit tab shows whole: no one reads it in passing. */
export const PROOFS: ReadonlySet<string> = new Set(['digest', 'factorId'])

/**
 * Why, as a sentence or as name and value; instants as the desk writes them. Facts that were cut short stay as they are; those
 * named in `left` are left out.
 */
export function causeText(text: string, left: ReadonlySet<string> = new Set()): string {
  const facts = factsIn(text)
  const said =
    facts === undefined
      ? text
      : factRows(Object.fromEntries(Object.entries(facts).filter(([name]) => !left.has(name))))
          .map((row) => row.join(': '))
          .join('; ')
  return readableDates(said)
}

function factsIn(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>
  } catch {
    return undefined
  }
}
