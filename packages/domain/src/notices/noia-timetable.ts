import { hasOptInFlag, OptInFlag } from '../identity/codes.ts'
import { NoiaSituation } from '../loans/codes.ts'
import { DAY_MS, HOUR_MS } from '../time/durations.ts'
import type { NoticeKind } from './notice-kind.ts'

/** When each situation is written about, counted from its beginning. Source: domain.md §11. */
const NOIA_TIMETABLE_MS: Readonly<Record<NoiaSituation, readonly number[]>> = {
  [NoiaSituation.notSubmitted]: [DAY_MS, 3 * DAY_MS, 10 * DAY_MS],
  [NoiaSituation.noIbv]: [HOUR_MS, DAY_MS, 3 * DAY_MS],
  [NoiaSituation.notVerified]: [HOUR_MS, DAY_MS, 3 * DAY_MS],
  [NoiaSituation.notQualified]: [DAY_MS, 5 * DAY_MS],
}

export const NOIA_NOTICE_KINDS = {
  [NoiaSituation.notSubmitted]: 'noiaNotSubmitted',
  [NoiaSituation.noIbv]: 'noiaNoIbv',
  [NoiaSituation.notVerified]: 'noiaNotVerified',
  [NoiaSituation.notQualified]: 'noiaNotQualified',
} as const satisfies Record<NoiaSituation, NoticeKind>

/** Day of the notice of incompleteness, and the days it leaves: within the 30 of 12 CFR 1002.9(c)(1). */
const INCOMPLETENESS_NOTICE_DAY = 20
export const DAYS_TO_ANSWER = 10

/** What the timetable asks for at a moment. */
export type NoiaStep =
  /** A reminder: `step` is 1, 2, 3 within its situation; earlier steps that were missed are passed over. */
  | { readonly kind: 'reminder'; readonly situation: NoiaSituation; readonly step: number }
  /** The notice of 12 CFR 1002.9(c)(2). */
  | { readonly kind: 'incompleteness' }
  /** Nothing came in time: the application is closed, and told so. */
  | { readonly kind: 'close' }

/** Where an application stands in the eyes of the timetable. */
export type NoiaStatus = {
  readonly begunAt: Date
  readonly situation: NoiaSituation
  /** Since when it is in this situation. */
  readonly since: Date
  /** When the notice of incompleteness was queued; null before. */
  readonly noticeAt: Date | null
}

/**
 * The newest step that is due, or null. A server that was down for days finds one step, not three. The step of law
 * goes before reminders. No application closes before the days that the notice named are over.
 */
export function noiaStepDue(noiaStatus: NoiaStatus, now: Date): NoiaStep | null {
  const { begunAt, situation, since, noticeAt } = noiaStatus
  if (noticeAt !== null) {
    return now.getTime() - noticeAt.getTime() >= DAYS_TO_ANSWER * DAY_MS ? { kind: 'close' } : null
  }
  if (now.getTime() - begunAt.getTime() >= INCOMPLETENESS_NOTICE_DAY * DAY_MS)
    return { kind: 'incompleteness' }
  const elapsedMs = now.getTime() - since.getTime()
  const step = NOIA_TIMETABLE_MS[situation].filter((afterMs) => elapsedMs >= afterMs).length
  return step === 0 ? null : { kind: 'reminder', situation, step }
}

/**
 * Whether reminders may go out by mail. A customer without a contact that works, or who wants no operational
 * messages, gets none; "do not call" is about the phone and marketing about offers, so neither stops them. The
 * notices of law go to everybody. Our decision: docs/decisions/deciding-and-signing-steps.md.
 */
export function mayRemind(optInFlags: number): boolean {
  return !hasOptInFlag(optInFlags, OptInFlag.uncontactable) && !hasOptInFlag(optInFlags, OptInFlag.operation)
}
