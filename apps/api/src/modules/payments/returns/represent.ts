import type { Loan } from '@dolphin/database/loans/loan-repository'
import {
  insertTransaction,
  type MoneyTransaction,
  nextTransactionNo,
} from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { addDays } from '@dolphin/domain/calendar/local-date'
import {
  accountEligibility,
  type AccountEligibility,
} from '@dolphin/domain/payments/debit-eligibility/account-eligibility'
import {
  MOST_PRESENTMENTS,
  planRepresentment,
  type RepresentmentPlan,
} from '@dolphin/domain/payments/debit-eligibility/representment'
import { type ReturnCode, returnRule } from '@dolphin/domain/payments/debit-eligibility/return-codes'
import { isScheduleCollected } from '@dolphin/domain/loans/legal-facts'
import {
  PaymentMode,
  TransactionMode,
  TransactionPurpose,
  TransactionStatus,
  TransactionType,
} from '@dolphin/domain/payments/codes'
import { payoffOn } from '@dolphin/domain/servicing/payoff'
import { replayAccount } from '@dolphin/domain/servicing/loan-account'
import { accountEvents } from '../../servicing/account-facts.ts'
import { type DebitLoan, loadDebitLoans } from '../../servicing/debit-loan.ts'
import { accountAttempts } from '../../servicing/account-history.ts'
import { otherDebitDays } from '../../servicing/check-planned-debit.ts'
import { itemOf } from '../../servicing/planned-debits.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { MoneyDeps } from '../../../deps.ts'

/** What becomes of a returned debit, and how its account stands. */
export interface NextAttempt {
  readonly plan: RepresentmentPlan
  readonly eligibility: AccountEligibility
  /** This return is the second failure in a row: the borrower is notified of their rights. */
  readonly isSecondFailure: boolean
  /** The last failures, oldest first. */
  readonly failures: readonly { readonly transactionNo: string; readonly loanNo: string }[]
}

/** Further than any schedule goes: all due dates to come. */
const WHOLE_SCHEDULE_DAYS = 800

/** The first presentment of what a transaction presents. */
export function originOf(all: readonly MoneyTransaction[], transaction: MoneyTransaction): MoneyTransaction {
  const original = all.find(({ transactionNo }) => transactionNo === transaction.originalTransactionNo)
  return original === undefined ? transaction : originOf(all, original)
}

/**
 * Plans the next presentment of a returned debit, or says why there is none. Only an agreed payment goes again by
 * itself: what a change or the borrower asked for once is asked for anew. The caller holds the loan's lock; undefined
 * where the loan takes no debits. Source: ach.md §2, re-presentation rules; domain.md §9.
 */
export async function planAgain(
  deps: MoneyDeps,
  unit: UnitOfWork,
  loan: Loan,
  {
    debit,
    code,
    actor,
    isOnce,
  }: {
    readonly debit: MoneyTransaction
    readonly code: ReturnCode
    readonly actor: string
    /** Of a change, or covered by help: it is not tried again. */
    readonly isOnce: boolean
  },
): Promise<NextAttempt | undefined> {
  const { returnedOn, portfolioId } = debit
  assert(returnedOn !== null, 'a returned debit has its day')
  const window = { after: returnedOn, upTo: addDays(returnedOn, WHOLE_SCHEDULE_DAYS) }
  const [of] = await loadDebitLoans(deps, unit.tx, { portfolioId, loans: [loan] }, window)
  if (of === undefined) return undefined
  const attempts = accountAttempts(of)
  const renewals = of.renewals.map(({ grantedAt }) => grantedAt)
  const eligibility = accountEligibility(attempts, renewals)
  const before = accountEligibility(
    attempts.filter(({ transactionNo }) => transactionNo !== debit.transactionNo),
    renewals,
  )
  const origin = originOf(of.transactions, debit)
  const plan = planRepresentment(
    {
      code,
      amount: debit.amount,
      firstPresentedOn: origin.effectiveDate,
      presentments:
        isOnce || hasPlannedPayoff(of) || origin.installmentNumber === null
          ? MOST_PRESENTMENTS
          : debit.attempt,
      returnedOn,
      dueDates: of.due.map(({ dueDate }) => dueDate),
      otherDebits: otherDebitDays({ of, item: itemOf(of.transactions, debit), transaction: debit }, deps),
      owed: owedOn(of, returnedOn),
      debitsSuspended: eligibility.debitsSuspendedSince !== null,
      takesDebits: takesDebits(of),
    },
    deps.calendar,
  )
  if (plan.again) await insertAgain(unit, debit, { plan, origin, actor })
  return {
    plan,
    eligibility,
    isSecondFailure:
      returnRule(code).insufficientFunds &&
      eligibility.debitsSuspendedSince !== null &&
      before.debitsSuspendedSince === null,
    failures: of.sentDebits
      .filter(({ transactionNo }) =>
        attempts.some((one) => one.transactionNo === transactionNo && one.outcome === 'insufficientFunds'),
      )
      .toSorted((left, right) => left.effectiveDate - right.effectiveDate)
      .slice(-2),
  }
}

/** A payoff that was not sent yet takes what came back too: whatever comes back, its quote ends the debt. */
const hasPlannedPayoff = ({ transactions }: DebitLoan): boolean =>
  transactions.some(
    ({ purpose, status }) => purpose === TransactionPurpose.payOff && status === TransactionStatus.none,
  )

function owedOn(
  { terms, transactions, entries }: DebitLoan,
  date: NonNullable<MoneyTransaction['returnedOn']>,
) {
  const { state } = replayAccount(terms, accountEvents(transactions, entries))
  return payoffOn(terms, state, date > state.accruedTo ? date : state.accruedTo).total
}

const takesDebits = ({ loan, paymentMode, authorizations }: DebitLoan): boolean =>
  isScheduleCollected(loan, loan.legalFacts) &&
  paymentMode === PaymentMode.ach &&
  authorizations.some(({ kind, revokedAt }) => kind !== 'singlePayment' && revokedAt === null)

async function insertAgain(
  unit: UnitOfWork,
  debit: MoneyTransaction,
  {
    plan,
    origin,
    actor,
  }: {
    readonly plan: Extract<RepresentmentPlan, { again: true }>
    readonly origin: MoneyTransaction
    readonly actor: string
  },
): Promise<void> {
  const { portfolioId, customerKey, loanNo, openId } = debit
  const attempt = debit.attempt + 1
  const planned = await insertTransaction(
    unit.tx,
    {
      portfolioId,
      customerKey,
      transactionNo: await nextTransactionNo(unit.tx),
      loanNo,
      openId,
      type: TransactionType.debit,
      mode: TransactionMode.ach,
      purpose: TransactionPurpose.representment,
      amount: plan.amount,
      effectiveDate: plan.effectiveDate,
      status: TransactionStatus.none,
      instructionKey: `representment/${origin.transactionNo}/${attempt}`,
      installmentNumber: origin.installmentNumber,
      originalTransactionNo: debit.transactionNo,
      attempt,
    },
    { cause: `debit ${debit.transactionNo} returned`, actor, at: unit.now },
  )
  assert(planned, 'a presentment comes back once')
}
