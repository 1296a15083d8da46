import type { CallReply } from '@dolphin/contract/call'
import type { paymentDetailCall } from '@dolphin/contract/servicing'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { type Arrears, AFTER_SCHEDULE } from '@dolphin/domain/servicing/arrears'
import type { NextPayment } from '@dolphin/domain/servicing/next-payment'
import { isoInZone } from '@dolphin/domain/time/new-york'
import type { ForReaders } from '../../reader-words.ts'

type View = NonNullable<ForReaders<CallReply<typeof paymentDetailCall>>['nextPayment']>

interface Shown {
  readonly timeZone: string
  /** The account that is debited; null where none is known. */
  readonly accountMasked: string | null
  /** Whether days past due are said: an employee sees them, its borrower not while a fact of law stops dunning. */
  readonly isDunned: boolean
}

/** The next payment and what is past due, as every reply of a loan carries them. */
export function dueView(next: NextPayment | undefined, arrears: Arrears, shown: Shown) {
  const view = next === undefined ? null : nextPaymentView(next, shown)
  return {
    nextDueDate: view?.date ?? null,
    nextDueAmount: view?.total ?? null,
    nextPayment: view,
    daysOverdue: shown.isDunned ? arrears.days : 0,
    pastDueAmount: moneyToWire(arrears.amount),
    pastDueParts: arrears.overdue.map(({ number, dueDate, open }) => ({
      installmentNo: number === AFTER_SCHEDULE ? null : number,
      dueDate: formatLocalDate(dueDate),
      amount: moneyToWire(open),
    })),
  }
}

function nextPaymentView(
  { date, total, parts, sentBy, reason, changeableUntil }: NextPayment,
  { timeZone, accountMasked }: Shown,
): View {
  const instantOf = (at: Date | null) => (at === null ? null : isoInZone(at, timeZone))
  return {
    date: formatLocalDate(date),
    total: moneyToWire(total),
    sentBy,
    reason,
    accountMasked: sentBy === 'us' ? accountMasked : null,
    changeableUntil: instantOf(changeableUntil),
    parts: parts.map((part) => ({
      purpose: part.purpose,
      installmentNo: part.number,
      amount: moneyToWire(part.amount),
      sentBy: part.sentBy,
      reason: part.reason,
      changeableUntil: instantOf(part.changeableUntil),
    })),
  }
}
