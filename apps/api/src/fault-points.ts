/**
 * Named places where a crash must do no harm, in the order in which a request, a file or a notice passes them. Tests
 * and `npm run proof` kill the process at each; see docs/guides/testing.md. A new one is a line here and a call of `faultPoint`.
 */
export const FAULT_POINTS = [
  'signing: mark stored, before the reservation',
  'signing: reserved, before the commit',
  'signing: reserved, before the document is made',
  'signing: sealed, before the document is stored',
  'signing: document stored, before the rows',
  'signing: agreement recorded, before the permission',
  'signing: loan moved, before the notice',
  'signing: before the commit',
  'signing: after the commit, before the answer is kept',
  'outbox: notice queued, before the commit',
  'outbox: after the commit, before its job',
  'notices: taken, before it is sent',
  'notices: sent, before it is noted',
  'notices: noted, before the commit',
  'notices: after the note',
  'batch: loans locked',
  'batch: after the rows',
  'batch: before the file is stored',
  'batch: after the file is stored',
  'batch: before the commit',
  'batch: after the commit, before the hand-over',
  'hand-over: before the file is written',
  'hand-over: written, before its name',
  'hand-over: named, before the note',
  'hand-over: after the note',
  'settlement: moved, before it is booked',
  'settlement: booked, before the commit',
  'settlement: after the commit of one loan',
  'change: paper stored, before the rows',
  'change: debit planned, before the change',
  'change: recorded, before its plan',
  'change: plan stored, before the audit',
  'change: before the commit',
  'change: after the commit, before the answer',
  'returns: file kept, before its items',
  'returns: applied, before the item is kept',
  'returns: item kept, before the commit',
  'returns: after the commit of one item',
  'returns: all items done, before the audit',
  'returns: before the file is put away',
  'returns: after the file is put away',
  'job: done, before that is noted',
] as const
export type FaultPoint = (typeof FAULT_POINTS)[number]

/** Told of every mark that is passed. Production has none. */
export type FaultPointHook = (faultPoint: FaultPoint) => void
