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
import type { ConfirmedDebit, MissedDebit } from './missed-debits.ts'
import type { NotifyDeps } from './notify-change.ts'
import { notifyMoved, type WhyMoved } from './notify-moved.ts'
import type { PlannedDebit } from './planned-debits.ts'

type MoveDeps = NotifyDeps & Pick<Deps, 'calendar'>

/**
 * Gives a retry that we missed, or that would share its day with another debit, the first day that its notice allows
 * and that is free. The payment stays late from its agreed day: it came back. Source: domain.md §14.
 */
export const moveRetry = (
  deps: MoveDeps,
  unit: UnitOfWork,
  data: PortfolioData,
  debit: MissedDebit,
): Promise<void> => moveAlone(deps, unit, data, { debit, number: debit.installment.number, why: 'retry' })

/** No agreed payment: a debit that the borrower confirmed once. */
const OUTSIDE_SCHEDULE = 0

/**
 * Gives a confirmed debit that became larger, too late to be announced for its day, the first day that a notice allows and
 * that is free. Its quote is honored: the interest of the days in between is waived as it settles. Source: domain.md §14.
 */
export const moveEnlarged = (
  deps: MoveDeps,
  unit: UnitOfWork,
  data: PortfolioData,
  debit: ConfirmedDebit,
): Promise<void> => moveAlone(deps, unit, data, { debit, number: OUTSIDE_SCHEDULE, why: 'enlarged' })

interface LonelyDebit {
  readonly debit: PlannedDebit
  readonly number: number
  readonly why: Extract<WhyMoved, 'retry' | 'enlarged'>
}

const ACTIONS = { retry: 'retryMoved', enlarged: 'debitMoved' } as const

async function moveAlone(
  deps: MoveDeps,
  unit: UnitOfWork,
  { portfolio: { timeZone } }: PortfolioData,
  { debit, number, why }: LonelyDebit,
): Promise<void> {
  const { of, transaction, amount } = debit
  assert(transaction !== undefined, 'what moves alone is planned before it is sent')
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
  await appendAudit(unit.tx, {
    portfolioId,
    subject: loanNo,
    action: ACTIONS[why],
    actor: SYSTEM_ACTOR,
    facts,
    at: unit.now,
  })
  await notifyMoved(deps, unit, of.loan, { number, from, to, amount, why })
}
