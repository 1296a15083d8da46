import type { Executor } from '@dolphin/database/executor'
import { loanBalances } from '@dolphin/database/ledger-repository'
import type { Loan } from '@dolphin/database/loan-repository'
import {
  findCurrentPlan,
  type PlanWithInstallments,
  type StoredInstallment,
} from '@dolphin/database/plan-repository'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { daysBetween, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { type Cents, cents, min, sum, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { hasFlag, InstallmentFlag } from '@dolphin/domain/payment/installment-flags'
import { LedgerAccount } from '@dolphin/domain/payment/ledger'
import { TransactionStatus } from '@dolphin/domain/payment/transaction-status'
import { TransactionType } from '@dolphin/domain/payment/transaction-type'
import { dailyInterest } from '@dolphin/domain/schedule/accrual'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { planFacts } from '../../plans/plan-facts.ts'
import { rateOfPlan } from '../../origination/plan-rate.ts'

/** A funded loan's figures on a day: all from the ledger, the schedule and the rate. */
export interface LoanStanding {
  readonly plan: PlanWithInstallments['plan']
  readonly installments: readonly StoredInstallment[]
  readonly transactions: readonly MoneyTransaction[]
  readonly effectiveDate: LocalDate
  /** Principal still owed. */
  readonly principal: Cents
  /** Principal, interest accrued to today, fees. */
  readonly payoffToday: Cents
  /** Interest of one more day. */
  readonly perDiem: Cents
  readonly paid: Cents
  readonly next: StoredInstallment | undefined
  readonly last: StoredInstallment | undefined
  readonly installmentsPaid: number
  readonly pastDueAmount: Cents
  readonly daysOverdue: number
}

const SETTLED: readonly number[] = [TransactionStatus.notChecked, TransactionStatus.checked]

/** The standing of a loan that has been funded; undefined before and for one that never was. */
export async function loadStanding(
  { portfolios }: Pick<Deps, 'portfolios'>,
  executor: Executor,
  loan: Loan,
  now: Date,
): Promise<LoanStanding | undefined> {
  const data = portfolios.byId(loan.portfolioId)
  const current = await findCurrentPlan(executor, loan)
  const { effectiveDate } = loan
  if (effectiveDate === null || current === undefined || data === undefined) return undefined
  const transactions = await listTransactions(executor, loan)
  const balances = await loanBalances(executor, loan)
  const today = dateIn(now, data.portfolio.timeZone)
  const owed = owedOn(current, balances, { from: effectiveDate, to: today })
  const settled = transactions.filter(
    ({ type, status }) => type === TransactionType.debit && SETTLED.includes(status),
  )
  return {
    ...current,
    transactions,
    effectiveDate,
    ...owed,
    paid: sum(settled.map(({ amount }) => amount)),
    ...scheduleOn(current.installments, settled, today),
  }
}

function owedOn(
  current: PlanWithInstallments,
  balances: ReadonlyMap<string, Cents>,
  accrual: { readonly from: LocalDate; readonly to: LocalDate },
): Pick<LoanStanding, 'principal' | 'payoffToday' | 'perDiem'> {
  const balance = (account: LedgerAccount): Cents => balances.get(account) ?? ZERO_CENTS
  const rate = rateOfPlan(current.plan)
  const principal = balance(LedgerAccount.principal)
  const days = Math.max(0, daysBetween(accrual.from, accrual.to))
  const booked = balance(LedgerAccount.interestReceivable)
  const accrued = dailyInterest(principal, rate, days)
  const interest = cents(accrued - min(accrued, creditReached(current, accrual.to)))
  return {
    principal,
    payoffToday: cents(principal + booked + interest + balance(LedgerAccount.fees)),
    perDiem: dailyInterest(principal, rate, 1),
  }
}

/** The coupon's credits of the periods begun so far; that of the running one counts in full. */
function creditReached({ plan, installments }: PlanWithInstallments, today: LocalDate): Cents {
  const { coupon } = planFacts(plan)
  if (coupon === null) return ZERO_CENTS
  const ended = installments.filter(({ dueDate }) => dueDate < today).length
  return sum(coupon.interestCredits.slice(0, ended + 1))
}

type ScheduleStanding = Pick<
  LoanStanding,
  'next' | 'last' | 'installmentsPaid' | 'pastDueAmount' | 'daysOverdue'
>

function scheduleOn(
  installments: readonly StoredInstallment[],
  settled: readonly MoneyTransaction[],
  today: LocalDate,
): ScheduleStanding {
  const live = installments.filter(({ flags }) => !hasFlag(flags, InstallmentFlag.deleted))
  const last = live.at(-1)
  assert(last !== undefined, 'a plan has installments')
  const paidNumbers = new Set(settled.map(({ installmentNumber }) => installmentNumber))
  const unpaid = live.filter(({ number }) => !paidNumbers.has(number))
  const late = unpaid.filter(({ dueDate }) => dueDate < today)
  const [oldest] = late
  return {
    next: unpaid.find(({ dueDate }) => dueDate >= today),
    last,
    installmentsPaid: live.length - unpaid.length,
    pastDueAmount: sum(late.map(({ amount }) => amount)),
    daysOverdue: oldest === undefined ? 0 : daysBetween(oldest.dueDate, today),
  }
}
