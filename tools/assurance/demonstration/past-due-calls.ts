import { assert } from '@dolphin/domain/assert'
import { listWorkItemCall, putOffWorkItemCall, showWorkItemCall } from '@dolphin/contract/work-items'
import { type Cases, employeeOf } from './cases.ts'

/** What came of a collector's calls. */
const SAID = [
  { outcome: 'promised', note: 'Pays by card this Friday.' },
  { outcome: 'talked', note: 'Changed jobs, and pays from the next payday on.' },
  { outcome: 'leftMessage', note: 'No answer; left a message to call back.' },
] as const

/** A collector has called those whose day to be called is over, and calls again; answers how many wait for a first call. */
export async function callPastDue({ api }: Cases): Promise<number> {
  const collector = await employeeOf(api, 'collector')
  const { items } = await collector.ask(listWorkItemCall, { query: { kind: 'loanPastDue' } })
  const late = items.filter(({ overdue }) => overdue)
  for (const [index, { workItemNo }] of late.entries()) {
    const said = SAID[index % SAID.length] ?? SAID[0]
    const { mayRestUntil } = await collector.ask(showWorkItemCall, { params: { workItemNo } })
    assert(mayRestUntil !== null, 'a loan past due is called again')
    await collector.ask(putOffWorkItemCall, { body: { workItemNo, ...said, nextDay: mayRestUntil } })
  }
  return items.length - late.length
}
