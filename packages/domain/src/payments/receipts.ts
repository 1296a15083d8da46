import type { BankCalendar } from '../calendar/bank-calendar.ts'
import type { LocalDate } from '../calendar/local-date.ts'
import { PaymentMode } from './codes.ts'

/** Ways in which money comes that an employee posts by hand. Source: domain.md §10. */
export const RECEIVED_BY_HAND: readonly PaymentMode[] = [
  PaymentMode.cashierCheck,
  PaymentMode.debitCard,
  PaymentMode.moneyGram,
  PaymentMode.moneyOrder,
  PaymentMode.personalCheck,
  PaymentMode.westernUnion,
  PaymentMode.wire,
]

/**
 * Whether a receipt is checked when it is posted: the money is ours for good when it is received. A personal check is
 * not, for its bank may return it. Source: domain.md §14.
 */
export const isFinalWhenReceived = (mode: number): boolean => mode !== PaymentMode.personalCheck

/** Banking days for which a personal check is held. Our decision (docs/decisions/postings-by-hand.md). */
const CHECK_HOLD_DAYS = 10

/** The day on which the hold of a personal check is over that was received on a day. */
export const checkHoldEndsOn = (receivedOn: LocalDate, calendar: BankCalendar): LocalDate =>
  calendar.addBankingDays(calendar.onOrAfter(receivedOn), CHECK_HOLD_DAYS)
