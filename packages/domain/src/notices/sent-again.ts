import { DAY_MS, HOUR_MS } from '../time/durations.ts'
import { ADVERTISING_KINDS } from './legal-notice.ts'
import { AWAITED_NOTICE_KINDS, type NoticeKind } from './notice-kind.ts'

/** After so long a notice of law goes on paper, for its clock runs whatever the mail server says. Our decision. */
const LONGEST_WAIT_MS = 3 * DAY_MS
const FIRST_PAUSE_MS = HOUR_MS / 2
const LONGEST_PAUSE_MS = 6 * HOUR_MS

/** Whether a notice is worth a second try: a stale code or link helps no one, nor does an advertisement. */
export const isWorthRepeating = (kind: string): boolean =>
  !AWAITED_NOTICE_KINDS.includes(kind as NoticeKind) && !ADVERTISING_KINDS.includes(kind as NoticeKind)

/**
 * When a notice that failed because of us is sent again: pauses grow to six hours; undefined once it has waited three
 * days, or where it is not worth repeating. Source: docs/decisions/delivery-reports.md.
 */
export function sentAgainAt(
  {
    kind,
    attempts,
    createdAt,
  }: { readonly kind: string; readonly attempts: number; readonly createdAt: Date },
  now: Date,
): Date | undefined {
  if (!isWorthRepeating(kind) || now.getTime() - createdAt.getTime() >= LONGEST_WAIT_MS) return undefined
  return new Date(now.getTime() + Math.min(FIRST_PAUSE_MS * 2 ** attempts, LONGEST_PAUSE_MS))
}
