import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { findLoan, type Loan, updateLoan } from '@dolphin/database/loans/loan-repository'
import { listLoanChanges, type LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import { findTransaction, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { savePlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { TransactionPurpose } from '@dolphin/domain/payments/codes'
import { restartSchedule } from '@dolphin/domain/servicing/changes/restart-schedule'
import type { ServicedLoan } from '@dolphin/domain/servicing/serviced-loan'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import type { Deps, MoneyDeps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { followDebit } from '../servicing/close-changes.ts'
import { followModification, type ModificationDeps } from '../servicing/follow-modification.ts'
import { loadServicedLoan, type ServicingDeps } from '../servicing/load-serviced-loan.ts'
import { isExpected } from '../servicing/modification-of.ts'
import type { WhyFailed } from '../servicing/notify-modification.ts'
import { planAfterChange } from '../servicing/plan-after-change.ts'
import { isUndone } from '../servicing/schedule-after-failure.ts'
import { newServicingNo } from '../servicing/servicing-number.ts'

/** Whether a receipt came while a change waited for it: then it is money that the change was kept by. */
const waitedFor = ({ createdAt }: MoneyTransaction, change: LoanChange): boolean =>
  isExpected(change) &&
  !isUndone(change) &&
  change.status !== 'open' &&
  change.requestedAt <= createdAt &&
  change.closedAt !== null &&
  change.closedAt >= createdAt

/**
 * A payoff or extra payment that the receipt had kept fails, as where a debit of ours comes back. The caller holds the
 * loan's lock and has posted the reversal. Source: domain.md §14, "The life of a modification".
 */
export async function followPaidChanges(
  deps: ModificationDeps,
  unit: UnitOfWork,
  key: Loan,
  {
    receipt,
    actor,
    why,
  }: { readonly receipt: MoneyTransaction; readonly actor: string; readonly why: WhyFailed },
): Promise<void> {
  const kept = (await listLoanChanges(unit.tx, key)).filter((change) => waitedFor(receipt, change))
  for (const change of kept) {
    const loan = await findLoan(unit.tx, key)
    const loaded = loan && (await loadServicedLoan(deps, unit.tx, loan, unit.now))
    if (loaded === undefined) return
    await followModification(deps, unit, loaded, { change, event: 'returned', actor, why })
  }
}

/** The days on which nothing was asked for because of the receipt. */
interface Unasked {
  /** The day on which the receipt was posted. */
  readonly since: LocalDate
  /** The first day that stays as it is; where left out, the first that can still be announced. */
  readonly until: LocalDate | undefined
}

/**
 * Payments whose day passed while the receipt stood are due again, at least ten days after the notice. The caller holds
 * the loan's lock. Source: domain.md §14.
 */
export const restartAfterReversal = (
  deps: Deps,
  unit: UnitOfWork,
  key: Loan,
  { since, until }: Unasked,
): Promise<void> =>
  restart(deps, unit, key, () => ({ since, isOfLater: false, ...(until === undefined ? {} : { until }) }))

/**
 * A payment that was taken twice and sent back (302) counts no more: the change that it was made for has failed, and
 * the payments to come cover all that is owed again. The caller holds the loan's lock and has posted the refund.
 * Source: domain.md §10, 302; §14, "The life of a modification".
 */
export async function followDuplicateRefund(
  deps: MoneyDeps,
  unit: UnitOfWork,
  key: Loan,
  { refund, actor }: { readonly refund: MoneyTransaction; readonly actor: string },
): Promise<void> {
  const { portfolioId, originalTransactionNo: transactionNo } = refund
  if (transactionNo === null) return
  const payment = await findTransaction(unit.tx, { portfolioId, transactionNo })
  assert(payment !== undefined, 'a refund names a payment of its loan')
  if (payment.purpose === TransactionPurpose.receipt)
    await followPaidChanges(deps, unit, key, { receipt: payment, actor, why: 'refunded' })
  else await followDebit(deps, unit, payment, { event: 'returned', actor })
  await restart(deps, unit, key, ({ today }) => ({ since: today, until: today, isOfLater: true }))
}

/** Stores the schedule that a restart asks for, if any. */
async function restart(
  deps: ServicingDeps,
  unit: UnitOfWork,
  key: Loan,
  daysOf: (loan: ServicedLoan) => Parameters<typeof restartSchedule>[1],
): Promise<void> {
  const loan = await findLoan(unit.tx, key)
  const loaded = loan && (await loadServicedLoan(deps, unit.tx, loan, unit.now))
  if (loaded === undefined) return
  const restarted = restartSchedule(loaded.serviced, daysOf(loaded.serviced))
  if (restarted === null) return
  const changeNo = await newServicingNo(unit, 'M')
  const { plan, installments } = planAfterChange(loaded, restarted, { changeNo, now: unit.now })
  await savePlan(unit.tx, plan, installments)
  await updateLoan(unit.tx, loaded.loan, { planNo: plan.planNo }, unit.now)
  const { portfolioId, loanNo: subject } = loaded.loan
  const facts = { planNo: plan.planNo, moved: restarted.deletedNumbers.map(String) }
  const actor = SYSTEM_ACTOR
  await appendAudit(unit.tx, { portfolioId, subject, action: 'paymentsMoved', actor, facts, at: unit.now })
}
