import {
  type DebitAuthorization,
  listDebitAuthorizations,
} from '@dolphin/database/servicing/debit-authorization-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { findLoanAccount, type LoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import { listLoanChanges, type LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import type { BankingHours } from '@dolphin/domain/calendar/cut-off'
import { noticeDay } from '@dolphin/domain/notices/quiet-hours'
import { COMING_STATUSES, isPayment, type TransactionStatus } from '@dolphin/domain/payments/codes'
import type { DebitInFlight, ServicedLoan } from '@dolphin/domain/servicing/serviced-loan'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { loadAnswers } from '../borrowers/answers.ts'
import { borrowerZones } from '../borrowers/borrower-zones.ts'
import { payrollOf } from '../borrowers/applicant.ts'
import { planFacts } from '../plans/plan-facts.ts'
import { type LoanAccountFacts, loadAccount } from './account-facts.ts'
import { debitableFrom } from './account-validation-of.ts'
import { agreedInstallments } from './agreed-installments.ts'
import { debitToConfirm, openModification } from './modification-of.ts'
import { type DebitsAhead, loadDebitsAhead } from './debits-ahead.ts'
import { beyondPlanOf, comingOf, paymentsToPay, scheduleHold } from './next-payment-of.ts'
import { type ServicedPayroll, servicingFacts } from './servicing-facts.ts'
import { stoppedPayments } from './stopped-payments.ts'

export type ServicingDeps = Pick<Deps, 'portfolios' | 'calendar' | 'cipher'>

/** A funded loan whole: what the domain's changes work on, and the rows behind it. */
export interface LoadedLoan extends LoanAccountFacts {
  readonly loan: Loan
  readonly serviced: ServicedLoan
  readonly payroll: ServicedPayroll
  readonly bankAccount: LoanAccount | undefined
  /** What stands in the way of debits to come. */
  readonly ahead: DebitsAhead
  readonly authorizations: readonly DebitAuthorization[]
  /** Newest first. */
  readonly changes: readonly LoanChange[]
  readonly openChange: LoanChange | undefined
}

/** A funded loan as it stands now; undefined before it is funded. Lock the loan first to change it. */
export async function loadServicedLoan(
  deps: ServicingDeps,
  executor: Executor,
  loan: Loan,
  now: Date,
): Promise<LoadedLoan | undefined> {
  const facts = await loadAccount(deps, executor, loan)
  const data = deps.portfolios.byId(loan.portfolioId)
  if (facts === undefined || data === undefined) return undefined
  const { timeZone, cutOff } = data.portfolio
  const hours: BankingHours = { calendar: deps.calendar, timeZone, cutOff }
  const { plan } = facts.current
  const payroll = servicingFacts(plan).payroll ?? (await agreedPayroll(deps, executor, loan))
  const authorizations = await listDebitAuthorizations(executor, loan)
  const changes = await listLoanChanges(executor, loan)
  const openChange = changes.find(({ status }) => status === 'open')
  const bankAccount = await findLoanAccount(executor, loan)
  const today = dateIn(now, timeZone)
  const ahead = await loadDebitsAhead(executor, facts, { loan, hours, now })
  const isAuthorized = authorizations.some(holdsForSchedule)
  const coming = comingOf(facts, { loan, isAuthorized, ahead, today })
  const serviced: ServicedLoan = {
    loanNo: loan.loanNo,
    state: loan,
    legalFacts: loan.legalFacts,
    terms: facts.terms,
    events: facts.events,
    installments: agreedInstallments(facts.current.installments, facts.transactions),
    inFlight: debitsInFlight(facts.transactions),
    stopped: stoppedPayments(plan),
    toPay: paymentsToPay(facts, coming, today),
    beyond: beyondPlanOf(facts, coming, { today, calendar: deps.calendar }),
    paySchedule: payroll.schedule,
    paydayRules: payroll.rules,
    frequency: plan.frequency,
    limits: {
      maximumInstallments: facts.product.maximumInstallments,
      maximumTermDays: facts.product.maximumTermDays,
    },
    paymentMode: planFacts(plan).paymentMode,
    authorized: isAuthorized,
    hold: scheduleHold(facts, ahead, today),
    debitableFrom: debitableFrom(bankAccount, hours, now),
    open: openChange === undefined ? null : openModification(openChange, facts.transactions, hours),
    toConfirm: openChange === undefined ? null : debitToConfirm(openChange, facts.transactions),
    hours,
    now,
    today,
    noticeDay: noticeDay(await borrowerZones(deps, executor, loan), now, timeZone),
  }
  return { ...facts, loan, serviced, payroll, bankAccount, ahead, authorizations, changes, openChange }
}

const holdsForSchedule = ({ kind, revokedAt }: DebitAuthorization): boolean =>
  revokedAt === null && kind !== 'singlePayment'

async function agreedPayroll(
  { cipher }: ServicingDeps,
  executor: Executor,
  loan: Loan,
): Promise<ServicedPayroll> {
  const payroll = payrollOf(await loadAnswers(executor, cipher, loan))
  assert(payroll !== undefined, 'a funded loan has a payroll')
  return { schedule: payroll.schedule, rules: payroll.rules }
}

const debitsInFlight = (transactions: readonly MoneyTransaction[]): DebitInFlight[] =>
  transactions
    .filter((one) => isPayment(one) && COMING_STATUSES.includes(one.status))
    .map(({ transactionNo, installmentNumber, purpose, status, effectiveDate, amount }) => ({
      transactionNo,
      installmentNumber,
      purpose,
      // The column holds the domain's transaction status and nothing else.
      status: status as TransactionStatus,
      effectiveDate,
      amount,
    }))
