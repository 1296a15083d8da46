import { batchCutOffOn, batchStartOn, nextBatchCutOff, nextBatchStart } from '../../calendar/cut-off.ts'
import type { LocalDate } from '../../calendar/local-date.ts'
import { type Cents, ZERO_CENTS } from '../../money/cents.ts'
import { isScheduleCollected } from '../../loans/legal-facts.ts'
import {
  FAILED_STATUSES,
  InstallmentFlag,
  PaymentMode,
  TransactionPurpose,
  TransactionStatus,
} from '../../payments/codes.ts'
import { isHeldByOthers } from '../../payments/debit-eligibility/hold-ahead.ts'
import { type AccountState, replayAccount } from '../loan-account.ts'
import { isLive } from '../arrears.ts'
import type { AgreedInstallment, ServicedLoan } from '../serviced-loan.ts'

/**
 * Money that comes whatever a change makes of the schedule: a debit that is planned or with the bank, or an installment so
 * near that a change leaves it. Whether it can still be stopped, `stopDeadline` says.
 */
export interface ArrivingPayment {
  readonly transactionNo: string | null
  readonly number: number | null
  readonly purpose: TransactionPurpose
  readonly status: TransactionStatus
  readonly dueDate: LocalDate
  readonly amount: Cents
  readonly flags: number
}

/** What every change of a loan starts from, at the loan's moment. */
export interface ChangeBasis {
  readonly loan: ServicedLoan
  readonly state: AccountState
  /** By day. */
  readonly arriving: readonly ArrivingPayment[]
  /** Installments that may still be changed, by day. */
  readonly open: readonly AgreedInstallment[]
  readonly highestNumber: number
  /** The largest agreed amount: what the borrower has authorized at most. */
  readonly regular: Cents
  /** The first due date that a change may touch or set. */
  readonly firstChangeable: LocalDate
  /** The first day on which a debit confirmed now settles. */
  readonly firstDebit: LocalDate
}

const LEAD_BANKING_DAYS = 2

/**
 * Whether we take payments of this mode by ourselves. Only ACH: a debit card is charged by phone and posted by an
 * employee, every other mode is sent by the borrower. Source: domain.md §9 and §10.
 */
export const isDebitMode = (mode: PaymentMode): boolean => mode === PaymentMode.ach

/**
 * Whether we debit the payments of a schedule: the loan is collected by itself, pays by ACH, an authorization of future
 * debits holds, and nothing of the borrower's or the bank's stands in the way. Else the borrower sends them. Source:
 * domain.md §9, §10 and §14.
 */
export const takesSchedule = ({
  state,
  legalFacts,
  paymentMode,
  authorized,
  hold,
}: Pick<ServicedLoan, 'state' | 'legalFacts' | 'paymentMode' | 'authorized' | 'hold'>): boolean =>
  isScheduleCollected(state, legalFacts) && isDebitMode(paymentMode) && authorized && !isHeldByOthers(hold)

/** Until when an installment may be touched: the batch cut-off two banking days before it. Source: domain.md §10. */
export const changeDeadline = ({ hours }: Pick<ServicedLoan, 'hours'>, dueDate: LocalDate): Date =>
  batchCutOffOn(hours, hours.calendar.addBankingDays(dueDate, -LEAD_BANKING_DAYS))

/** Until when a debit of that day can be asked for or taken back: the start of the batch of the banking day before. */
export const debitDeadline = ({ hours }: Pick<ServicedLoan, 'hours'>, date: LocalDate): Date =>
  batchStartOn(hours, hours.calendar.previous(date))

const byDueDate = (left: { dueDate: LocalDate }, right: { dueDate: LocalDate }): number =>
  left.dueDate - right.dueDate

/** The loan's debt, what of its plan is near and what is open, worked out once for one change. */
export function changeBasis(loan: ServicedLoan): ChangeBasis {
  const { hours, now, today, installments } = loan
  const sent = new Set(loan.inFlight.map(({ installmentNumber }) => installmentNumber))
  const coming = installments
    .filter(
      (installment) =>
        isLive(installment) &&
        installment.status === TransactionStatus.none &&
        installment.dueDate >= today &&
        !sent.has(installment.number),
    )
    .toSorted(byDueDate)
  const next = nextBatchCutOff(hours, now).day
  const firstChangeable = hours.calendar.addBankingDays(next, LEAD_BANKING_DAYS)
  const near = coming.filter(({ dueDate }) => dueDate < firstChangeable)
  return {
    loan,
    state: replayAccount(loan.terms, loan.events).state,
    arriving: [
      ...loan.inFlight.map(({ installmentNumber, effectiveDate, ...debit }) => ({
        ...debit,
        number: installmentNumber,
        dueDate: effectiveDate,
        flags: InstallmentFlag.default,
      })),
      ...near.map((installment) => ({
        ...installment,
        transactionNo: null,
        purpose: TransactionPurpose.installment,
      })),
    ].toSorted(byDueDate),
    open: coming.filter(({ dueDate }) => dueDate >= firstChangeable),
    highestNumber: Math.max(0, ...installments.map(({ number }) => number)),
    regular: largest(installments.filter(isLive)),
    firstChangeable,
    firstDebit: hours.calendar.next(nextBatchStart(hours, now).day),
  }
}

function largest(installments: readonly AgreedInstallment[]): Cents {
  let most = ZERO_CENTS
  for (const { amount } of installments) if (amount > most) most = amount
  return most
}

/** The day of the last payment before the open ones: arriving money, or where interest stands. */
export const lastSettledDay = ({ arriving, state }: ChangeBasis): LocalDate => {
  const last = arriving.at(-1)
  return last !== undefined && last.dueDate > state.accruedTo ? last.dueDate : state.accruedTo
}

/** Whether an installment was not paid and nothing for it is on its way: its debit failed or was never made. */
const isMissed = ({ today, inFlight }: ServicedLoan, installment: AgreedInstallment): boolean =>
  isLive(installment) &&
  !inFlight.some(({ installmentNumber }) => installmentNumber === installment.number) &&
  (FAILED_STATUSES.includes(installment.status) ||
    (installment.status === TransactionStatus.none && installment.dueDate < today))

/** A payment that was missed, by its number. */
export const missedOne = ({ loan }: ChangeBasis, number: number): AgreedInstallment | undefined =>
  loan.installments.find((installment) => installment.number === number && isMissed(loan, installment))
