import { dayText, moneyText } from '../../app/wire-text.ts'
import type { HomeLoan } from './home-page.tsx'
import { homeText } from './messages.ts'

/** The first payment in words, once a plan is chosen. */
export function firstPaymentText({ firstPaymentDate, firstPaymentAmount }: HomeLoan): string | undefined {
  if (firstPaymentDate === null) return undefined
  const date = dayText(firstPaymentDate)
  return firstPaymentAmount === null
    ? date
    : homeText('firstPaymentOn', { amount: moneyText(firstPaymentAmount), date })
}
