import { FAULT_POINTS, type FaultPoint } from './fault-points.ts'

/** What happens to a borrower in a step of the proof; each is asked for again after a crash, and counts once. */
export type StepKind = 'sign' | 'mails' | 'batch' | 'fund' | 'settle' | 'change' | 'announce' | 'returns'

/** A step and the instant at which it is taken. */
export interface Step {
  readonly kind: StepKind
  readonly at: string
}

const family = (name: string): FaultPoint[] =>
  FAULT_POINTS.filter((faultPoint) => faultPoint.startsWith(`${name}: `))

const QUEUED: FaultPoint = 'outbox: notice queued, before the commit'
const COMMITTED: FaultPoint = 'outbox: after the commit, before its job'
const JOB: FaultPoint = 'job: done, before that is noted'

/** A family of marks with the outbox's: a notice is queued before the first given one, committed before the second. */
function telling(name: string, queuedBefore: FaultPoint, committedBefore: FaultPoint): FaultPoint[] {
  const before = new Map([
    [queuedBefore, QUEUED],
    [committedBefore, COMMITTED],
  ])
  return family(name).flatMap((faultPoint) => [before.get(faultPoint) ?? [], faultPoint].flat())
}

/** The marks that a step passes, in this order. */
export const FAULT_POINTS_OF: Readonly<Record<StepKind, readonly FaultPoint[]>> = {
  sign: telling(
    'signing',
    'signing: before the commit',
    'signing: after the commit, before the answer is kept',
  ),
  mails: [...family('notices'), JOB],
  batch: [...family('batch'), ...family('hand-over'), JOB],
  fund: [
    ...telling(
      'settlement',
      'settlement: booked, before the commit',
      'settlement: after the commit of one loan',
    ),
    JOB,
  ],
  settle: [...family('settlement'), JOB],
  change: telling('change', 'change: before the commit', 'change: after the commit, before the answer'),
  announce: [QUEUED, COMMITTED, JOB],
  returns: [
    ...telling(
      'returns',
      'returns: applied, before the item is kept',
      'returns: after the commit of one item',
    ),
    JOB,
  ],
}
