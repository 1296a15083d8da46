import { writtenDay } from '@dolphin/domain/calendar/written-day'
import { type Loan, updateLoan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { nextSerial } from '@dolphin/database/driver/serial'
import {
  insertTransaction,
  listTransactions,
  type MoneyTransaction,
  moveTransaction,
} from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { fromEpochDay, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { disbursementDays } from '@dolphin/domain/disbursement/disbursement-days'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { TransactionMode, TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import type { Cents } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import type { Deps } from '../../deps.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { planFacts } from '../plans/plan-facts.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { lateCreditRule, recordHeld } from '../payments/held-credit.ts'

export type DisbursementDeps = Pick<Deps, 'portfolios' | 'calendar' | 'cipher' | 'notices' | 'config'>

/** A credit that waits for its batch. */
export interface PlannedDisbursement {
  readonly transactionNo: string
  /** What is paid out: the principal less the prepaid finance charge. */
  readonly amount: Cents
  readonly effectiveDate: LocalDate
}

/**
 * Plans the credit of a loan that has just become 104, in the transaction that approved it; the caller holds the
 * loan's lock. Its day is get-default-disbursement-date, or the later day that the plan was made for: money may come
 * later than agreed, never earlier (domain.md §7, §9). Queues the notice of approval; not where the credit would settle
 * too late for the first payment, for then the batch holds it and no day can be promised.
 *
 * Both ways to 104 end here: signing where approval is automatic, and an employee's approval.
 */
export async function planDisbursement(
  deps: DisbursementDeps,
  unit: UnitOfWork,
  loan: Loan,
  actor: string,
): Promise<PlannedDisbursement> {
  const { portfolioId, customerKey, loanNo, openId } = loan
  assert(loan.status === LoanStatus.approved, 'a credit is planned for an approved loan')
  const data = deps.portfolios.byId(portfolioId)
  const current = await findCurrentPlan(unit.tx, loan)
  assert(openId !== null && data !== undefined && current !== undefined, 'an approved loan has a signed plan')
  const amount = current.plan.amountFinanced
  const request = { now: unit.now, amount, approval: 'given' } as const
  const { expected: soonest } = disbursementDays(hoursOf(data, deps.calendar), request)
  const agreed = planFacts(current.plan).effectiveDate
  const effectiveDate = fromEpochDay(Math.max(loan.disbursementDate ?? agreed, agreed, soonest))
  const credits = await listCredits(unit, loan)
  assert(credits.every(isSpent), 'a loan has one credit at a time')
  const transactionNo = `T${(await nextSerial(unit.tx, 'transaction')).toString().padStart(9, '0')}`
  const credit = {
    portfolioId,
    customerKey,
    transactionNo,
    loanNo,
    openId,
    type: TransactionType.credit,
    mode: TransactionMode.ach,
    amount,
    effectiveDate,
    status: TransactionStatus.none,
    // One credit for each approval: a loan whose credit came back may be approved into another.
    instructionKey: `disbursement/${loanNo}/${credits.length + 1}`,
    installmentNumber: null,
  }
  await insertTransaction(unit.tx, credit, { cause: 'loan approved', actor, at: unit.now })
  const rule = await lateCreditRule(deps.calendar, unit.tx, loan, credit.mode, effectiveDate)
  const disbursementDate = rule === undefined ? effectiveDate : null
  const approvedAt = loan.approvedAt ?? unit.now
  await updateLoan(unit.tx, loan, { disbursementDate, approvedAt }, unit.now)
  if (rule === undefined) await notifyApproved(deps, unit, loan, { transactionNo, amount, effectiveDate })
  else await recordHeld(deps, unit, credit, rule, actor)
  return { transactionNo, amount, effectiveDate }
}

/**
 * Takes back a credit that no batch carries yet, for a loan that is withdrawn, declined or canceled before its
 * batch; the caller holds the loan's lock. False if there was none to take back.
 */
export async function dropPlannedDisbursement(
  unit: UnitOfWork,
  loan: Loan,
  reason: { readonly cause: string; readonly actor: string },
): Promise<boolean> {
  const at = { ...reason, at: unit.now }
  const { none, pending, rejected } = TransactionStatus
  let dropped = false
  for (const credit of await listCredits(unit, loan)) {
    if (credit.status === none || credit.status === pending) {
      const move = { from: credit.status, to: rejected }
      dropped = (await moveTransaction(unit.tx, credit, move, at)) || dropped
    }
  }
  return dropped
}

async function listCredits(unit: UnitOfWork, loan: Loan): Promise<MoneyTransaction[]> {
  const all = await listTransactions(unit.tx, loan)
  return all.filter(({ type }) => type === TransactionType.credit)
}

const isSpent = ({ status }: MoneyTransaction): boolean => status === TransactionStatus.rejected

async function notifyApproved(
  deps: DisbursementDeps,
  unit: UnitOfWork,
  loan: Loan,
  { transactionNo, amount, effectiveDate }: PlannedDisbursement,
): Promise<void> {
  const { to, values } = await addressToBorrower(deps, unit, loan, '/home')
  await deps.notices.send(unit, {
    ...to,
    kind: 'approved',
    dedupKey: `approved/${loan.loanNo}/${transactionNo}`,
    values: {
      ...values,
      amount: formatCurrency(amount),
      disbursementDate: writtenDay(effectiveDate),
    },
  })
}
