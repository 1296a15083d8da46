import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { findLoan, type Loan, updateLoan } from '@dolphin/database/loans/loan-repository'
import { rescheduleTransaction } from '@dolphin/database/payments/transaction-repository'
import { savePlan } from '@dolphin/database/plans/plan-repository'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { COMING_STATUSES, isPayment, TransactionStatus } from '@dolphin/domain/payments/codes'
import { isLive } from '@dolphin/domain/servicing/arrears'
import { paydaysOf } from '@dolphin/domain/servicing/changes/payment-series'
import { type MovedSchedule, moveMissed } from '@dolphin/domain/servicing/moved-payments'
import type { PlannedPayment } from '@dolphin/domain/servicing/projection'
import { shiftMissed } from '@dolphin/domain/servicing/shifted-payments'
import { dateIn } from '@dolphin/domain/time/new-york'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { LoanAccountFacts } from './account-facts.ts'
import { agreedInstallments, numbersMade } from './agreed-installments.ts'
import { announceChanged } from './announce-debits.ts'
import { type LoadedLoan, loadServicedLoan } from './load-serviced-loan.ts'
import { listHeldSingles, listMissedDebits, type MissedDebit } from './missed-debits.ts'
import { moveEnlarged, moveRetry } from './move-retry.ts'
import type { ModificationDeps } from './follow-modification.ts'
import { movedAloneSince } from './moved-payments.ts'
import { notifyMoved } from './notify-moved.ts'
import { notifyShifted } from './notify-shifted.ts'
import { planAfterMove } from './plan-after-move.ts'
import { refuseSlipped } from './refuse-debit.ts'
import { newServicingNo } from './servicing-number.ts'

export type MoveDeps = ModificationDeps & Pick<Deps, 'calendar'>

/**
 * Gives a new day to each debit of a locked loan that we missed by our own doing: a plan of its own with the new days,
 * the audit event, and a mail. One payment moves alone; more than one shift the schedule. A payoff or an extra payment that
 * missed its day is to be confirmed again. Answers whether any of it was so; then the loan's rows are to be read again.
 * Source: domain.md §14.
 */
export async function moveMissedDebits(
  deps: MoveDeps,
  unit: UnitOfWork,
  data: PortfolioData,
  loan: Loan,
): Promise<boolean> {
  const missed = await listMissedDebits(deps, unit, data, loan)
  const first = missed.filter(({ presentment }) => presentment === 'first')
  if (first.length > 0) await moveAgreed(deps, unit, data, first)
  // A new day of an agreed payment may be one of a retry, which is then found missed at the next round.
  const again = missed.filter(({ presentment }) => presentment !== 'first')
  for (const debit of again) await moveRetry(deps, unit, data, debit)
  const { enlarged, slipped } = await listHeldSingles(deps, unit, data, loan)
  for (const debit of enlarged) await moveEnlarged(deps, unit, data, debit)
  for (const { transaction } of slipped) await refuseSlipped(deps, unit, transaction)
  return missed.length > 0 || enlarged.length > 0 || slipped.length > 0
}

/**
 * Follows what a return or a reversal has just made larger of a locked loan's debits, in the same transaction: a single
 * one that no notice reaches any more has another day, and the others are announced anew. So pages, mails and the batch
 * say one day from then on. Source: domain.md §14, "a debit's amount changes after it was announced".
 */
export async function followEnlarged(deps: MoveDeps, unit: UnitOfWork, key: LoanKey): Promise<void> {
  const data = deps.portfolios.byId(key.portfolioId)
  const loan = await findLoan(unit.tx, key)
  assert(data !== undefined && loan !== undefined, 'a loan whose money came back has its portfolio')
  const { enlarged } = await listHeldSingles(deps, unit, data, loan)
  for (const debit of enlarged) await moveEnlarged(deps, unit, data, debit)
  await announceChanged(deps, unit, loan)
}

async function moveAgreed(
  deps: MoveDeps,
  unit: UnitOfWork,
  { portfolio: { timeZone } }: PortfolioData,
  missed: readonly MissedDebit[],
): Promise<void> {
  const [some] = missed
  assert(some !== undefined, 'at least one payment was missed')
  const { loan } = some.of
  const loaded = await loadServicedLoan(deps, unit.tx, loan, unit.now)
  if (loaded === undefined) return
  const today = dateIn(unit.now, timeZone)
  const schedule = missed.length > 1 ? shifted(deps, loaded, missed) : movedAlone(deps, loaded, missed)
  await saveMoved(unit, loan, { facts: loaded, schedule }, today)
  const amountOf = new Map(schedule.payments.map(({ number, payment }) => [number, payment]))
  for (const { transaction, installment } of missed) {
    const to = schedule.moved.find(({ number }) => number === installment.number)?.to
    if (transaction === undefined || to === undefined) continue
    const amount = amountOf.get(installment.number)
    const moved = { status: TransactionStatus.none, effectiveDate: to, amount }
    await rescheduleTransaction(unit.tx, transaction, moved, unit.now)
  }
  if (missed.length > 1) return await notifyShifted(deps, unit, loan, { missed, schedule })
  for (const move of schedule.moved) {
    const payment = amountOf.get(move.number)
    if (payment === undefined) continue
    const before = missed.find(({ installment: { number } }) => number === move.number)?.installment.dueDate
    await notifyMoved(deps, unit, loan, { ...move, from: before ?? move.from, amount: payment, why: 'ours' })
  }
}

/** One payment, on a day of its own. */
function movedAlone(
  { calendar }: MoveDeps,
  loaded: LoadedLoan,
  missed: readonly MissedDebit[],
): MovedSchedule {
  const { agreed, beside } = paymentsToCome(loaded, missed)
  return moveMissed({ ...movingOf(loaded, missed), coming: [...agreed, ...beside], calendar })
}

/** More than one: the rest of the schedule goes to later paydays. */
function shifted({ calendar }: MoveDeps, loaded: LoadedLoan, missed: readonly MissedDebit[]): MovedSchedule {
  const paydaysAfter = paydaysOf(loaded.serviced)
  const { agreed, beside } = paymentsToCome(loaded, missed)
  return shiftMissed({ ...movingOf(loaded, missed), agreed, beside, paydaysAfter, calendar })
}

function movingOf({ terms, account, current, serviced }: LoadedLoan, missed: readonly MissedDebit[]) {
  const since = movedAloneSince(current.plan)
  return {
    terms,
    state: account.state,
    noticeDay: serviced.noticeDay,
    missed: missed.map(({ installment: { number, dueDate, amount } }) => {
      return { number, dueDate, amount, agreedOn: since.get(number) ?? dueDate }
    }),
  }
}

/** A number that no installment has, for a debit outside the schedule. */
const OUTSIDE_SCHEDULE = 0

/** Agreed payments, and debits besides, of which nothing has been taken yet, from today on, without what was missed. */
function paymentsToCome(
  { current, transactions, serviced: { today } }: LoadedLoan,
  missed: readonly MissedDebit[],
): { readonly agreed: readonly PlannedPayment[]; readonly beside: readonly PlannedPayment[] } {
  const numbers = new Set(missed.map(({ installment: { number } }) => number))
  const planned = transactions.filter((one) => isPayment(one) && COMING_STATUSES.includes(one.status))
  const made = numbersMade(transactions)
  const agreed = agreedInstallments(current.installments, transactions).filter(
    (one) => isLive(one) && one.dueDate >= today && !made.has(one.number) && !numbers.has(one.number),
  )
  return {
    agreed: agreed.toSorted((left, right) => left.dueDate - right.dueDate),
    beside: planned
      .map(({ installmentNumber, effectiveDate, amount }) => ({
        number: installmentNumber ?? OUTSIDE_SCHEDULE,
        dueDate: effectiveDate > today ? effectiveDate : today,
        amount,
      }))
      .filter(({ number }) => !numbers.has(number)),
  }
}

interface MovedLoan {
  readonly facts: LoanAccountFacts
  readonly schedule: MovedSchedule
}

async function saveMoved(
  unit: UnitOfWork,
  loan: Loan,
  { facts, schedule }: MovedLoan,
  today: LocalDate,
): Promise<void> {
  const moveNo = await newServicingNo(unit, 'M')
  const { plan, installments } = planAfterMove(facts, schedule, { moveNo, today, now: unit.now })
  await savePlan(unit.tx, plan, installments)
  await updateLoan(unit.tx, loan, { planNo: plan.planNo }, unit.now)
  const moved = schedule.moved.map(
    ({ number, from, to }) => `${number}: ${formatLocalDate(from)} to ${formatLocalDate(to)}`,
  )
  await appendAudit(unit.tx, {
    portfolioId: loan.portfolioId,
    subject: loan.loanNo,
    action: 'paymentsMoved',
    actor: SYSTEM_ACTOR,
    facts: { planNo: plan.planNo, moved },
    at: unit.now,
  })
}
