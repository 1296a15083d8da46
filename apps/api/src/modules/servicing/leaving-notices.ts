import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { findLoan, type Loan, lockLoan } from '@dolphin/database/loans/loan-repository'
import { dropQueuedNotice, type QueuedNotice } from '@dolphin/database/notices/outbox-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { listLoanChanges } from '@dolphin/database/servicing/loan-change-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { BankingHours } from '@dolphin/domain/calendar/cut-off'
import { addDays, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { payoutOf, sentOn } from '@dolphin/domain/disbursement/payout'
import { LIVE_STATUSES, LoanStatus } from '@dolphin/domain/loans/codes'
import { legalEffects } from '@dolphin/domain/loans/legal-facts'
import { ZERO_CENTS } from '@dolphin/domain/money/cents'
import { type AnnouncedDebit, leavingNotice, type LoanToday } from '@dolphin/domain/notices/leaving-notice'
import { type StatedFact, statedFact } from '@dolphin/domain/notices/notice-conditions'
import type { NoticeKind } from '@dolphin/domain/notices/notice-kind'
import { ok } from '@dolphin/domain/outcome'
import { TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { stopDeadline } from '@dolphin/domain/payments/stop-deadline'
import { changeDeadline } from '@dolphin/domain/servicing/changes/change-basis'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { announceChanged, OTHER_AMOUNT_DAYS } from './announce-debits.ts'
import { loadDebitLoans } from './debit-loan.ts'
import { loanArrears } from './loan-arrears.ts'
import { debitToConfirm, endOfWait } from './modification-of.ts'
import { comingOf, loadNextBasis, nextPaymentOf } from './next-payment-of.ts'
import type { NotifyDeps } from './notify-change.ts'
import { isToBeTaken, plannedDebits } from './check-planned-debit.ts'

type LeavingDeps = NotifyDeps & Pick<Deps, 'database' | 'clock' | 'units' | 'keys'>

/**
 * The values with which a queued notice leaves: what it states of the future, as the loan is now. Null where nothing of it
 * is so any more: then it is withdrawn, and a debit that still comes is announced as it is. Source: domain.md §11, §14.
 */
export async function restateNotice(
  deps: LeavingDeps,
  notice: QueuedNotice,
): Promise<QueuedNotice['payload'] | null> {
  const judged = await judge(deps, deps.database.db, notice)
  if (judged === undefined) return notice.payload
  const { values, loan, states } = judged
  if (values === null) await withdraw(deps, notice, { loan, states })
  return values
}

type StatedNotice = Pick<QueuedNotice, 'portfolioId' | 'loanNo' | 'kind' | 'dedupKey' | 'payload'>

/** The same for a letter that is printed now: null where it is not to be printed any more. */
export async function restateLetter(
  deps: LeavingDeps,
  executor: Executor,
  notice: StatedNotice,
): Promise<QueuedNotice['payload'] | null> {
  const judged = await judge(deps, executor, notice)
  return judged === undefined ? notice.payload : judged.values
}

async function judge(
  deps: LeavingDeps,
  executor: Executor,
  { portfolioId, loanNo, kind, dedupKey, payload }: StatedNotice,
) {
  const states = statedFact(kind as NoticeKind)
  if (states === undefined || loanNo === null) return undefined
  const loan = await findLoan(executor, { portfolioId, loanNo })
  if (loan === undefined) return undefined
  const today = await loanToday(deps, executor, loan, states)
  const values = leavingNotice(states, { key: dedupKey.split('/'), values: payload }, today)
  return { values, loan, states }
}

async function withdraw(
  deps: LeavingDeps,
  notice: QueuedNotice,
  { loan, states }: { readonly loan: Loan; readonly states: StatedFact },
): Promise<void> {
  const { portfolioId, noticeId, kind, dedupKey } = notice
  await deps.units.write(async (unit) => {
    const locked = await lockLoan(unit.tx, loan)
    if (!(await dropQueuedNotice(unit.tx, notice))) return ok(undefined)
    await appendAudit(unit.tx, {
      portfolioId,
      subject: loan.loanNo,
      action: 'noticeWithdrawn',
      actor: SYSTEM_ACTOR,
      facts: { noticeId, notice: kind, which: dedupKey, stated: states },
      at: unit.now,
    })
    if (states === 'plannedDebit' && locked !== undefined) await announceChanged(deps, unit, locked)
    return ok(undefined)
  })
}

const NOT_FUNDED = {
  next: undefined,
  coming: [],
  debits: [],
  pastDue: { amount: ZERO_CENTS, days: 0 },
} as const satisfies Partial<LoanToday>

async function loanToday(
  deps: LeavingDeps,
  executor: Executor,
  loan: Loan,
  states: StatedFact,
): Promise<LoanToday> {
  const data = deps.portfolios.byId(loan.portfolioId)
  const now = deps.clock.now()
  const hours = data && hoursOf(data, deps.calendar)
  const transactions = await listTransactions(executor, loan)
  const credit = transactions.findLast(
    ({ type, status }) => type === TransactionType.credit && status === TransactionStatus.none,
  )
  const payout = credit && payoutOf(deps.calendar, credit)
  const changes = await listLoanChanges(executor, loan)
  const before = {
    state: loan,
    asksNothing: legalEffects(loan.legalFacts).asksNothing,
    isSigned: loan.signedAt !== null,
    now,
    qualifiedUntil: loan.qualifiedUntil,
    payout: payout === undefined ? null : { ...payout, sentOn: sentOn(payout) },
    transactions: transactions.map(
      ({ transactionNo, originalTransactionNo, status, effectiveDate: date }) => {
        return { transactionNo, originalTransactionNo, status, date }
      },
    ),
    changes: changes.map((change) => {
      const { changeNo, status, cutOffAt } = change
      const isToConfirm = status === 'open' && debitToConfirm(change, transactions) !== null
      const end = isToConfirm && hours !== undefined ? endOfWait(change, transactions, hours) : undefined
      return {
        changeNo,
        isOpen: status === 'toSign' || isToConfirm,
        isInForce: status !== 'cancelled' && status !== 'failed',
        until: end?.at ?? cutOffAt,
      }
    }),
  }
  const isFunded = LIVE_STATUSES.includes(loan.status) || loan.status === LoanStatus.terminated
  if (hours === undefined || !isFunded) return { ...before, ...NOT_FUNDED }
  const debits = states === 'plannedDebit' ? await debitsToday(deps, executor, loan, { hours, now }) : []
  return { ...before, ...(await repaymentToday(deps, executor, loan, now)), debits }
}

/** What comes, and what is past due. */
async function repaymentToday(
  deps: LeavingDeps,
  executor: Executor,
  loan: Loan,
  now: Date,
): Promise<Pick<LoanToday, 'next' | 'coming' | 'pastDue'>> {
  const found = await loadNextBasis(deps, executor, loan, now)
  if (found === undefined) return NOT_FUNDED
  const { facts, basis } = found
  const coming = comingOf(facts, basis)
  const { amount, days } = loanArrears(facts, basis.today)
  return {
    next: nextPaymentOf(facts, basis, coming),
    coming: coming.payments.map(({ number, dueDate: date, amount: taken }) => ({
      number,
      date,
      amount: taken,
    })),
    pastDue: { amount, days },
  }
}

/** The debits of the days for which one can have been announced, as the round of announcements sees them. */
async function debitsToday(
  deps: LeavingDeps,
  executor: Executor,
  loan: Loan,
  { hours, now }: { readonly hours: BankingHours; readonly now: Date },
): Promise<AnnouncedDebit[]> {
  const today = dateIn(now, hours.timeZone)
  const window = { after: today, upTo: addDays(today, OTHER_AMOUNT_DAYS) }
  const { portfolioId } = loan
  const loans = await loadDebitLoans(deps, executor, { portfolioId, loans: [loan] }, window)
  const soonest = hours.calendar.next(today)
  const dateOf = (due: LocalDate): LocalDate => {
    const day = hours.calendar.onOrAfter(due)
    return day > soonest ? day : soonest
  }
  return loans
    .flatMap((one) => plannedDebits(one, dateOf, { hours, now }))
    .filter((debit) => isToBeTaken(debit, { hours, now }))
    .map(({ item, effectiveDate: date, amount }) => {
      const change = changeDeadline({ hours }, date)
      const stop = stopDeadline(hours, now, { status: TransactionStatus.none, effectiveDate: date })
      const until = now < change ? change : stop
      return { item, date, amount, changeBy: until === null ? null : dateIn(until, hours.timeZone) }
    })
}
