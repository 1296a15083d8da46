import type { CallReply } from '@dolphin/contract/call'
import type { paymentDetailCall } from '@dolphin/contract/servicing'
import { dayIn } from '@dolphin/domain/calendar/written-day'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { type Arrears, AFTER_SCHEDULE } from '@dolphin/domain/servicing/arrears'
import type { NextPayment } from '@dolphin/domain/servicing/next-payment'
import { isoInZone } from '@dolphin/domain/time/new-york'
import type { ForReaders } from '../../reader-words.ts'

type View = NonNullable<ForReaders<CallReply<typeof paymentDetailCall>>['nextPayment']>

interface Shown {
  readonly timeZone: string
  /** The account that is debited; null where none is known. */
  readonly accountMasked: string | null
}

/** The next payment and what is past due, as every reply of a loan carries them. */
export function dueView(next: NextPayment | undefined, arrears: Arrears, shown: Shown) {
  const view = next === undefined ? null : nextPaymentView(next, shown)
  return {
    nextDueDate: view?.date ?? null,
    nextDueAmount: view?.total ?? null,
    nextPayment: view,
    daysOverdue: arrears.days,
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

const NOTHING_LEFT: Localized = {
  en: 'No scheduled payment is left.',
  es: 'No queda ningún pago programado.',
}

const YOU_SEND: Localized = {
  en: 'You send it: we do not take it.',
  es: 'Usted lo envía: nosotros no lo cobramos.',
}

/** "Your next payment: $128.61 on Fri, Mar 13, 2026 ($78.61 + $50.00).", who sends it where we do not, and why. */
export function nextPaymentWords(next: NextPayment | undefined): Localized[] {
  if (next === undefined) return [NOTHING_LEFT]
  const { date, total, parts, sentBy, reason } = next
  const amounts = parts.map(({ amount }) => formatCurrency(amount)).join(' + ')
  const sum = parts.length > 1 ? ` (${amounts})` : ''
  const amount = formatCurrency(total)
  return [
    {
      en: `Your next payment: ${amount} on ${dayIn(date, 'en')}${sum}.`,
      es: `Su próximo pago: ${amount} el ${dayIn(date, 'es')}${sum}.`,
    },
    ...(sentBy === 'borrower' ? [YOU_SEND] : []),
    ...(reason === null ? [] : [reason]),
  ]
}
