import type { CallValue } from '../../calls/call.ts'
import { workText } from './messages.ts'

type Taker = CallValue<'listWorkItem'>['items'][number]['takenBy']

/** Who has an item, as the desk says it. */
export function takerText(takenBy: Taker, ownId: string): string {
  if (takenBy === null) return '–'
  return takenBy.employeeId === ownId ? workText.takenByYou : takenBy.name
}
