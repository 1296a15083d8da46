import { appendAudit, listAudit } from '@dolphin/database/examiner/audit-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import type { BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { earliestDebitAfterNotice } from '@dolphin/domain/payments/debit-eligibility/notice-timing'
import { PaymentMode, TransactionMode, TransactionType } from '@dolphin/domain/payments/codes'
import { planFacts } from '../plans/plan-facts.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'

/**
 * Why the credit of a loan may not be sent to settle on a day; undefined where it may. It settles before the first
 * payment is due. Where that payment is debited, the notice of the first debit, which goes out once the credit has
 * settled, is also in time. The notice is not asked of a check: its day of settlement is an estimate, and the
 * borrower was promised the check. Source: domain.md §14; 12 CFR 1041.9(b).
 */
export async function lateCreditRule(
  calendar: BankCalendar,
  executor: Executor,
  loan: Loan,
  mode: MoneyTransaction['mode'],
  settlesOn: LocalDate,
): Promise<string | undefined> {
  const current = await findCurrentPlan(executor, loan)
  const first = current?.installments[0]
  if (current === undefined || first === undefined) return undefined
  const isDebited = mode === TransactionMode.ach && planFacts(current.plan).paymentMode === PaymentMode.ach
  const isAnnounced =
    !isDebited || earliestDebitAfterNotice(settlesOn, calendar) <= calendar.onOrAfter(first.dueDate)
  if (settlesOn < first.dueDate && isAnnounced) return undefined
  return `the first payment is due ${formatLocalDate(first.dueDate)}, too soon after the credit would settle: the agreement needs new dates, or the loan is canceled`
}

/** Records in the audit that a credit or refund was not sent, once for each transaction and rule. */
export async function recordHeld(
  unit: UnitOfWork,
  credit: Pick<MoneyTransaction, 'portfolioId' | 'loanNo' | 'transactionNo' | 'type'>,
  rule: string,
  actor: string,
): Promise<void> {
  const { portfolioId, loanNo, transactionNo, type } = credit
  const action = type === TransactionType.refund ? 'refundHeld' : 'creditHeld'
  const known = await listAudit(unit.tx, portfolioId, loanNo)
  const isKnown = known.some(
    ({ action: earlier, facts }) =>
      earlier === action && facts['transactionNo'] === transactionNo && facts['rule'] === rule,
  )
  if (isKnown) return
  const facts = { transactionNo, rule }
  await appendAudit(unit.tx, { portfolioId, subject: loanNo, action, actor, facts, at: unit.now })
}
