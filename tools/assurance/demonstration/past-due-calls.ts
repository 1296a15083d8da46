import { closeWorkItemCall, listWorkItemCall } from '@dolphin/contract/work-items'
import { type Cases, employeeOf } from './cases.ts'

/** What borrowers said when a collector called. */
const SAID = [
  'Called: pays by card this Friday.',
  'Called: changed jobs, and pays from the next payday on.',
  'Called, no answer; left a message to call back.',
] as const

/** A collector has called those whose day to be called is over; the others wait. Answers how many wait. */
export async function callPastDue({ api }: Cases): Promise<number> {
  const collector = await employeeOf(api, 'collector')
  const { items } = await collector.ask(listWorkItemCall, { query: { kind: 'loanPastDue' } })
  const late = items.filter(({ overdue }) => overdue)
  for (const [index, { workItemNo }] of late.entries()) {
    const reason = SAID[index % SAID.length] ?? SAID[0]
    await collector.ask(closeWorkItemCall, { body: { workItemNo, reason } })
  }
  return items.length - late.length
}
