import type { WorkItem } from '../features/work/work-item-panel.tsx'

/** A return of the bank that no debit of ours explains. */
export const SAMPLE_ITEM: WorkItem = {
  workItemNo: 'W000000021',
  portfolioId: 118,
  kind: 'unmatchedReturn',
  subject: 'R01 091000010000021',
  loanNo: null,
  since: '2026-03-16T08:31:00-04:00',
  due: '2026-03-16',
  sleepsUntil: null,
  overdue: true,
  reason: 'No debit of ours has this trace number',
  takenBy: null,
  takenAt: null,
  lastOutcome: null,
  mayRestUntil: null,
  closedAt: null,
  closedBy: null,
  closedFor: null,
  concerns: ['118-0000214', '118-0000230'],
  holdsDebits: true,
  facts: { returnCode: 'R01', amount: '99.43', effectiveEntryDate: '2026-03-13', traceNo: null },
  acts: ['ask the bank what the entry is about, or for a correct file'],
}

/** What waits: an overdue return, and a refund that a colleague has taken. */
export const SAMPLE_ITEMS: readonly WorkItem[] = [
  SAMPLE_ITEM,
  {
    ...SAMPLE_ITEM,
    workItemNo: 'W000000022',
    portfolioId: 110,
    kind: 'failedRefund',
    subject: 'T0000000301',
    loanNo: '110-0000176',
    since: '2026-03-17T09:37:00-04:00',
    due: '2026-03-19',
    overdue: false,
    reason: 'The account is closed',
    takenBy: { employeeId: 'owen-brandt', name: 'Owen Brandt' },
    takenAt: '2026-03-17T10:02:00-04:00',
    concerns: [],
    holdsDebits: false,
    facts: {},
    acts: ['pay by check', 'call the borrower'],
  },
]
