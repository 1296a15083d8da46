import { writtenDay } from '@dolphin/domain/calendar/written-day'
import { type Loan, updateLoan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan, type PlanWithInstallments } from '@dolphin/database/plans/plan-repository'
import {
  insertTransaction,
  type MoneyTransaction,
  nextTransactionNo,
} from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { fromEpochDay, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { entryDateFor, expectedPayout, payoutWith, sentOn } from '@dolphin/domain/disbursement/payout'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import type { Cents } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { planFacts } from '../plans/plan-facts.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { listCreditsOf } from '../payments/drop-disbursement.ts'
import { lateCreditRule } from '../payments/held-credit.ts'
import { payoutModeOf } from '../loans/payout-mode.ts'
import { notifyCheckMailed } from './check-notice.ts'
import { askForNewTerms } from '../payments/new-terms.ts'
import type { NewTermsDeps } from '../payments/notify-new-terms.ts'

/**
 * Plans the credit of a loan that has just become 104, in the transaction that approved it; the caller holds the
 * loan's lock. Its day is get-default-disbursement-date, or the later day that the plan was made for: money may come
 * later than agreed, never earlier (domain.md §7, §9). Queues the notice of approval. Where the credit would settle too
 * late for the first payment, the borrower is asked to sign new dates instead, and the loan is 102 again. Answers the
 * loan as it is then.
 *
 * All ways to 104 end here: signing where approval is automatic, an employee's approval, and a repaired account.
 */
export async function planDisbursement(
  deps: NewTermsDeps,
  unit: UnitOfWork,
  loan: Loan,
  actor: string,
): Promise<Loan> {
  const { portfolioId } = loan
  assert(loan.status === LoanStatus.approved, 'a credit is planned for an approved loan')
  const data = deps.portfolios.byId(portfolioId)
  const current = await findCurrentPlan(unit.tx, loan)
  assert(data !== undefined && current !== undefined, 'an approved loan has a signed plan')
  const { amountFinanced: amount } = current.plan
  const request = { now: unit.now, amount, approval: 'given' } as const
  const credits = await listCreditsOf(unit, loan)
  assert(credits.every(isSpent), 'a loan has one credit at a time')
  const mode = await payoutModeOf(unit.tx, loan)
  const soonest = expectedPayout(hoursOf(data, deps.calendar), request, mode)
  const effectiveDate = entryDateFor(deps.calendar, mode, firstDayOf(loan, current, soonest.arrivesOn))
  const payout = payoutWith(deps.calendar, mode, effectiveDate)
  const rule = await lateCreditRule(deps, unit.tx, loan, { mode, settlesOn: payout.arrivesOn })
  if (rule !== undefined) return await askForNewTerms(deps, unit, loan, { rule, actor })
  const credit = { mode, amount, effectiveDate, serial: credits.length + 1 }
  const transactionNo = await insertCredit(unit, loan, credit, actor)
  const patch = { disbursementDate: payout.arrivesOn, approvedAt: loan.approvedAt ?? unit.now }
  await updateLoan(unit.tx, loan, patch, unit.now)
  await notifyApproved(deps, unit, loan, { transactionNo, amount, day: sentOn(payout) })
  await notifyCheckMailed(deps, unit, loan, { transactionNo, amount, payout })
  return { ...loan, ...patch }
}

/** The day on which the money of a loan would settle, if it is sent as soon as can be and not before it was agreed. */
export function firstDayOf(
  { disbursementDate }: Loan,
  { plan }: Pick<PlanWithInstallments, 'plan'>,
  soonest: LocalDate,
): LocalDate {
  const agreed = planFacts(plan).effectiveDate
  return fromEpochDay(Math.max(disbursementDate ?? agreed, agreed, soonest))
}

interface NewCredit {
  readonly mode: MoneyTransaction['mode']
  /** What is paid out: the principal less the prepaid finance charge. */
  readonly amount: Cents
  readonly effectiveDate: LocalDate
  readonly serial: number
}

async function insertCredit(
  unit: UnitOfWork,
  { portfolioId, customerKey, loanNo, openId }: Loan,
  { mode, amount, effectiveDate, serial }: NewCredit,
  actor: string,
): Promise<string> {
  assert(openId !== null, 'an approved loan has a customer')
  const transactionNo = await nextTransactionNo(unit.tx)
  const credit = {
    portfolioId,
    customerKey,
    transactionNo,
    loanNo,
    openId,
    type: TransactionType.credit,
    mode,
    amount,
    effectiveDate,
    status: TransactionStatus.none,
    // One credit for each approval: a loan whose credit came back may be approved into another.
    instructionKey: `disbursement/${loanNo}/${serial}`,
    installmentNumber: null,
  }
  await insertTransaction(unit.tx, credit, { cause: 'loan approved', actor, at: unit.now })
  return transactionNo
}

const isSpent = ({ status }: MoneyTransaction): boolean => status === TransactionStatus.rejected

async function notifyApproved(
  deps: NewTermsDeps,
  unit: UnitOfWork,
  loan: Loan,
  {
    transactionNo,
    amount,
    day,
  }: { readonly transactionNo: string; readonly amount: Cents; readonly day: LocalDate },
): Promise<void> {
  const { to, values } = await addressToBorrower(deps, unit, loan, '/home')
  await deps.notices.send(unit, {
    ...to,
    kind: 'approved',
    dedupKey: `approved/${loan.loanNo}/${transactionNo}`,
    values: {
      ...values,
      amount: formatCurrency(amount),
      disbursementDate: writtenDay(day),
    },
  })
}
