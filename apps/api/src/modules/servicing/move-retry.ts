import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { rescheduleTransaction } from '@dolphin/database/payments/transaction-repository'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { noticeDay } from '@dolphin/domain/notices/quiet-hours'
import { retryDayFrom } from '@dolphin/domain/payments/debit-eligibility/representment'
import { firstDayAfterMissed } from '@dolphin/domain/servicing/moved-payments'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { borrowerZones } from '../borrowers/borrower-zones.ts'
import { otherDebitDays } from './check-planned-debit.ts'
import type { MissedDebit } from './missed-debits.ts'
import type { NotifyDeps } from './notify-change.ts'
import { notifyMoved } from './notify-moved.ts'

/**
 * Gives a retry that we missed, or that would share its day with another debit, the first day that its notice allows
 * and that is free. The payment stays late from its agreed day: it came back. Source: domain.md §14.
 */
export async function moveRetry(
  deps: NotifyDeps & Pick<Deps, 'calendar'>,
  unit: UnitOfWork,
  { portfolio: { timeZone } }: PortfolioData,
  debit: MissedDebit,
): Promise<void> {
  const { of, transaction, amount } = debit
  assert(transaction !== undefined, 'a retry is planned before it is sent')
  const leavesOn = noticeDay(await borrowerZones(deps, unit.tx, of.loan), unit.now, timeZone)
  const soonest = firstDayAfterMissed(leavesOn, deps.calendar)
  const from = transaction.effectiveDate
  const to = retryDayFrom(soonest, otherDebitDays(debit, deps), deps.calendar)
  const { status } = transaction
  await rescheduleTransaction(unit.tx, transaction, { status, effectiveDate: to }, unit.now)
  const { portfolioId, loanNo } = of.loan
  const facts = {
    transactionNo: transaction.transactionNo,
    moved: `${formatLocalDate(from)} to ${formatLocalDate(to)}`,
  }
  const action = 'retryMoved'
  await appendAudit(unit.tx, {
    portfolioId,
    subject: loanNo,
    action,
    actor: SYSTEM_ACTOR,
    facts,
    at: unit.now,
  })
  const { number } = debit.installment
  await notifyMoved(deps, unit, of.loan, { number, from, to, amount, why: 'retry' })
}
