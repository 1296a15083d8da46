import type { NoticeKind, NoticeValues } from '@dolphin/domain/notices/notice-kind'
import type { StaffFact, StaffNoticeKind } from '@dolphin/domain/staff/staff-notice'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import type { UnitOfWork } from '../unit-of-work.ts'

/** One notice to one person. */
export interface NoticeRequest<K extends NoticeKind = NoticeKind> {
  readonly portfolioId: number
  readonly kind: K
  readonly values: NoticeValues<K>
  /** E-mail address, or the ten digits of a phone. */
  readonly recipient: string
  /** By mail unless it says otherwise; only kinds with words for a phone go there. */
  readonly channel?: 'mail' | 'sms'
  readonly openId: string | null
  readonly loanNo: string | null
  /** What the page of somebody without an account speaks; a customer's notices speak the customer's language. */
  readonly language?: Locale
  /** Says which notice it is ("approved/118-0000013"); the same one is sent once, however often it is asked for. */
  readonly dedupKey: string
}

/** One notice to one employee, at their work address. */
export interface StaffNoticeRequest {
  readonly kind: StaffNoticeKind
  readonly employeeId: string
  /** Which passkey, role or approval it is about, by its id; the same notice at the same instant is sent once. */
  readonly about: string
  readonly facts: readonly StaffFact[]
  /** Who did it, from actorName, where it was not the employee alone. */
  readonly by?: readonly string[]
  /** Where the employee's own request came from. */
  readonly from?: { readonly ip: string; readonly userAgent: string }
  /** The page of the desk that it leads to; the employee's own account where none is named. */
  readonly page?: string
}

export interface NoticeOutbox {
  /**
   * Queues a notice in the transaction of the fact it tells of; a worker sends it after the commit. Where the process dies
   * before it asks for that, the next look of the timetable finds the notice. False where the same one was queued before, or none may be sent.
   */
  send<K extends NoticeKind>(unit: UnitOfWork, request: NoticeRequest<K>): Promise<boolean>
  /** The same to an employee. */
  sendToEmployee(unit: UnitOfWork, request: StaffNoticeRequest): Promise<void>
}
