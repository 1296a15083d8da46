import { dayIn } from '../calendar/written-day.ts'
import type { LocalDate } from '../calendar/local-date.ts'
import { formatCurrency } from '../money/currency-format.ts'
import { ELIGIBILITY_TEXTS } from '../payments/debit-eligibility/eligibility-texts.ts'
import { inEachLanguage, type Localized } from '../portfolios/localized.ts'
import type { NextPayment } from './next-payment.ts'

const NOTHING_LEFT: Localized = {
  en: 'No scheduled payment is left.',
  es: 'No queda ningún pago programado.',
}

const YOU_SEND: Localized = {
  en: 'You send it: we do not take it.',
  es: 'Usted lo envía: nosotros no lo cobramos.',
}

/**
 * What every notice says of a loan's next payment: "Your next payment: $128.61 on Fri, Mar 13, 2026 ($78.61 + $50.00).",
 * who sends it where we do not, and why; in bankruptcy, that nothing is asked.
 */
export function nextPaymentWords(
  next: NextPayment | undefined,
  { asksNothing }: { readonly asksNothing: boolean },
): Localized[] {
  if (asksNothing) return [ELIGIBILITY_TEXTS.bankruptcy]
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

const NOT_AGAIN: Localized = {
  en: 'We will not try this payment again on our own.',
  es: 'No intentamos cobrar este pago otra vez por nuestra cuenta.',
}

/** Whether and when a payment that came back is tried again. */
export const retryWords = (day: LocalDate | undefined): Localized =>
  day === undefined
    ? NOT_AGAIN
    : inEachLanguage((locale) =>
        locale === 'en'
          ? `We try it again on ${dayIn(day, 'en')}, and tell you before.`
          : `Lo intentamos otra vez el ${dayIn(day, 'es')} y le avisamos antes.`,
      )
