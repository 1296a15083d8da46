import { appendAudit, listAudit } from '@dolphin/database/examiner/audit-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { daysBetween, formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { productFor } from '@dolphin/domain/decisions/decide'
import { earliestDebitAfterNotice } from '@dolphin/domain/payments/debit-eligibility/notice-timing'
import { PaymentMode, TransactionMode, TransactionType } from '@dolphin/domain/payments/codes'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import { isHeldTooLong } from '@dolphin/domain/work-items/work-item-rules'
import { planFacts } from '../plans/plan-facts.ts'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { openWorkItem, type WorkItemDeps } from '../work-items/work-item-service.ts'

/** How a credit is paid out, and the day on which it would settle. */
interface CreditSettlement {
  readonly mode: MoneyTransaction['mode']
  readonly settlesOn: LocalDate
}

/**
 * Why the credit of a loan may not be sent to settle on a day; undefined where it may. By ACH it settles at least the
 * product's days before the first payment, and where that payment is debited, the notice of the first debit, which goes
 * out once the credit has settled, is also in time. Of a check only that it arrives before the first payment: its day of
 * settlement is an estimate, and the borrower was promised the check. Source: domain.md §14; 12 CFR 1041.9(b).
 */
export async function lateCreditRule(
  { calendar, portfolios }: Pick<Deps, 'calendar' | 'portfolios'>,
  executor: Executor,
  loan: Loan,
  { mode, settlesOn }: CreditSettlement,
): Promise<string | undefined> {
  const data = portfolios.byId(loan.portfolioId)
  const current = await findCurrentPlan(executor, loan)
  const first = current?.installments[0]
  if (data === undefined || current === undefined || first === undefined) return undefined
  const { firstDateMinimumDays } = productFor(data.products, { militaryStatus: loan.military })
  const waits = mode === TransactionMode.ach ? firstDateMinimumDays : 1
  const isDebited = mode === TransactionMode.ach && planFacts(current.plan).paymentMode === PaymentMode.ach
  const isAnnounced =
    !isDebited || earliestDebitAfterNotice(settlesOn, calendar) <= calendar.onOrAfter(first.dueDate)
  if (daysBetween(settlesOn, first.dueDate) >= waits && isAnnounced) return undefined
  return `the first payment is due ${formatLocalDate(first.dueDate)}, too soon after the credit would settle: the agreement needs new dates`
}

/** The rule that holds a credit, and who found it. */
interface HeldBecause {
  readonly rule: string
  readonly actor: string
}

/**
 * Records in the audit that a credit or refund was not sent, once for each transaction and rule. A refund becomes a work
 * item at once, a credit that is held for two banking days then. Source: domain.md §14.
 */
export async function recordHeld(
  deps: WorkItemDeps,
  unit: UnitOfWork,
  credit: Pick<MoneyTransaction, 'portfolioId' | 'loanNo' | 'transactionNo' | 'type'>,
  { rule, actor }: HeldBecause,
): Promise<void> {
  const { portfolioId, loanNo, transactionNo, type } = credit
  const action = type === TransactionType.refund ? 'refundHeld' : 'creditHeld'
  const known = (await listAudit(unit.tx, portfolioId, loanNo)).filter(
    ({ action: earlier, facts }) => earlier === action && facts['transactionNo'] === transactionNo,
  )
  const since = known[0]?.at ?? unit.now
  if (type === TransactionType.refund || isHeldForTooLong(deps, unit, portfolioId, since)) {
    const kind = type === TransactionType.refund ? 'failedRefund' : 'heldCredit'
    const subject = `transaction/${transactionNo}`
    await openWorkItem(deps, unit, { portfolioId, kind, subject, loanNo, reason: rule, since, actor })
  }
  if (known.some(({ facts }) => facts['rule'] === rule)) return
  const facts = { transactionNo, rule }
  await appendAudit(unit.tx, { portfolioId, subject: loanNo, action, actor, facts, at: unit.now })
}

/** Whether a credit is held for two banking days, so that a person has to act. */
export function isHeldForTooLong(
  { calendar, portfolios }: WorkItemDeps,
  { now }: UnitOfWork,
  portfolioId: number,
  since: Date,
): boolean {
  const timeZone = portfolios.byId(portfolioId)?.portfolio.timeZone ?? NEW_YORK
  return isHeldTooLong(dateIn(since, timeZone), dateIn(now, timeZone), calendar)
}
