import { writtenDay } from '@dolphin/domain/calendar/written-day'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import { formatUsDate } from '@dolphin/domain/calendar/local-date'
import { cents } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { disbursementSettled } from '@dolphin/domain/payments/ledger'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { moveLoan } from '../loans/loan-moves.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { postToLedger } from './post-to-ledger.ts'
import { fitScheduleToSettlement } from './fit-schedule.ts'
import type { MoneyDeps } from '../../deps.ts'
import type { LoanTransaction } from './loan-transaction.ts'

/**
 * What follows from a credit that has settled, in the transaction that moved it: its locked loan 201 → 202, from that
 * day the principal is owed and interest runs; the schedule is fitted and the borrower told. ACH never confirms a
 * credit, so time alone decides (domain.md §2). Answers the loan as it is then.
 */
export async function postSettledCredit(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { loan, transaction: credit }: LoanTransaction,
  actor: string,
): Promise<Loan> {
  const { portfolioId, loanNo, transactionNo, effectiveDate, amount } = credit
  const moved = await moveLoan(deps, unit, loan, {
    event: 'creditSettled',
    cause: `credit ${transactionNo} settled`,
    actor,
    patch: { effectiveDate },
  })
  assert(moved.ok, 'a loan whose credit is on a batch is pending')
  const current = await findCurrentPlan(unit.tx, loan)
  const data = deps.portfolios.byId(portfolioId)
  assert(current !== undefined && data !== undefined, 'a pending loan has a plan')
  await fitScheduleToSettlement(data, unit, moved.value, { ...current, effectiveDate })
  const principal = current.plan.amount
  const facts = { loanNo, transactionId: transactionNo, effectiveDate }
  await postToLedger(unit, portfolioId, disbursementSettled(facts, principal, cents(principal - amount)))
  await notifyFunded(deps, unit, moved.value)
  return moved.value
}

async function notifyFunded(deps: MoneyDeps, unit: UnitOfWork, loan: Loan): Promise<void> {
  const { to, values } = await addressToBorrower(deps, unit, loan, '/home')
  const current = await findCurrentPlan(unit.tx, loan)
  const first = current?.installments[0]
  assert(current !== undefined && first !== undefined, 'a funded loan has a schedule')
  await deps.notices.send(unit, {
    ...to,
    kind: 'loanFunded',
    dedupKey: `loanFunded/${loan.loanNo}/${formatUsDate(loan.effectiveDate ?? first.dueDate)}`,
    values: {
      ...values,
      amount: formatCurrency(current.plan.amount),
      firstPaymentDate: writtenDay(first.dueDate),
      firstPaymentAmount: formatCurrency(first.amount),
    },
  })
}
