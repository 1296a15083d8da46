import type { CallValue } from '../../api-client/call.ts'
import { dayText, moneyText } from '../../app/wire-text.ts'

type NextPayment = NonNullable<CallValue<'paymentDetail'>['nextPayment']>

/** The day of the next payment in the words of who sends it, with its parts where there is more than one. */
export function nextPaymentNote(
  { date, sentBy, parts }: NextPayment,
  wording: Readonly<Record<NextPayment['sentBy'], (values: { date: string }) => string>>,
): string {
  const day = wording[sentBy]({ date: dayText(date) })
  return parts.length > 1 ? `${day} (${parts.map(({ amount }) => moneyText(amount)).join(' + ')})` : day
}
