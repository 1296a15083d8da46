import type { BankCalendar } from '../calendar/bank-calendar.ts'
import type { LocalDate } from '../calendar/local-date.ts'
import type { Localized } from '../portfolios/localized.ts'
import { HOUR_MS } from '../time/durations.ts'

/**
 * Why an entry may be reversed: it was sent twice, to or from the wrong account, in the wrong amount, or on the wrong day
 * (a debit too early, a credit too late). Any other reason takes a refund. Source: docs/facts/ach.md §4.
 */
export const REVERSAL_REASONS = ['duplicate', 'receiver', 'amount', 'date'] as const
export type ReversalReason = (typeof REVERSAL_REASONS)[number]

/** Banking days after the settlement of an entry by which its reversal is there. Source: docs/facts/ach.md §4. */
export const REVERSAL_BANKING_DAYS = 5
/** Hours from the discovery of the error to the batch that takes the reversal. Source: docs/facts/ach.md §4. */
export const REVERSAL_HOURS = 24

/** Why a reversal is too late, or cannot be judged. */
export type ReversalRefusal = 'foundLater' | 'foundBefore' | 'settledTooLongAgo' | 'foundTooLongAgo'

/** When an entry settled, when its error was found, and with which batch its reversal would leave. */
export interface ReversalTimes {
  readonly now: Date
  readonly foundAt: Date
  /** The day on which the error was found, at the lender's. */
  readonly foundOn: LocalDate
  readonly sentOn: LocalDate
  readonly settledOn: LocalDate
  /** When the batch leaves, and the day on which its entries take effect. */
  readonly leavesAt: Date
  readonly takesEffectOn: LocalDate
}

/**
 * Why an entry cannot be reversed any more; undefined while it can: both limits hold for the batch that would take it.
 * Every hour counts, those of weekends too: what comes too late goes back as a refund. Source: docs/facts/ach.md §4.
 */
export function reversalRefusal(
  { now, foundAt, foundOn, sentOn, settledOn, leavesAt, takesEffectOn }: ReversalTimes,
  calendar: BankCalendar,
): ReversalRefusal | undefined {
  if (foundAt > now) return 'foundLater'
  if (foundOn < sentOn) return 'foundBefore'
  if (takesEffectOn > calendar.addBankingDays(settledOn, REVERSAL_BANKING_DAYS)) return 'settledTooLongAgo'
  if (leavesAt.getTime() > foundAt.getTime() + REVERSAL_HOURS * HOUR_MS) return 'foundTooLongAgo'
  return undefined
}

/** The reasons in words, for the borrower. */
export const REVERSAL_WORDS: Readonly<Record<ReversalReason, Localized>> = {
  duplicate: { en: 'It was sent twice.', es: 'Se envió dos veces.' },
  receiver: { en: 'It used the wrong bank account.', es: 'Se usó la cuenta bancaria equivocada.' },
  amount: { en: 'The amount was wrong.', es: 'El monto no era el correcto.' },
  date: { en: 'It was sent on the wrong day.', es: 'Se envió en el día equivocado.' },
}
