import type { Executor } from '@dolphin/database/driver/executor'
import type { AccountTransaction } from '@dolphin/database/servicing/loan-account-rows-repository'
import { listDebitAuthorizations } from '@dolphin/database/servicing/debit-authorization-repository'
import { findOpenChange, type LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import type { BankingHours } from '@dolphin/domain/calendar/cut-off'
import { type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { legalEffects } from '@dolphin/domain/loans/legal-facts'
import { parseMoney, ZERO_CENTS } from '@dolphin/domain/money/cents'
import {
  ChangeType,
  COMING_STATUSES,
  FAILED_STATUSES,
  TransactionPurpose,
  TransactionStatus,
  TransactionType,
} from '@dolphin/domain/payments/codes'
import type { DebitHold } from '@dolphin/domain/payments/debit-eligibility/hold-ahead'
import { isLive, type OverdueInstallment, paidAhead } from '@dolphin/domain/servicing/arrears'
import { type BeyondPlan, beyondPlan } from '@dolphin/domain/servicing/beyond-plan'
import { takesSchedule } from '@dolphin/domain/servicing/changes/change-basis'
import type { AppliedEvent } from '@dolphin/domain/servicing/loan-account'
import {
  type ComingPayments,
  comingPayments,
  type ExpectedFromBorrower,
  type NextPayment,
  nextPayment,
} from '@dolphin/domain/servicing/next-payment'
import type { AgreedInstallment } from '@dolphin/domain/servicing/serviced-loan'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { planFacts } from '../plans/plan-facts.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { type LoanAccountFacts, loadAccount } from './account-facts.ts'
import { agreedInstallments } from './agreed-installments.ts'
import { loanArrears, paidOutsideSchedule } from './loan-arrears.ts'
import { type DebitsAhead, loadDebitsAhead } from './debits-ahead.ts'
import { stoppedPayments } from './stopped-payments.ts'

type Facts = LoanAccountFacts<AccountTransaction>

/** The installments that still count, by day, each with the payment that paid it. */
export function installmentsOf({ current, transactions, account }: Facts): {
  readonly agreed: readonly AgreedInstallment[]
  readonly paidBy: ReadonlyMap<number, AppliedEvent>
} {
  const applied = new Map(account.applied.map((step) => [step.event.id, step]))
  const paidBy = new Map(
    transactions.flatMap(({ installmentNumber, transactionNo }) => {
      const step = applied.get(transactionNo)
      return installmentNumber === null || step === undefined ? [] : [[installmentNumber, step] as const]
    }),
  )
  const agreed = agreedInstallments(current.installments, transactions)
    .filter(isLive)
    .toSorted((left, right) => left.dueDate - right.dueDate || left.number - right.number)
  return { agreed, paidBy }
}

/** All that comes in on a loan from today on, as it will be; without what a borrower who sends it has paid already. */
export function comingOf(facts: Facts, { today, ...basis }: ComingBasis): ComingPayments {
  const { agreed, paidBy } = installmentsOf(facts)
  const isSent = !isCollected(facts, { ...basis, today })
  const paidOutside = paidOutsideSchedule(facts, COMING_STATUSES)
  const stopped = stoppedPayments(facts.current.plan)
  return comingPayments({
    terms: facts.terms,
    state: facts.account.state,
    today,
    soonest: basis.ahead.soonest,
    agreed: agreed.filter(({ number }) => !paidBy.has(number)),
    stopped,
    isSentByBorrower: isSent,
    ...(isSent || stopped.length > 0 ? { paidAhead: paidAhead(today, agreed, paidOutside) } : {}),
    ...(isSent ? {} : { paidAheadFor: stopped }),
    holdOf: basis.ahead.ofInstallment,
    debits: facts.transactions
      .filter(({ type }) => type === TransactionType.debit)
      .map((transaction) => {
        const { installmentNumber, purpose, effectiveDate, amount, status } = transaction
        const isAsked = status === TransactionStatus.none && purpose !== TransactionPurpose.reversal
        return {
          installmentNumber,
          effectiveDate,
          amount,
          purpose,
          // The column holds the domain's transaction status and nothing else.
          status: status as TransactionStatus,
          // What calls money back is asked by no rule of payments.
          hold: isAsked ? basis.ahead.ofDebit(transaction) : null,
        }
      }),
  })
}

/**
 * We debit the installments: the loan runs, pays by ACH, its authorization holds, and nothing of the borrower's or the
 * bank's stands in the way.
 */
export const isCollected = (
  facts: Facts,
  { loan: state, isAuthorized: authorized, ahead, today }: ComingBasis,
): boolean =>
  takesSchedule({
    state,
    legalFacts: state.legalFacts,
    paymentMode: planFacts(facts.current.plan).paymentMode,
    authorized,
    hold: scheduleHold(facts, ahead, today),
  })

/** Why the next payment of the schedule would not be taken; null where nothing is in the way, or none is to come. */
export function scheduleHold(facts: Facts, ahead: DebitsAhead, today: LocalDate): DebitHold | null {
  const next = installmentsOf(facts).agreed.find(
    ({ dueDate, status }) => dueDate >= today && status === TransactionStatus.none,
  )
  return next === undefined ? null : ahead.ofInstallment(next)
}

/** Banking days from now until a payment that is confirmed now has been taken, whatever the time of day. */
const PAID_AFTER_BANKING_DAYS = 2

/** What is owed in none of the payments to come, and is not past due: nothing while a debit waits to be confirmed again. */
export function beyondPlanOf(
  facts: Facts,
  { payments, uncovered }: ComingPayments,
  { today, calendar }: { readonly today: LocalDate; readonly calendar: BankCalendar },
): BeyondPlan {
  const isWaiting = facts.transactions.some(
    ({ transactionNo, status }) => transactionNo === facts.openDebitNo && FAILED_STATUSES.includes(status),
  )
  const isAsked = !isWaiting && !legalEffects(facts.legalFacts).asksNothing
  return beyondPlan({
    terms: facts.terms,
    state: facts.account.state,
    today,
    coming: payments,
    uncovered: isAsked ? uncovered : ZERO_CENTS,
    overdue: loanArrears(facts, today).overdue,
    payOn: calendar.addBankingDays(today, PAID_AFTER_BANKING_DAYS),
  })
}

/**
 * What a payment of what is due pays, in its order: payments past due, then those to come that no debit was made for.
 * Source: domain.md §14, "one amount, several ways to collect it".
 */
export function paymentsToPay(
  facts: Facts,
  { payments }: ComingPayments,
  today: LocalDate,
): OverdueInstallment[] {
  const { overdue } = loanArrears(facts, today)
  const known = new Set(overdue.map(({ number }) => number))
  const toCome = payments.flatMap(({ number, purpose, dueDate, amount: open, debit }) => {
    const isOpen = debit === 'none' || debit === 'stopped' || purpose === TransactionPurpose.representment
    return number === null || debit === 'sent' || !isOpen || known.has(number)
      ? []
      : [{ number, dueDate, open }]
  })
  return [...overdue, ...toCome]
}

/** What else the next payment follows from. */
export interface NextPaymentBasis {
  readonly loan: Pick<Loan, 'status' | 'subStatus' | 'legalFacts'>
  readonly openChange: LoanChange | undefined
  /** A permission for the payments of the schedule holds. */
  readonly isAuthorized: boolean
  /** What stands in the way of debits to come. */
  readonly ahead: DebitsAhead
  readonly hours: BankingHours
  readonly today: LocalDate
}

type ComingBasis = Pick<NextPaymentBasis, 'loan' | 'isAuthorized' | 'ahead' | 'today'>

/**
 * The next payment of a loan, out of what was read; `coming` where that was worked out already. None while a fact of law
 * stands under which nothing is asked.
 */
export function nextPaymentOf(
  facts: Facts,
  basis: NextPaymentBasis,
  coming: ComingPayments = comingOf(facts, basis),
): NextPayment | undefined {
  const { loan, openChange, hours, today } = basis
  if (legalEffects(loan.legalFacts).asksNothing) return undefined
  return nextPayment({
    coming: coming.payments,
    expected: openChange === undefined ? null : expectedOf(openChange),
    isCollected: isCollected(facts, basis),
    hours,
    today,
  })
}

/** The payment of an open change that the borrower makes, as it was stored; null without one. */
export function expectedOf({ changeType, result }: LoanChange): ExpectedFromBorrower | null {
  const expected = result['expected']
  if (typeof expected !== 'object' || expected === null || !('amount' in expected && 'by' in expected))
    return null
  const amount = parseMoney(String(expected.amount))
  const by = parseLocalDate(String(expected.by))
  if (amount === undefined || by === undefined) return null
  const isPayoff = changeType === ChangeType.payOff
  return { amount, by, purpose: isPayoff ? TransactionPurpose.payOff : TransactionPurpose.payDown }
}

/** The next payment of a loan as its rows are now, for a notice or a document; undefined where nothing is to come. */
export async function loadNextPayment(
  deps: Pick<Deps, 'portfolios' | 'calendar'>,
  executor: Executor,
  loan: Loan,
  now: Date,
): Promise<NextPayment | undefined> {
  const found = await loadNextBasis(deps, executor, loan, now)
  return found && nextPaymentOf(found.facts, found.basis)
}

/** What the next payment of a loan follows from, as its rows are now; undefined of one that was not funded. */
export async function loadNextBasis(
  deps: Pick<Deps, 'portfolios' | 'calendar'>,
  executor: Executor,
  loan: Loan,
  now: Date,
): Promise<{ readonly facts: Facts; readonly basis: NextPaymentBasis } | undefined> {
  const data = deps.portfolios.byId(loan.portfolioId)
  const facts = await loadAccount(deps, executor, loan)
  if (data === undefined || facts === undefined) return undefined
  const authorizations = await listDebitAuthorizations(executor, loan)
  const hours = hoursOf(data, deps.calendar)
  const basis = {
    loan,
    openChange: await findOpenChange(executor, loan),
    isAuthorized: authorizations.some(
      ({ kind, revokedAt }) => revokedAt === null && kind !== 'singlePayment',
    ),
    ahead: await loadDebitsAhead(executor, facts, { loan, hours, now }),
    hours,
    today: dateIn(now, data.portfolio.timeZone),
  }
  return { facts, basis }
}
