import { listEligibilityDecisions } from '@dolphin/database/payments/eligibility-decision-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { type Loan, listLoanMoves } from '@dolphin/database/loans/loan-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { findPlanAt, type StoredInstallment } from '@dolphin/database/plans/plan-repository'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { type BankingHours, batchCutOffOn, nextEntryDate } from '@dolphin/domain/calendar/cut-off'
import { addDays, type LocalDate } from '@dolphin/domain/calendar/local-date'
import {
  holdCauseOf,
  isHeldByLender,
  rulesOfOthers,
} from '@dolphin/domain/payments/debit-eligibility/hold-cause'
import { CONFIRMED_DAY, TOLD_AMOUNT } from '@dolphin/domain/payments/debit-eligibility/debit-rules'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { PaymentMode, TransactionPurpose, TransactionStatus } from '@dolphin/domain/payments/codes'
import { isLive } from '@dolphin/domain/servicing/arrears'
import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { planFacts } from '../plans/plan-facts.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { numbersMade } from './agreed-installments.ts'
import {
  checkPlannedDebit,
  findDebitNotices,
  plannedDebits,
  type SentNotices,
} from './check-planned-debit.ts'
import { type DebitLoan, loadDebitLoans } from './debit-loan.ts'
import { ofLoan } from './loan-failure.ts'
import type { PlannedDebit } from './planned-debits.ts'
import type { ReadPoint } from '../../unit-of-work.ts'

/** A payment of the schedule, or a retry of one, that cannot be taken on its day by our own doing. */
export interface MissedDebit extends PlannedDebit {
  readonly installment: StoredInstallment
}

/** A single debit that the borrower confirmed. */
export interface ConfirmedDebit extends PlannedDebit {
  readonly transaction: MoneyTransaction
}

/** How far back a payment is looked for that was not taken: beyond it the loan is collecting. */
const MISSED_LOOK_BACK_DAYS = 120
/** The notice of a debit of so many banking days ahead is out or too late. Source: 12 CFR 1041.9(b). */
const NOTICE_BANKING_DAYS = 4

/** The due dates among which a debit can be missed by now. */
export const missedWindow = ({ calendar }: Pick<BankingHours, 'calendar'>, today: LocalDate) => ({
  after: addDays(today, -MISSED_LOOK_BACK_DAYS),
  upTo: calendar.addBankingDays(calendar.onOrBefore(today), NOTICE_BANKING_DAYS),
})

/**
 * The debits of a loan that we should have announced or sent and did not, and that nothing of the borrower's or the
 * bank's holds, neither now nor on their day. In order of their days. Source: domain.md §14.
 */
export async function listMissedDebits(
  deps: Pick<Deps, 'portfolios' | 'calendar'>,
  at: ReadPoint,
  data: PortfolioData,
  loan: Loan,
): Promise<readonly MissedDebit[]> {
  const { hours, notices, held } = await findHeld(deps, at, data, [loan])
  const missed: MissedDebit[] = []
  const soonest = nextEntryDate(hours, at.now)
  for (const debit of held) {
    const isLost = debit.effectiveDate < soonest
    if (!isLost || (await wasOursToTake(at.tx, debit, { hours, notices }))) missed.push(debit)
  }
  return missed
}

/** Single debits that the borrower confirmed, and that no batch can take as they were confirmed. */
export interface HeldSingles {
  /**
   * Made larger by a return or a reversal than the borrower was last told, too late for another notice before their day.
   * Source: domain.md §14, "a debit's amount changes after it was announced".
   */
  readonly enlarged: readonly ConfirmedDebit[]
  /**
   * Payoffs and extra payments that missed their day, and are no single immediate transfer any more: the borrower is
   * asked to confirm again. Source: domain.md §14, "a payoff's debit leaves later than quoted by our fault".
   */
  readonly slipped: readonly ConfirmedDebit[]
}

/** The single debits of a loan that no batch can take as they were confirmed. */
export async function listHeldSingles(
  deps: Pick<Deps, 'portfolios' | 'calendar'>,
  at: ReadPoint,
  data: PortfolioData,
  loan: Loan,
): Promise<HeldSingles> {
  return await findHeld(deps, at, data, [loan])
}

/** Which of these loans have a debit that only our own doing holds by now. */
export async function loansWithHeldDebits(
  deps: Pick<Deps, 'portfolios' | 'calendar'>,
  at: ReadPoint,
  data: PortfolioData,
  loans: readonly Loan[],
): Promise<readonly string[]> {
  const { held, enlarged, slipped } = await findHeld(deps, at, data, loans)
  return [...new Set([...held, ...enlarged, ...slipped].map(({ of: { loan } }) => loan.loanNo))]
}

/** Debits that only our own doing holds by now, and what they were judged by. */
async function findHeld(
  deps: Pick<Deps, 'portfolios' | 'calendar'>,
  { tx: executor, now }: ReadPoint,
  data: PortfolioData,
  loans: readonly Loan[],
): Promise<Judged & HeldSingles & { readonly held: readonly MissedDebit[] }> {
  const hours = hoursOf(data, deps.calendar)
  const { portfolioId } = data.portfolio
  const window = missedWindow(hours, dateIn(now, hours.timeZone))
  const loaded = await loadDebitLoans(deps, executor, { portfolioId, loans }, window)
  const candidates = loaded.flatMap((of) => ofLoan(of.loan.loanNo, () => ownDayDebits(of, hours, now)))
  const singles = loaded.flatMap((of) => ofLoan(of.loan.loanNo, () => confirmedDebits(of, hours, now)))
  const late = loaded.flatMap((of) => ofLoan(of.loan.loanNo, () => lateSingles(of, hours, now)))
  const notices = await findDebitNotices(executor, portfolioId, [...candidates, ...singles, ...late])
  const check = (debit: PlannedDebit) => checkPlannedDebit(debit, notices, { hours, now, when: 'plan' })
  const held = candidates.filter((debit) => isHeldByLender(check(debit)))
  const enlarged = singles.filter((debit) => {
    const result = check(debit)
    return (
      isHeldByLender(result) &&
      result.trace.some(({ rule, ineligible }) => ineligible && rule === TOLD_AMOUNT)
    )
  })
  const slipped = late.filter((debit) => {
    const result = check(debit)
    return !result.allowed && result.rule === CONFIRMED_DAY
  })
  return { hours, notices, held, enlarged, slipped }
}

const OF_SCHEDULE: readonly string[] = [TransactionPurpose.installment, TransactionPurpose.representment]

/** Debits of the schedule on their own days. Those whose day is over do not lessen what the next ones take. */
function ownDayDebits(of: DebitLoan, hours: BankingHours, now: Date): MissedDebit[] {
  const { calendar } = hours
  const soonest = nextEntryDate(hours, now)
  const dayOf = (due: LocalDate): LocalDate => calendar.onOrAfter(due)
  const planned = numbersMade(of.transactions)
  const isLost = ({ number, dueDate }: StoredInstallment): boolean =>
    !planned.has(number) && dayOf(dueDate) < soonest
  const coming = plannedDebits({ ...of, due: of.due.filter((one) => !isLost(one)) }, dayOf, { hours, now })
  const lost = plannedDebits({ ...of, due: of.due.filter(isLost) }, dayOf, { hours, now }).filter(
    ({ transaction }) => transaction === undefined,
  )
  return [...lost, ...coming].filter(
    (debit): debit is MissedDebit =>
      debit.installment !== undefined && debit.amount > 0n && OF_SCHEDULE.includes(debit.purpose),
  )
}

/** Payoffs, extra payments and payments made once, on the days that were confirmed and can still be reached. */
function confirmedDebits(of: DebitLoan, hours: BankingHours, now: Date): ConfirmedDebit[] {
  const soonest = nextEntryDate(hours, now)
  return plannedDebits(of, (due) => hours.calendar.onOrAfter(due), { hours, now }).filter(
    (debit): debit is ConfirmedDebit => isConfirmed(debit) && debit.effectiveDate >= soonest,
  )
}

/** The same whose day has passed, as the next batch would take them. */
function lateSingles(of: DebitLoan, hours: BankingHours, now: Date): ConfirmedDebit[] {
  const soonest = nextEntryDate(hours, now)
  const isLate = ({ effectiveDate }: MoneyTransaction): boolean => effectiveDate < soonest
  if (!of.transactions.some((one) => one.status === TransactionStatus.none && isLate(one))) return []
  return plannedDebits(of, () => soonest, { hours, now }).filter(
    (debit): debit is ConfirmedDebit => isConfirmed(debit) && isLate(debit.transaction),
  )
}

const isConfirmed = (debit: PlannedDebit): debit is ConfirmedDebit =>
  debit.transaction !== undefined && debit.transaction.changeNo !== null && debit.amount > 0n

interface Judged {
  readonly hours: BankingHours
  readonly notices: SentNotices
}

/** Whether nothing but our own doing kept a debit from the batch of its day. */
async function wasOursToTake(
  executor: Executor,
  debit: MissedDebit,
  { hours, notices }: Judged,
): Promise<boolean> {
  const cutOff = batchCutOffOn(hours, hours.calendar.previous(debit.effectiveDate))
  const then = new Date(cutOff.getTime() - MINUTE_MS)
  const result = checkPlannedDebit(debit, notices, { hours, now: then, when: 'plan' })
  return (
    rulesOfOthers(result).length === 0 &&
    (await wasCollected(executor, debit, then)) &&
    !(await wasRefusedForOthers(executor, debit))
  )
}

const NOT_COLLECTED: readonly number[] = [LoanStatus.suspended, LoanStatus.collecting, LoanStatus.terminated]

/** Whether the loan took automatic payments then, and this one was agreed for its day. */
async function wasCollected(
  executor: Executor,
  { of: { loan }, installment, transaction }: MissedDebit,
  then: Date,
): Promise<boolean> {
  const move = (await listLoanMoves(executor, loan)).findLast(({ at }) => at <= then)
  if (move !== undefined && NOT_COLLECTED.includes(move.toStatus)) return false
  const held = await findPlanAt(executor, loan, then)
  if (held === undefined || planFacts(held.plan).paymentMode !== PaymentMode.ach) return false
  return held.installments.some(
    (one) =>
      one.number === installment.number &&
      isLive(one) &&
      (one.dueDate === installment.dueDate || transaction !== undefined),
  )
}

/** Whether a batch has asked, and a reason that was not ours kept the debit back. */
async function wasRefusedForOthers(
  executor: Executor,
  { of: { loan }, item, presentment }: MissedDebit,
): Promise<boolean> {
  const decisions = await listEligibilityDecisions(executor, loan)
  return decisions.some(
    ({ asked, allowed, rule, facts }) =>
      asked === 'batch' &&
      !allowed &&
      facts['item'] === item &&
      facts['presentment'] === presentment &&
      holdCauseOf(rule) !== 'lender',
  )
}
