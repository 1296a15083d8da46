import type { Executor } from '@dolphin/database/driver/executor'
import type {
  AccountTransaction,
  LoanAccountRows,
} from '@dolphin/database/servicing/loan-account-rows-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { cents, type Cents, sum, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { type Arrears, isLive } from '@dolphin/domain/servicing/arrears'
import { type AppliedEvent, paidInAll } from '@dolphin/domain/servicing/loan-account'
import { type PayoffFigures, payoffOn } from '@dolphin/domain/servicing/payoff'
import { type ProjectedPayment, projectPayments } from '@dolphin/domain/servicing/projection'
import type { AgreedInstallment } from '@dolphin/domain/servicing/serviced-loan'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { accountOf, type LoanAccountFacts } from './account-facts.ts'
import { agreedInstallments } from './agreed-installments.ts'
import { loanArrears } from './loan-arrears.ts'

/** One payment of the schedule as a page shows it: as it was made, or as it will be. */
export interface ShownInstallment {
  readonly agreed: AgreedInstallment
  readonly payment: Cents
  readonly fee: Cents
  readonly interest: Cents
  readonly principal: Cents
  readonly balanceAfter: Cents
}

/** A funded loan's figures on a day: all from the replay of its debt and the agreed schedule. */
export interface LoanSummary extends LoanAccountFacts<AccountTransaction> {
  readonly effectiveDate: LocalDate
  readonly today: LocalDate
  readonly payoff: PayoffFigures
  readonly paid: Cents
  /** In order of their days; those that will take nothing are left out. */
  readonly schedule: readonly ShownInstallment[]
  readonly next: ShownInstallment | undefined
  /** All that is taken on the day of the next payment; zero where none is to come. */
  readonly nextTotal: Cents
  readonly last: ShownInstallment | undefined
  readonly installmentsPaid: number
  readonly arrears: Arrears
  /** Owed, but in none of the agreed payments. */
  readonly uncovered: Cents
}

interface LoanSummaryBasis {
  readonly loan: Loan
  readonly accountRows: LoanAccountRows<AccountTransaction> | undefined
  readonly now: Date
}

const SETTLED: readonly TransactionStatus[] = [TransactionStatus.notChecked, TransactionStatus.checked]
/** Came back or was not sent: what is next is another payment. */
const LOST: readonly TransactionStatus[] = [TransactionStatus.rejected, TransactionStatus.pastDue]

/** The standing of a loan that has been funded, out of its books; undefined before and for one that never was. */
export async function loanSummaryOf(
  deps: Pick<Deps, 'portfolios'>,
  executor: Executor,
  { loan, accountRows, now }: LoanSummaryBasis,
): Promise<LoanSummary | undefined> {
  const facts = await accountOf(deps, executor, loan, accountRows)
  const data = deps.portfolios.byId(loan.portfolioId)
  if (facts === undefined || data === undefined || loan.effectiveDate === null) return undefined
  const today = dateIn(now, data.portfolio.timeZone)
  const agreed = agreedInstallments(facts.current.installments, facts.transactions)
    .filter(isLive)
    .toSorted((left, right) => left.dueDate - right.dueDate || left.number - right.number)
  const { terms, account } = facts
  const from = today > account.state.accruedTo ? today : account.state.accruedTo
  const payoff = payoffOn(terms, account.state, from)
  const arrears = loanArrears(facts, today)
  const { schedule, uncovered, coming } = scheduleOf(facts, agreed, today)
  const open = schedule.filter(({ agreed: { status } }) => !SETTLED.includes(status))
  const next = open.find(({ agreed: { dueDate, status } }) => dueDate >= today && !LOST.includes(status))
  const ofThatDay = coming.filter(({ dueDate }) => dueDate === next?.agreed.dueDate)
  return {
    ...facts,
    effectiveDate: loan.effectiveDate,
    today,
    payoff,
    paid: paidInAll(account.state),
    schedule,
    next,
    nextTotal: sum(ofThatDay.map(({ payment }) => payment)),
    last: schedule.at(-1),
    installmentsPaid: schedule.length - open.length,
    arrears,
    uncovered,
  }
}

/** Planned or with the bank: each takes its amount on its own day. */
const COMING: readonly number[] = [
  TransactionStatus.none,
  TransactionStatus.pending,
  TransactionStatus.onBatch,
]

/** A number that no installment has, for a debit outside the schedule. */
const OUTSIDE_SCHEDULE = 0

/**
 * What was paid, as applied, then what is still due, as it will be applied, including retries and single debits.
 */
function scheduleOf(
  { terms, account, transactions }: LoanAccountFacts<AccountTransaction>,
  agreed: readonly AgreedInstallment[],
  today: LocalDate,
): {
  readonly schedule: ShownInstallment[]
  readonly uncovered: Cents
  readonly coming: readonly ProjectedPayment[]
} {
  const applied = new Map(account.applied.map((step) => [step.event.id, step]))
  const paidBy = new Map(
    transactions.flatMap(({ installmentNumber, transactionNo }) => {
      const step = applied.get(transactionNo)
      return installmentNumber === null || step === undefined ? [] : [[installmentNumber, step] as const]
    }),
  )
  const coming = transactions.filter(
    ({ type, status }) => type === TransactionType.debit && COMING.includes(status),
  )
  const debitOf = new Map(coming.map((debit) => [debit.installmentNumber, debit]))
  const untouched = agreed.filter(
    ({ number, dueDate, status }) =>
      dueDate >= today && status === TransactionStatus.none && !paidBy.has(number) && !debitOf.has(number),
  )
  const planned = [
    ...untouched,
    ...coming.map(({ installmentNumber, effectiveDate, amount }) => ({
      number: installmentNumber ?? OUTSIDE_SCHEDULE,
      dueDate: effectiveDate > today ? effectiveDate : today,
      amount,
    })),
  ].toSorted((left, right) => left.dueDate - right.dueDate || left.number - right.number)
  const projection = projectPayments(terms, account.state, planned)
  const projected = new Map(projection.payments.map((payment) => [payment.number, payment]))
  const isToCome = new Set(planned.map(({ number }) => number))
  const schedule = agreed.flatMap((installment): ShownInstallment[] => {
    const step = paidBy.get(installment.number)
    if (step !== undefined) return [asApplied(installment, step)]
    if (!isToCome.has(installment.number)) return [asMissed(installment, account.state.principal)]
    const payment = projected.get(installment.number)
    return payment === undefined ? [] : [asProjected(installment, payment)]
  })
  const byDay = schedule.toSorted((left, right) => left.agreed.dueDate - right.agreed.dueDate)
  return { schedule: byDay, uncovered: projection.uncovered, coming: projection.payments }
}

function asApplied(agreed: AgreedInstallment, step: AppliedEvent): ShownInstallment {
  const { event, toFees, toInterest, toPrincipal, overpayment, after } = step
  const payment = cents(event.amount - overpayment)
  const balanceAfter = after.principal
  return { agreed, payment, fee: toFees, interest: toInterest, principal: toPrincipal, balanceAfter }
}

/** A payment that is sent again has a day of its own. */
function asProjected(agreed: AgreedInstallment, payment: ProjectedPayment): ShownInstallment {
  return { agreed: { ...agreed, dueDate: payment.dueDate }, ...payment }
}

/** Its day is over and nothing was taken: what was asked for, of which nothing has reached the debt. */
function asMissed(agreed: AgreedInstallment, balanceAfter: Cents): ShownInstallment {
  const nothing = { fee: ZERO_CENTS, interest: ZERO_CENTS, principal: ZERO_CENTS }
  return { agreed, payment: agreed.amount, ...nothing, balanceAfter }
}
