import { noteLegalFactCall } from '@dolphin/contract/legal-facts'
import { addDays, formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { type Cases, employeeOf } from './cases.ts'
import { loansInProcessing } from './entries.ts'

/** What two borrowers wrote of, so many days ago. */
const FACTS = [
  { kind: 'bankruptcy', days: 6, reference: 'D. Del. 27-10001', note: 'A notice of the court came by mail.' },
  { kind: 'activeDuty', days: 20, reference: null, note: 'Sent a copy of the orders.' },
] as const

/** Bankruptcy and active duty are noted on two of the newest loans whose payments go on; answers how many. */
export async function noteLaw({ api, today }: Cases): Promise<number> {
  const newest = (await loansInProcessing(api)).toReversed()
  const support = await employeeOf(api, 'support')
  let noted = 0
  for (const [index, { days, ...fact }] of FACTS.entries()) {
    const loanNo = newest[index]
    if (loanNo === undefined) continue
    const body = { ...fact, loanNo, since: formatLocalDate(addDays(today, -days)) }
    await support.ask(noteLegalFactCall, { body })
    noted += 1
  }
  return noted
}
