import type { NoticeKind, NoticeValues } from '@dolphin/domain/notices/notice-kind'
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

export interface NoticeOutbox {
  /**
   * Queues a notice in the transaction of the fact it tells of; a worker sends it after the commit. Where the process dies
   * before it asks for that, the next look of the timetable finds the notice.
   */
  send<K extends NoticeKind>(unit: UnitOfWork, request: NoticeRequest<K>): Promise<void>
}
