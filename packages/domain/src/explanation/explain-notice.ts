import type { NoticeKind } from '../notices/notice-kind.ts'
import type { Explanation } from './explanation.ts'

/** One notice of the outbox. */
export type ExplainedNotice = {
  readonly kind: string
  /** Says which one it is, and that it goes once. */
  readonly key: string
  readonly queuedAt: string
  /** When it was sent, or why not. */
  readonly state: string
}

type Ground = { readonly rule: string; readonly source: string }

const TIMETABLE: Ground = {
  rule: 'The timetable of what is missing: only its newest step goes out, and once.',
  source: 'domain.md §11',
}

/** Notices that a law or a timetable asks for; all others follow from the fact that they tell of. */
const GROUNDS: Readonly<Partial<Record<NoticeKind, Ground>>> = {
  adverseAction: {
    rule: 'A declined application gets its specific reasons within 30 days.',
    source: '12 CFR 1002.9(a)(1), (b)(2)',
  },
  counteroffer: {
    rule: 'A counteroffer and its reasons go out in one notice; none is due where the borrower does not take it.',
    source: '12 CFR 1002.9(a)(1), (a)(2), comment 9(a)(1)-6',
  },
  noiaNotSubmitted: TIMETABLE,
  noiaNoIbv: TIMETABLE,
  noiaNotVerified: TIMETABLE,
  noiaNotQualified: TIMETABLE,
  noia: {
    rule: 'On day 20 an incomplete application gets a notice: what is missing, the deadline, and the consequence.',
    source: '12 CFR 1002.9(c)(2)',
  },
  applicationClosed: {
    rule: 'On day 30 an application with that notice is closed without a decision.',
    source: '12 CFR 1002.9(c)(2); domain.md §2, §11',
  },
  qualified: { rule: 'An offer gets a notice with its range and its last day.', source: 'domain.md §11' },
  agreementCopy: {
    rule: 'The signer gets a copy that can be kept.',
    source: '12 CFR 1026.17(a)(1); 15 USC 7001(c)',
  },
}

const isGrounded = (kind: string): kind is NoticeKind => Object.hasOwn(GROUNDS, kind)

/** Why a notice went out. */
export function explainNotice({ kind, key, queuedAt, state }: ExplainedNotice): Explanation {
  const known = isGrounded(kind) ? GROUNDS[kind] : undefined
  return {
    subject: `notice ${kind}`,
    value: state,
    rule: known?.rule ?? 'Queued in the transaction of the fact that it tells of, and sent once.',
    source: known?.source ?? 'domain.md §11',
    inputs: [
      { name: 'which', value: key },
      { name: 'queued', value: queuedAt },
    ],
  }
}
