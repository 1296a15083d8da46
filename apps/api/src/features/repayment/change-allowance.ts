import type { CallReply } from '@dolphin/contract/call'
import type { paymentDetailCall } from '@dolphin/contract/calls/repayment/payment-detail'
import type { DebitAuthorization } from '@dolphin/database/debit-authorization-repository'
import type { GuardAnswerRow } from '@dolphin/database/guard-decision-repository'
import type { Loan } from '@dolphin/database/loan-repository'
import { LoanStatus } from '@dolphin/domain/loan/loan-status'
import { ChangeType } from '@dolphin/domain/payment/change-type'
import { PaymentMode } from '@dolphin/domain/payment/payment-mode'

type Reply = CallReply<typeof paymentDetailCall>

/** In the order in which the page lists them. */
export const CHANGES = [
  ChangeType.payOff,
  ChangeType.payOffInN,
  ChangeType.payFixedAmount,
  ChangeType.payDown,
  ChangeType.revokeFutureAch,
  ChangeType.changePayrollDate,
  ChangeType.changePayrollFrequency,
  ChangeType.changePaymentMode,
  ChangeType.paydayOnHoliday,
  ChangeType.paydayAvailability,
] as const

/** Whether payments come by themselves, and in words why not. */
export function automaticView(
  { status }: Loan,
  paymentMode: PaymentMode,
  authorizations: readonly DebitAuthorization[],
  guard: readonly GuardAnswerRow[],
): Reply['automatic'] {
  const off = (reason: string) => ({ on: false, reason })
  if (status === LoanStatus.suspended) return off('We take no payments while your loan is paused.')
  if (paymentMode !== PaymentMode.ach)
    return off('You chose another way to pay, so we take nothing by ourselves.')
  if (!authorizations.some(({ kind, revokedAt }) => kind !== 'singlePayment' && revokedAt === null))
    return off('There is no permission to take payments from your account.')
  // What a page was told of one confirmed payment says nothing of the agreed ones.
  const last = guard.findLast(({ asked }) => asked === 'batch')
  return last === undefined || last.allowed ? { on: true, reason: null } : off(last.words)
}

/** Whether a change may be asked for now. Source: domain.md §2 and §10. */
export function allowance(
  { status }: Loan,
  change: (typeof CHANGES)[number],
  hasOpen: boolean,
): { readonly allowed: boolean; readonly reason: string | null } {
  const no = (reason: string) => ({ allowed: false, reason })
  if (status === LoanStatus.terminated) return no('This loan has ended.')
  const isRevocation = change === ChangeType.revokeFutureAch
  if (status === LoanStatus.suspended && !isRevocation && change !== ChangeType.changePaymentMode)
    return no('Your loan is paused. Contact us to change it.')
  if (hasOpen && !isRevocation) return no('A change is open. Undo it, or wait until it is done.')
  return { allowed: true, reason: null }
}
