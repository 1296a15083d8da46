import type { BankCalendar } from '../../calendar/bank-calendar.ts'
import { addDays, type LocalDate } from '../../calendar/local-date.ts'
import type { Cents } from '../../money/cents.ts'
import type { TransactionMode } from '../codes.ts'

/** How a notice reached the borrower; by hand counts as electronic. */
export type NoticeChannel = 'electronic' | 'mail'

/** Notices that must go out before money is taken. */
export type DebitNoticeKind = 'firstWithdrawal' | 'unusualWithdrawal' | 'variableAmount'

/** A notice that was sent about one debit, with what it said. */
export interface GivenNotice {
  readonly kind: DebitNoticeKind
  readonly channel: NoticeChannel
  readonly sentOn: LocalDate
  readonly effectiveDate: LocalDate
  readonly amount: Cents
}

/** The days on which a notice may go out, both included; null: no such bound. */
export interface NoticeWindow {
  readonly earliest: LocalDate | null
  readonly latest: LocalDate
}

/** Business days before the debit is sent. Sources: 12 CFR 1041.9(b)(2)(i) and (b)(3)(i); ach.md §6. */
const BUSINESS_DAYS = {
  firstWithdrawal: { electronic: { least: 3, most: null }, mail: { least: 6, most: null } },
  unusualWithdrawal: { electronic: { least: 3, most: 7 }, mail: { least: 6, most: 10 } },
} as const

/** Calendar days before the transfer. Source: 12 CFR 1005.10(d)(1). */
export const VARIABLE_AMOUNT_DAYS = 10

/** The day on which a debit goes to the bank: the one before it takes effect, or that very day. */
export function initiatedOn(calendar: BankCalendar, effectiveDate: LocalDate, sameDay: boolean): LocalDate {
  return sameDay ? effectiveDate : calendar.previous(effectiveDate)
}

/**
 * When the notice of a debit may go out. Business days count back from the day on which the debit is sent, which is
 * what 12 CFR 1041.9 calls initiating it; the ten days of Regulation E from the day of the transfer. The first
 * withdrawal's may not go out before an authorization was given.
 */
export function noticeWindow(
  kind: DebitNoticeKind,
  channel: NoticeChannel,
  debit: {
    readonly initiatedOn: LocalDate
    readonly effectiveDate: LocalDate
    /** Since when the borrower has allowed it without a break. */
    readonly permittedOn: LocalDate
  },
  calendar: BankCalendar,
): NoticeWindow {
  if (kind === 'variableAmount')
    return { earliest: null, latest: addDays(debit.effectiveDate, -VARIABLE_AMOUNT_DAYS) }
  const { least, most } = BUSINESS_DAYS[kind][channel]
  return {
    earliest: most === null ? debit.permittedOn : calendar.addBankingDays(debit.initiatedOn, -most),
    latest: calendar.addBankingDays(debit.initiatedOn, -least),
  }
}

/** Whether a day lies in a window. */
export const isWithin = ({ earliest, latest }: NoticeWindow, day: LocalDate): boolean =>
  (earliest === null || earliest <= day) && day <= latest

/** The earliest effective date of a debit whose unusual-withdrawal or first notice goes out electronically on a day. */
export function earliestDebitAfterNotice(noticeOn: LocalDate, calendar: BankCalendar): LocalDate {
  const noticeDay = calendar.onOrAfter(noticeOn)
  const sent = calendar.addBankingDays(noticeDay, BUSINESS_DAYS.unusualWithdrawal.electronic.least)
  return calendar.next(sent)
}

/** What makes a withdrawal unusual. Source: 12 CFR 1041.9(b)(3)(ii)(C). */
export type UnusualReason = 'amount' | 'date' | 'channel' | 'reinitiates'

/** What of a payment can be usual or not. */
export interface PaymentShape {
  readonly date: LocalDate
  readonly amount: Cents
  readonly rail: TransactionMode
}

/**
 * Why a debit is unusual beside the payment as the schedule has it; none for the usual. There is no tolerance for
 * small differences. A payment agreed for a day on which banks are closed and taken on the next is on its date. A
 * payment that no schedule has differs in amount and date.
 */
export function unusualReasons(
  debit: PaymentShape,
  regular: PaymentShape | null,
  reinitiates: boolean,
  calendar: BankCalendar,
): readonly UnusualReason[] {
  const reasons: UnusualReason[] = []
  if (debit.amount !== regular?.amount) reasons.push('amount')
  if (regular === null || debit.date !== calendar.onOrAfter(regular.date)) reasons.push('date')
  if (regular !== null && debit.rail !== regular.rail) reasons.push('channel')
  if (reinitiates) reasons.push('reinitiates')
  return reasons
}
