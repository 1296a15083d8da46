import type { BankCalendar } from '../calendar/bank-calendar.ts'
import type { LocalDate } from '../calendar/local-date.ts'
import { type LoanStatus, OUTSTANDING_STATUSES } from '../loans/codes.ts'
import { dayAfterPrenote } from './account-validation.ts'

/** What is known of the account that a loan uses. */
export interface PrenotedAccount {
  readonly validatedBy: string | null
  readonly prenoteTrace: string | null
  readonly prenoteEffectiveDate: LocalDate | null
  readonly prenoteReturnCode: string | null
}

/**
 * Why no prenote is sent to the account of a loan now, in words for staff; undefined where one is. The server refuses by
 * this, and the desk shows it beside the act. Source: docs/facts/ach.md §1.
 */
export function prenoteObstacle(
  status: LoanStatus,
  account: PrenotedAccount | undefined,
  { today, calendar }: { readonly today: LocalDate; readonly calendar: BankCalendar },
): string | undefined {
  if (account === undefined) return 'The loan has no account.'
  if (!OUTSTANDING_STATUSES.includes(status)) return 'The loan is not funded, or has ended.'
  const { validatedBy, prenoteTrace, prenoteEffectiveDate: asked, prenoteReturnCode } = account
  if (validatedBy !== null || prenoteReturnCode !== null) return undefined
  if (prenoteTrace === null) return 'The next batch sends its prenote already.'
  const isWaiting = asked !== null && today < dayAfterPrenote(asked, { calendar })
  return isWaiting ? 'Its prenote is with the bank: wait until its days are over.' : undefined
}

/** What is known of an account, in words for staff. */
export function accountText({ validatedBy, prenoteReturnCode, prenoteTrace }: PrenotedAccount): string {
  if (prenoteReturnCode !== null) return `prenote came back ${prenoteReturnCode}`
  return validatedBy === null ? `asked about as ${prenoteTrace ?? ''}` : `validated by ${validatedBy}`
}
