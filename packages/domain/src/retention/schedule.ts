import { DAY_MS } from '../time/durations.ts'
/** How long a record is kept after its trigger. Months are calendar months. */
export type Period = { readonly months: number } | { readonly days: number }

/** What happens to a record when its period is over. */
export type RetentionMethod =
  /** The file of a loan or application: all that tells of a person goes, the ledger stays under its number. */
  | 'eraseFile'
  /** The row of an account, and all that belongs to no loan. */
  | 'eraseAccount'
  /** The record alone; one line of the erase log each. */
  | 'erase'
  /** What has an end of its own, or tells of clicks alone: it is only counted. */
  | 'sweep'
  /** The provider is asked to end the access. */
  | 'revoke'

export interface RetentionRule {
  /** The event from which the period runs. */
  readonly trigger: string
  readonly period: Period
  /** Why it is kept so long, and not longer. */
  readonly reason: string
  readonly method: RetentionMethod
}

/** Named in each line of the erase log; raised with every change of the table. */
export const RETENTION_VERSION = 1

/** No funded loan is kept for less, whatever its state says. Source: docs/facts/retention.md §2. */
export const LEAST_LOAN_MONTHS = 36

const ended = { method: 'sweep', reason: 'it counts for nothing any more' } as const

/**
 * Every class of record: its trigger, its period, the reason and what happens then. Source: docs/facts/retention.md §4;
 * docs/retention.md is the same table for people.
 */
export const RETENTION = {
  fundedLoan: {
    trigger: 'final entry, return or move of the ended loan',
    period: { months: 72 },
    reason:
      'Reg B, Reg Z, Reg E, 12 CFR 1041.12, limitation of written contracts; the state’s own period where one is named',
    method: 'eraseFile',
  },
  coveredBorrowerCheck: {
    trigger: 'final entry of the loan',
    period: { months: 72 },
    reason: '32 CFR 232.5(b)(3): the only proof there can be; at least five years after the loan',
    method: 'erase',
  },
  undoneApplication: {
    trigger: 'last notice or act of the declined, withdrawn or incomplete application',
    period: { months: 26 },
    reason: '12 CFR 1002.12(b): 25 months, rounded up',
    method: 'eraseFile',
  },
  neverSubmittedDraft: {
    trigger: 'last answer of a draft on which nothing was decided',
    period: { days: 30 },
    reason: 'no application, 16 CFR 314.4(c)(6)',
    method: 'eraseFile',
  },
  begunAnswers: {
    trigger: 'last answer of a first form that waits in the account',
    period: { days: 30 },
    reason: 'no application, 16 CFR 314.4(c)(6)',
    method: 'erase',
  },
  unattachedApplication: {
    trigger: 'first answer of a draft without an account',
    period: { days: 7 },
    reason: 'no one can come back to it',
    method: 'eraseFile',
  },
  abandonedAccount: {
    trigger: 'last act of a customer without any application or loan on file',
    period: { days: 90 },
    reason: 'contact data of a lead',
    method: 'eraseAccount',
  },
  unusedUpload: {
    trigger: 'arrival of a file that was refused, replaced or kept apart',
    period: { days: 30 },
    reason: 'not used in a decision, 16 CFR 314.4(c)(6)',
    method: 'erase',
  },
  unusedBankReport: {
    trigger: 'arrival of a bank report that a newer one replaced',
    period: { days: 30 },
    reason: 'not used in a decision, 16 CFR 314.4(c)(6)',
    method: 'erase',
  },
  bankLinkToken: {
    trigger: 'payoff, or the decision where the loan needs no token',
    period: { days: 0 },
    reason: 'nothing needs it any more',
    method: 'revoke',
  },
  accountMessage: {
    trigger: 'day of a message about no loan',
    period: { months: 72 },
    reason: 'as the loans of its writer',
    method: 'erase',
  },
  accountMail: {
    trigger: 'day of a mail or text about no loan: links, codes, security notices',
    period: { days: 90 },
    reason: 'explains a refusal or a sign-in',
    method: 'erase',
  },
  businessEvent: {
    trigger: 'day of the event',
    period: { days: 90 },
    reason: 'compares a season',
    method: 'sweep',
  },
  auditTrail: {
    trigger: 'last read of a file by an employee; last event of an account that is gone',
    period: { months: 36 },
    reason: 'shows who saw and did what; ids alone',
    method: 'erase',
  },
  dataRequest: {
    trigger: 'answer to a request about one’s data',
    period: { months: 24 },
    reason: 'proves the answer',
    method: 'erase',
  },
  approval: {
    trigger: 'answer of the second person, about no loan',
    period: { months: 72 },
    reason: 'evidence of the act',
    method: 'erase',
  },
  webhookEvent: {
    trigger: 'arrival',
    period: { days: 30 },
    reason: 'a replay is refused by its time',
    method: 'sweep',
  },
  behaviorRecord: {
    trigger: 'day of the event',
    period: { days: 90 },
    reason: 'compares a season; identifies no one',
    method: 'sweep',
  },
  session: { trigger: 'end of the session', period: { days: 1 }, ...ended },
  loginCode: { trigger: 'end of the code', period: { days: 1 }, ...ended },
  trustedDevice: { trigger: 'end of the trust', period: { days: 0 }, ...ended },
  link: {
    trigger: 'end of the link',
    period: { days: 30 },
    reason: 'says that the link has expired',
    method: 'sweep',
  },
  idempotencyKey: { trigger: 'end of its 24 hours', period: { days: 0 }, ...ended },
  rateLimit: { trigger: 'end of its window', period: { days: 0 }, ...ended },
  employeeSession: { trigger: 'end of the session', period: { days: 1 }, ...ended },
  employeeChallenge: { trigger: 'end of the challenge', period: { days: 1 }, ...ended },
  employeeTerminal: { trigger: 'end of the code', period: { days: 1 }, ...ended },
  employeeBrowser: {
    trigger: 'last enrollment or sign-in of the employee at the browser',
    period: { days: 400 },
    reason: 'as long as the browser keeps its mark: shows that two accounts share it',
    method: 'sweep',
  },
  employeeTouch: { trigger: 'end of a touch that was not given', period: { days: 1 }, ...ended },
  employeeMirror: { trigger: 'end of the view', period: { days: 1 }, ...ended },
} as const satisfies Readonly<Record<string, RetentionRule>>

export type RetentionClass = keyof typeof RETENTION

export const RETENTION_CLASSES = Object.keys(RETENTION) as readonly RetentionClass[]

/** Months that a state names for a licensee's books after the final entry. Source: docs/facts/retention.md §3. */
const STATE_MONTHS: Readonly<Record<string, number>> = {
  DE: 72,
  ID: 24,
  MO: 24,
  NV: 24,
  SC: 24,
  TN: 24,
  UT: 72,
  WI: 12,
}

/**
 * Whole months for which a funded loan is kept after its final entry: the state's own period where one is named, never
 * below 36; else that of the table. Source: docs/facts/retention.md §4.
 */
export function loanMonths(state: string | undefined): number {
  const own = state === undefined ? undefined : STATE_MONTHS[state]
  return own === undefined ? RETENTION.fundedLoan.period.months : Math.max(own, LEAST_LOAN_MONTHS)
}

/** The last day of a month where it has no such day. */
function shiftMonths(from: Date, months: number): Date {
  const shifted = new Date(from)
  shifted.setUTCMonth(from.getUTCMonth() + months)
  const isOver = shifted.getUTCDate() !== from.getUTCDate()
  if (isOver) shifted.setUTCDate(0)
  return shifted
}

const shift = (from: Date, period: Period, sign: 1 | -1): Date =>
  'days' in period
    ? new Date(from.getTime() + sign * period.days * DAY_MS)
    : shiftMonths(from, sign * period.months)

/** When what was triggered then is due to be erased. */
export const keptUntil = (trigger: Date, period: Period): Date => shift(trigger, period, 1)

/** What was triggered before this instant may be due; the caller compares `keptUntil`. */
export const dueBefore = (now: Date, period: Period): Date => shift(now, period, -1)
