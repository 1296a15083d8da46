import { workText } from './messages.ts'

const PREFIX = 'employee:'

/** Who took an item, as items name an employee. */
export const takerOf = (employeeId: string): string => `${PREFIX}${employeeId}`

/** Who took an item, as the desk says it. */
export function takerText(takenBy: string | null, ownId: string): string {
  if (takenBy === null) return '–'
  return takenBy === takerOf(ownId) ? workText.takenByYou : takenBy.replace(PREFIX, '')
}
