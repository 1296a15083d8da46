import { workText } from '../work/messages.ts'

const PREFIX = 'employee:'

/** An employee as history names one, as the desk says it; a customer or the system stays as it is. */
export const employeeText = (actor: string, ownId: string): string =>
  actor === `${PREFIX}${ownId}` ? workText.takenByYou : actor.replace(PREFIX, '')
