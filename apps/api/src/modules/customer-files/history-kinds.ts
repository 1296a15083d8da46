import type { CallReply } from '@dolphin/contract/call'
import type { customerHistoryCall } from '@dolphin/contract/customer-files'
import { employeeIdIn } from '../../http/actor.ts'

type Line = CallReply<typeof customerHistoryCall>['lines'][number]
type HistoryKind = Line['kinds'][number]

/** Under which filters an event stands by its name; the others stand under no filter but that of who did it. */
const KINDS: Readonly<Record<string, readonly HistoryKind[]>> = {
  transactionStatus: ['money'],
  return: ['money', 'debits'],
  noticeOfChange: ['money'],
  change: ['money'],
  loanStatus: ['decisions'],
  decision: ['decisions'],
  decided: ['decisions'],
  debitEligibility: ['debits'],
  message: ['messages'],
  notice: ['messages'],
  customerAnswered: ['messages', 'staff'],
  note: ['staff'],
  workItem: ['staff'],
}

/** Under which filters a line of the history stands; what an employee did stands under `staff` too. */
export function kindsOf({ event, actor }: Pick<Line, 'event' | 'actor'>): readonly HistoryKind[] {
  const kinds = KINDS[event] ?? []
  return employeeIdIn(actor) === undefined || kinds.includes('staff') ? kinds : [...kinds, 'staff']
}
