import { findOpenChange } from '@dolphin/database/servicing/loan-change-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import {
  type MoneyTransaction,
  moveTransaction,
  rescheduleTransaction,
} from '@dolphin/database/payments/transaction-repository'
import { dayIn } from '@dolphin/domain/calendar/written-day'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { type Cents, sum, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { TransactionPurpose, TransactionStatus } from '@dolphin/domain/payments/codes'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { missedPayments } from '@dolphin/domain/servicing/arrears'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { loadAccount } from './account-facts.ts'
import { agreedInstallments } from './agreed-installments.ts'
import { dueOf, remarkWords } from './change-texts.ts'
import { followModification, type ModificationDeps } from './follow-modification.ts'
import { loadServicedLoan } from './load-serviced-loan.ts'
import { loanArrears } from './loan-arrears.ts'

const { none, rejected } = TransactionStatus

/**
 * Withdraws debits in no file whose amount has come another way, and returns what to tell the borrower of it: a retry
 * takes the whole amount, so one that was paid only in part goes too; a payment of what is due is withdrawn once nothing
 * of it is due, and takes less where less is. The caller holds the loan's lock; again is harmless. Source: domain.md §14, "one amount, several ways to
 * collect it".
 */
export async function dropCovered(
  deps: ModificationDeps,
  unit: UnitOfWork,
  loan: Loan,
  actor: string,
): Promise<Localized[]> {
  const facts = await loadAccount(deps, unit.tx, loan)
  const timeZone = deps.portfolios.byId(loan.portfolioId)?.portfolio.timeZone
  if (facts === undefined || timeZone === undefined) return []
  const today = dateIn(unit.now, timeZone)
  const { overdue } = loanArrears(facts, today)
  const open = new Map(overdue.map((one) => [one.number, one.open]))
  const isPast = new Set(
    facts.current.installments.filter(({ dueDate }) => dueDate < today).map(({ number }) => number),
  )
  const retries = facts.transactions.filter(
    ({ purpose, status, installmentNumber: number, amount }) =>
      purpose === TransactionPurpose.representment &&
      status === none &&
      number !== null &&
      isPast.has(number) &&
      (open.get(number) ?? ZERO_CENTS) < amount,
  )
  const reason = { cause: 'the payment was made another way', actor, at: unit.now }
  for (const retry of retries) await moveTransaction(unit.tx, retry, { from: none, to: rejected }, reason)
  const agreed = agreedInstallments(facts.current.installments, facts.transactions)
  const missed = sum(missedPayments(today, agreed).map(({ amount }) => amount))
  const payNow = await fitPayNow(deps, unit, loan, { open, missed, all: facts.transactions, actor })
  return [
    ...retries.map(({ amount, effectiveDate: date }) =>
      remarkWords({ code: 'retryWithdrawn', amount, date }),
    ),
    ...payNow,
  ]
}

interface StillDue {
  /** What is past due, by the number of its payment. */
  readonly open: ReadonlyMap<number, Cents>
  /** Missed payments whole, whatever covers them. */
  readonly missed: Cents
  readonly all: readonly MoneyTransaction[]
  readonly actor: string
}

/** Withdraws a planned payment of what is due once nothing of it is due, and takes less where less is. */
async function fitPayNow(
  deps: ModificationDeps,
  unit: UnitOfWork,
  loan: Loan,
  { open, missed, all, actor }: StillDue,
): Promise<Localized[]> {
  const change = await findOpenChange(unit.tx, loan)
  const due = change && dueOf(change)
  const debit = all.find(
    ({ transactionNo, status }) => transactionNo === change?.transactionNo && status === none,
  )
  if (change === undefined || debit === undefined || !due?.isPastDue) return []
  const left = due.number === null ? sum([...open.values()]) : (open.get(due.number) ?? ZERO_CENTS)
  if (left > 0n) {
    // One that was to pay more than what is past due goes as it was confirmed.
    const isOfPastDue = debit.amount <= missed
    return isOfPastDue && left < debit.amount ? await takeLess(unit, debit, left) : []
  }
  const loaded = await loadServicedLoan(deps, unit.tx, loan, unit.now)
  if (loaded === undefined) return []
  await followModification(deps, unit, loaded, { change, event: 'superseded', actor })
  return [notTakenWords(debit)]
}

/** The corrected notice of the debit goes out with what follows the posting. */
async function takeLess(unit: UnitOfWork, debit: MoneyTransaction, amount: Cents): Promise<Localized[]> {
  const { status, effectiveDate } = debit
  await rescheduleTransaction(unit.tx, debit, { status, effectiveDate, amount }, unit.now)
  const [less, before] = [formatCurrency(amount), formatCurrency(debit.amount)]
  return [
    {
      en: `On ${dayIn(effectiveDate, 'en')} we take ${less} instead of ${before}: the rest was paid another way.`,
      es: `El ${dayIn(effectiveDate, 'es')} cobramos ${less} en lugar de ${before}: el resto se pagó de otra manera.`,
    },
  ]
}

const notTakenWords = ({ amount, effectiveDate }: MoneyTransaction): Localized => ({
  en: `We do not take the ${formatCurrency(amount)} of ${dayIn(effectiveDate, 'en')}: it was paid another way.`,
  es: `No cobramos los ${formatCurrency(amount)} del ${dayIn(effectiveDate, 'es')}: se pagaron de otra manera.`,
})
