import { findOpenChange } from '@dolphin/database/servicing/loan-change-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { type MoneyTransaction, moveTransaction } from '@dolphin/database/payments/transaction-repository'
import { dayIn } from '@dolphin/domain/calendar/written-day'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ZERO_CENTS } from '@dolphin/domain/money/cents'
import { TransactionPurpose, TransactionStatus } from '@dolphin/domain/payments/codes'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { loadAccount } from './account-facts.ts'
import { dueOf, remarkWords } from './change-texts.ts'
import { followModification, type ModificationDeps } from './follow-modification.ts'
import { loadServicedLoan } from './load-serviced-loan.ts'
import { loanArrears } from './loan-arrears.ts'

const { none, rejected } = TransactionStatus

/**
 * Withdraws debits in no file whose amount has come another way, and returns what to tell the borrower of it: a retry
 * takes the whole amount, so one that was paid only in part goes too; a payment of what is due is withdrawn once nothing
 * of it is due. The caller holds the loan's lock; again is harmless. Source: domain.md §14, "one amount, several ways to
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
  const payNow = await dropPayNow(deps, unit, loan, {
    open: new Set(open.keys()),
    all: facts.transactions,
    actor,
  })
  return [
    ...retries.map(({ amount, effectiveDate: date }) =>
      remarkWords({ code: 'retryWithdrawn', amount, date }),
    ),
    ...(payNow === undefined ? [] : [notTakenWords(payNow)]),
  ]
}

interface StillDue {
  /** Numbers of what is past due. */
  readonly open: ReadonlySet<number>
  readonly all: readonly MoneyTransaction[]
  readonly actor: string
}

async function dropPayNow(
  deps: ModificationDeps,
  unit: UnitOfWork,
  loan: Loan,
  { open, all, actor }: StillDue,
): Promise<MoneyTransaction | undefined> {
  const change = await findOpenChange(unit.tx, loan)
  const due = change && dueOf(change)
  const debit = all.find(
    ({ transactionNo, status }) => transactionNo === change?.transactionNo && status === none,
  )
  if (change === undefined || debit === undefined || !due?.isPastDue) return undefined
  if (due.number === null ? open.size > 0 : open.has(due.number)) return undefined
  const loaded = await loadServicedLoan(deps, unit.tx, loan, unit.now)
  if (loaded === undefined) return undefined
  await followModification(deps, unit, loaded, { change, event: 'superseded', actor })
  return debit
}

const notTakenWords = ({ amount, effectiveDate }: MoneyTransaction): Localized => ({
  en: `We do not take the ${formatCurrency(amount)} of ${dayIn(effectiveDate, 'en')}: it was paid another way.`,
  es: `No cobramos los ${formatCurrency(amount)} del ${dayIn(effectiveDate, 'es')}: se pagaron de otra manera.`,
})
