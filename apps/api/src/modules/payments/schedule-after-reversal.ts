import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { findLoan, type Loan, updateLoan } from '@dolphin/database/loans/loan-repository'
import { listLoanChanges, type LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { savePlan } from '@dolphin/database/plans/plan-repository'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { restartSchedule } from '@dolphin/domain/servicing/changes/restart-schedule'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { followModification } from '../servicing/follow-modification.ts'
import { loadServicedLoan } from '../servicing/load-serviced-loan.ts'
import { isExpected } from '../servicing/modification-of.ts'
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
  deps: Deps,
  unit: UnitOfWork,
  key: Loan,
  { receipt, actor }: { readonly receipt: MoneyTransaction; readonly actor: string },
): Promise<void> {
  const kept = (await listLoanChanges(unit.tx, key)).filter((change) => waitedFor(receipt, change))
  for (const change of kept) {
    const loan = await findLoan(unit.tx, key)
    const loaded = loan && (await loadServicedLoan(deps, unit.tx, loan, unit.now))
    if (loaded === undefined) return
    await followModification(deps, unit, loaded, { change, event: 'returned', actor, why: 'receiptReversed' })
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
export async function restartAfterReversal(
  deps: Deps,
  unit: UnitOfWork,
  key: Loan,
  { since, until }: Unasked,
): Promise<void> {
  const loan = await findLoan(unit.tx, key)
  const loaded = loan && (await loadServicedLoan(deps, unit.tx, loan, unit.now))
  if (loaded === undefined) return
  const days = { since, isOfLater: false, ...(until === undefined ? {} : { until }) }
  const restart = restartSchedule(loaded.serviced, days)
  if (restart === null) return
  const changeNo = await newServicingNo(unit, 'M')
  const { plan, installments } = planAfterChange(loaded, restart, { changeNo, now: unit.now })
  await savePlan(unit.tx, plan, installments)
  await updateLoan(unit.tx, loaded.loan, { planNo: plan.planNo }, unit.now)
  const { portfolioId, loanNo: subject } = loaded.loan
  const facts = { planNo: plan.planNo, moved: restart.deletedNumbers.map(String) }
  const actor = SYSTEM_ACTOR
  await appendAudit(unit.tx, { portfolioId, subject, action: 'paymentsMoved', actor, facts, at: unit.now })
}
