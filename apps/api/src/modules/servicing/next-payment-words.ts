import type { Loan } from '@dolphin/database/loans/loan-repository'
import { dayIn } from '@dolphin/domain/calendar/written-day'
import { legalEffects } from '@dolphin/domain/loans/legal-facts'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ELIGIBILITY_TEXTS } from '@dolphin/domain/payments/debit-eligibility/eligibility-texts'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import type { NextPayment } from '@dolphin/domain/servicing/next-payment'
import type { Deps } from '../../deps.ts'
import type { ReadPoint } from '../../unit-of-work.ts'
import { loadNextPayment } from './next-payment-of.ts'

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
 * who sends it where we do not, and why; in bankruptcy that nothing is asked.
 */
export const nextPaymentWords = async (
  deps: Pick<Deps, 'portfolios' | 'calendar'>,
  { tx, now }: ReadPoint,
  loan: Loan,
): Promise<Localized[]> =>
  legalEffects(loan.legalFacts).asksNothing
    ? [ELIGIBILITY_TEXTS.bankruptcy]
    : wordsOf(await loadNextPayment(deps, tx, loan, now))

function wordsOf(next: NextPayment | undefined): Localized[] {
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
