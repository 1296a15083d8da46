import { insertAccountEntry, voidAccountEntry } from '@dolphin/database/servicing/account-entry-repository'
import type { LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import { assert } from '@dolphin/domain/assert'
import { ChangeType } from '@dolphin/domain/payments/codes'
import { PostingKind } from '@dolphin/domain/payments/ledger'
import { lateDebitInterest } from '@dolphin/domain/servicing/late-debit-interest'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { loadAccount } from './account-facts.ts'
import type { LoadedLoan } from './load-serviced-loan.ts'
import { confirmedDebitOf } from './modification-of.ts'
import { postEvent } from './post-events.ts'
import { newServicingNo } from './servicing-number.ts'

const causeOf = ({ changeNo }: LoanChange): string => `interest of the late debit of change ${changeNo}`

interface LoanOfChange {
  readonly loaded: LoadedLoan
  readonly change: LoanChange
}

/**
 * Waives the interest of the days by which the debit of a change has settled too late, so that the quote is honored.
 * The debit is posted already. The caller holds the loan's lock. Source: domain.md §14.
 */
export async function waiveLateInterest(
  deps: Pick<Deps, 'portfolios'>,
  unit: UnitOfWork,
  { loaded: { loan }, change }: LoanOfChange,
  actor: string,
): Promise<void> {
  const facts = await loadAccount(deps, unit.tx, loan)
  const confirmed = confirmedDebitOf(change)
  const debit = facts?.transactions.find(({ transactionNo }) => transactionNo === change.transactionNo)
  if (facts === undefined || confirmed === undefined || debit === undefined) return
  const { amount, date } = lateDebitInterest(facts.terms, facts.events, {
    id: debit.transactionNo,
    quotedFor: confirmed.quotedFor,
    settledOn: debit.settledOn ?? debit.effectiveDate,
    isPayoff: change.changeType === ChangeType.payOff,
  })
  if (amount === 0n) return
  const { portfolioId, customerKey, loanNo } = loan
  const entryNo = await newServicingNo(unit, 'E')
  const isNew = await insertAccountEntry(unit.tx, {
    portfolioId,
    customerKey,
    loanNo,
    entryNo,
    kind: 'interestWaiver',
    amount,
    effectiveDate: date,
    cause: causeOf(change),
    transactionNo: debit.transactionNo,
    actor,
    createdAt: unit.now,
  })
  if (isNew)
    await postEntry(deps, unit, loan, { kind: PostingKind.interestWaived, id: entryNo, effectiveDate: date })
}

/** The waiver falls where the payment that it was given for came back. Answers whether there was one. */
export async function voidLateInterest(
  deps: Pick<Deps, 'portfolios'>,
  unit: UnitOfWork,
  { loan, serviced: { today } }: LoadedLoan,
  change: LoanChange,
): Promise<boolean> {
  const entryNo = await voidAccountEntry(unit.tx, loan, { cause: causeOf(change), at: unit.now })
  if (entryNo === undefined) return false
  await postEntry(deps, unit, loan, { kind: PostingKind.reapplied, id: entryNo, effectiveDate: today })
  return true
}

async function postEntry(
  deps: Pick<Deps, 'portfolios'>,
  unit: UnitOfWork,
  loan: LoadedLoan['loan'],
  event: Parameters<typeof postEvent>[3],
): Promise<void> {
  const facts = await loadAccount(deps, unit.tx, loan)
  assert(facts !== undefined, 'a debit is taken of a funded loan')
  await postEvent(unit, loan, facts, event)
}
