import { PaymentMode } from '@dolphin/domain/payments/codes'
import { centsOf } from '../../app/wire-text.ts'
import { loanPath } from './change-kinds.ts'
import type { Choices } from './step-props.ts'

/** What is paid at once, on which loan. */
export interface PayNow {
  readonly loanNo: string
  /** Money of an answer. */
  readonly amount: string
}

/**
 * The way to pay what is due from the account: straight to the review of a payment on the earliest day, once the days
 * are known; before that, and where `pickDay`, to its form. As much as pays off the loan is a payoff.
 */
export function payNowPath(
  { loanNo, amount }: PayNow,
  choices: Choices | undefined,
  { pickDay = false }: { readonly pickDay?: boolean } = {},
): string {
  const [date] = choices?.debitDates ?? []
  const review = date === undefined || pickDay ? {} : { date, step: 'review' }
  const paysOff = choices !== undefined && centsOf(amount) > centsOf(choices.payDownMost)
  const chosen = paysOff ? {} : { amount, effect: 'due' }
  const path = loanPath(loanNo, paysOff ? 'pay-off' : 'extra-payment')
  return `${path}&${new URLSearchParams({ ...chosen, pay: String(PaymentMode.ach), ...review })}`
}
