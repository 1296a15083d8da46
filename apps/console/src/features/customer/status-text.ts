import { nameOf } from '../work/fact-rows.ts'
import { STATUS_NAMES } from './messages.ts'

interface LoanPlace {
  readonly loanStatus: number
  readonly subStatus: string | null
}

/** "203 Processing", "206 Terminated, paid off". */
export function statusText({ loanStatus, subStatus }: LoanPlace): string {
  const status = `${loanStatus} ${STATUS_NAMES[loanStatus] ?? ''}`.trim()
  return subStatus === null ? status : `${status}, ${nameOf(subStatus).toLowerCase()}`
}
