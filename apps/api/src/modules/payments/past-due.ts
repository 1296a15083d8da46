import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import type { Executor } from '@dolphin/database/driver/executor'
import { listCollectingLoans, listLoansBehind } from '@dolphin/database/payments/due-money-repository'
import { listLoansWithOpenItem } from '@dolphin/database/work-items/work-item-repository'
import { loansOneByOne } from '@dolphin/database/payments/loan-pages'
import { type Loan, lockLoan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import { addDays, fromEpochDay, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { CollectingSubStatus, LIVE_STATUSES, LoanStatus } from '@dolphin/domain/loans/codes'
import { legalEffects } from '@dolphin/domain/loans/legal-facts'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok } from '@dolphin/domain/outcome'
import { isPayment, OPEN_STATUSES } from '@dolphin/domain/payments/codes'
import { isCuredByItself } from '@dolphin/domain/servicing/acts/status-moves'
import { type Arrears, isReasonToCollect } from '@dolphin/domain/servicing/arrears'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { JobDefinition } from '../../ports/job-queue.ts'
import { oneOfMany } from '../../jobs/one-of-many.ts'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { moveLoan } from '../loans/loan-moves.ts'
import { syncPastDueItem } from './past-due-item.ts'
import { retryAfterPayoff } from './returns/retry-after-payoff.ts'
import { type LoanAccountFacts, loadAccount } from '../servicing/account-facts.ts'
import { moveCoveredPayments } from '../servicing/covered-payments.ts'
import { notifyResumed } from '../servicing/delinquency-notices.ts'
import { endWaitingAmendment } from '../servicing/follow-amendment.ts'
import { loanArrears } from '../servicing/loan-arrears.ts'
import { moveMissedDebits } from '../servicing/move-missed.ts'
import { markPaidOffIfDone } from '../servicing/paid-off.ts'
import { waiveRest } from '../servicing/waive-rest.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { MoneyDeps } from '../../deps.ts'

const PAST_DUE_JOB = 'past-due-round'
const EVERY_SECONDS = 3_600
/** What is past due stays so at any number of days. */
const BEFORE_ALL_LOANS = fromEpochDay(0)

/**
 * Runs hourly: notifies past-due borrowers, keeps the work items of collectors, moves loans past due beyond the portfolio's
 * count of days to collecting, and back once nothing is past due.
 */
export const pastDueJob = (deps: MoneyDeps): JobDefinition => ({
  name: PAST_DUE_JOB,
  everySeconds: EVERY_SECONDS,
  run: () => runPastDueRound(deps),
})

/** One round for every portfolio, each loan in a transaction of its own; again is harmless. */
export async function runPastDueRound(deps: MoneyDeps): Promise<void> {
  for (const data of deps.portfolios.all) {
    const { portfolioId, timeZone, pastDueGraceDays } = data.portfolio
    const today = dateIn(deps.clock.now(), timeZone)
    const window = {
      after: BEFORE_ALL_LOANS,
      upTo: addDays(today, -pastDueGraceDays - 1),
    }
    const { db } = deps.database
    const behind = loansOneByOne(db, portfolioId, async (range) => {
      const found = await listLoansBehind(db, portfolioId, window, range)
      // What is not behind any more closes its work item, and leaves collecting.
      const open = await listLoansWithOpenItem(db, { portfolioId, kind: 'loanPastDue' }, range)
      const collecting = await listCollectingLoans(db, portfolioId, range)
      return [...new Set([...found, ...open, ...collecting])]
    })
    for await (const loanNo of behind) {
      await oneOfMany(deps, { round: PAST_DUE_JOB, subject: { loanNo } }, () =>
        deps.units.write(async (unit) => ok(await followArrears(deps, unit, data, { loanNo, today }))),
      )
    }
  }
}

/** What a collector has to follow of a loan on a day: past due beyond the grace, and not to be left alone; else undefined. */
export async function arrearsToFollow(
  deps: Pick<MoneyDeps, 'portfolios'>,
  executor: Executor,
  { loan, today }: { readonly loan: Loan; readonly today: LocalDate },
): Promise<Arrears | undefined> {
  const portfolio = deps.portfolios.byId(loan.portfolioId)?.portfolio
  const arrears = (await countedArrears(deps, executor, { loan, today }))?.arrears
  if (arrears === undefined || portfolio === undefined) return undefined
  return arrears.days > portfolio.pastDueGraceDays ? arrears : undefined
}

/** What is past due of a loan that is dunned; undefined of any other. */
async function countedArrears(
  deps: Pick<MoneyDeps, 'portfolios'>,
  executor: Executor,
  { loan, today }: { readonly loan: Loan; readonly today: LocalDate },
): Promise<{ readonly facts: LoanAccountFacts; readonly arrears: Arrears } | undefined> {
  const facts = await loadAccount(deps, executor, loan)
  if (facts === undefined) return undefined
  // Settled for less: the rest waits for its write-off.
  const isSettled = loan.subStatus === CollectingSubStatus.settled
  if (!LIVE_STATUSES.includes(loan.status) || isSettled) return undefined
  if (legalEffects(loan.legalFacts).stopsDunning) return undefined
  return { facts, arrears: loanArrears(facts, today) }
}

/** A loan of which a payment is past due, and the day in its portfolio. */
interface LoanBehind {
  readonly loanNo: string
  readonly today: LocalDate
}

async function followArrears(
  deps: MoneyDeps,
  unit: UnitOfWork,
  data: PortfolioData,
  { loanNo, today }: LoanBehind,
): Promise<void> {
  const { portfolioId, collectionDayCount, waiveRestBelow } = data.portfolio
  const loan = await lockLoan(unit.tx, { portfolioId, loanNo })
  if (loan === undefined) return
  // What we missed ourselves is not past due: it has another day first.
  await moveMissedDebits(deps, unit, data, loan)
  await moveCoveredPayments(deps, unit, loan)
  await retryAfterPayoff(deps, unit, data, loan)
  // Its last day has passed without a posting.
  if ((await waiveRest(deps, unit, loan)) && (await markPaidOffIfDone(deps, unit, loan)))
    return await syncPastDueItem(deps, unit, loan, undefined)
  const counted = await countedArrears(deps, unit.tx, { loan, today })
  const isBehind = counted !== undefined && counted.arrears.days > data.portfolio.pastDueGraceDays
  await syncPastDueItem(deps, unit, loan, isBehind ? counted.arrears : undefined)
  if (counted === undefined) return
  const { arrears } = counted
  const isReason = isReasonToCollect(arrears, waiveRestBelow)
  if (isCuredByItself(loan, { isReason, ...uncheckedOf(counted.facts) })) return await cure(deps, unit, loan)
  // Its letter went out as it got there.
  if (!isBehind || loan.status === LoanStatus.collecting) return
  const [oldest] = arrears.overdue
  assert(oldest !== undefined, 'what is behind by days has an oldest payment')
  const dedup = `loanPastDue/${loan.loanNo}/${oldest.number}`
  if (arrears.days <= collectionDayCount || !isReason)
    return await notifyPastDue(deps, unit, loan, { arrears, dedupKey: dedup })
  const cause = `past due for ${arrears.days} days`
  const moved = await moveLoan(deps, unit, loan, { event: 'pastDueTooLong', cause, actor: SYSTEM_ACTOR })
  if (!moved.ok) return
  await endWaitingAmendment(deps, unit, moved.value, { event: 'collected', actor: SYSTEM_ACTOR })
  await notifyPastDue(deps, unit, loan, { arrears, dedupKey: `${dedup}/collecting` })
}

const uncheckedOf = ({ transactions }: LoanAccountFacts) => ({
  isPaymentUnchecked: transactions.some((one) => isPayment(one) && OPEN_STATUSES.includes(one.status)),
})

/** 205 → 203: the days that brought the loan there are gone. Source: domain.md §14. */
async function cure(deps: MoneyDeps, unit: UnitOfWork, loan: Loan): Promise<void> {
  const cause = 'nothing is past due any more'
  const moved = await moveLoan(deps, unit, loan, { event: 'cured', cause, actor: SYSTEM_ACTOR })
  if (moved.ok) await notifyResumed(deps, unit, moved.value)
}

/** What is past due, and the name under which it is notified once. */
interface PastDueNotice {
  readonly arrears: Arrears
  readonly dedupKey: string
}

async function notifyPastDue(
  deps: MoneyDeps,
  unit: UnitOfWork,
  loan: Loan,
  { arrears: { amount, days }, dedupKey }: PastDueNotice,
): Promise<void> {
  const { to, values } = await addressToBorrower(deps, unit, loan, '/home')
  await deps.notices.send(unit, {
    ...to,
    kind: 'loanPastDue',
    dedupKey,
    values: { ...values, pastDueAmount: formatCurrency(amount), daysOverdue: days.toString() },
  })
}
