import { ChangeType } from '@dolphin/domain/payments/codes'

/** What a borrower can do to a loan, as it stands in an address, with the number of its change. */
export const CHANGE_KINDS = {
  'extra-payment': ChangeType.payDown,
  'pay-off': ChangeType.payOff,
  'pay-off-in-n': ChangeType.payOffInN,
  'fixed-amount': ChangeType.payFixedAmount,
  help: ChangeType.changeDate,
  payday: ChangeType.changePayrollDate,
  frequency: ChangeType.changePayrollFrequency,
  holiday: ChangeType.paydayOnHoliday,
  availability: ChangeType.paydayAvailability,
  'way-to-pay': ChangeType.changePaymentMode,
  'stop-automatic': ChangeType.revokeFutureAch,
  'stop-one': ChangeType.revokeFutureAch,
} as const
export type ChangeKind = keyof typeof CHANGE_KINDS

interface WithAllowances {
  readonly changes: readonly {
    readonly changeTypeCode: number
    readonly allowed: boolean
    readonly reason: string | null
  }[]
}

/** Why an act may not be asked for now; undefined where it may. */
export function notNowOf({ changes }: WithAllowances, act: ChangeKind): string | undefined {
  const allowance = changes.find(({ changeTypeCode }) => changeTypeCode === CHANGE_KINDS[act])
  return allowance === undefined || allowance.allowed ? undefined : (allowance.reason ?? '')
}

/** The permission for automatic payments is given on the same page, but changes no schedule. */
export type LoanAct = ChangeKind | 'authorization'

const isAct = (text: string): text is LoanAct => text === 'authorization' || Object.hasOwn(CHANGE_KINDS, text)

/** The act that an address names; undefined where it names none of ours. */
export const loanAct = (text: string | undefined): LoanAct | undefined =>
  text !== undefined && isAct(text) ? text : undefined

/** The page on which a loan is looked at, or on which something is done to it. */
export function loanPath(loanNo: string, act?: LoanAct): string {
  const path = `/repayment/loan-details?loanNo=${encodeURIComponent(loanNo)}`
  return act === undefined ? path : `${path}&change=${act}`
}
