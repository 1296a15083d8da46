import { CRASH_MARKS, type CrashMark } from '../../crash-marks.ts'

/** What happens to a borrower in a step of the proof; each is asked for again after a crash, and counts once. */
export type StepKind = 'sign' | 'mails' | 'batch' | 'fund' | 'settle' | 'change' | 'announce' | 'returns'

/** A step and the instant at which it is taken. */
export interface Step {
  readonly kind: StepKind
  readonly at: string
}

const family = (name: string): CrashMark[] => CRASH_MARKS.filter((mark) => mark.startsWith(`${name}: `))

const OUTBOX: CrashMark = 'outbox: notice queued, before its job'
const JOB: CrashMark = 'job: done, before that is noted'

/** A family of marks with the outbox's where a notice is queued: before the given one. */
function tellingBefore(name: string, before: CrashMark): CrashMark[] {
  return family(name).flatMap((mark) => (mark === before ? [OUTBOX, mark] : [mark]))
}

/** The marks that a step passes, in this order. */
export const MARKS_OF: Readonly<Record<StepKind, readonly CrashMark[]>> = {
  sign: tellingBefore('signing', 'signing: before the commit'),
  mails: [...family('notices'), JOB],
  batch: [...family('batch'), ...family('hand-over'), JOB],
  fund: [...tellingBefore('settlement', 'settlement: booked, before the commit'), JOB],
  settle: [...family('settlement'), JOB],
  change: tellingBefore('change', 'change: before the commit'),
  announce: [OUTBOX, JOB],
  returns: [...tellingBefore('returns', 'returns: applied, before the item is kept'), JOB],
}
