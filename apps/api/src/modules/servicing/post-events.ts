import { appendPosting, listPostings, loanBalances } from '@dolphin/database/payments/ledger-repository'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { assert } from '@dolphin/domain/assert'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { negate, sum } from '@dolphin/domain/money/cents'
import { type LedgerAccount, type LedgerEntry, PostingKind } from '@dolphin/domain/payments/ledger'
import {
  accrualEntries,
  entriesBetween,
  ledgerOf,
  linesWithout,
} from '@dolphin/domain/servicing/ledger-lines'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { LoanAccountFacts } from './account-facts.ts'

/** What has just happened to a debt, to be booked. */
export interface PostedEvent {
  readonly kind: PostingKind
  /** The transaction or entry; with the kind it names the posting, which is booked once. */
  readonly id: string
  readonly effectiveDate: LocalDate
}

/**
 * Posts an event that the account already counts: the interest accrued up to it, then every entry that the ledger
 * lacks to match the account. For the newest event these are its own entries; for a late event they also include the
 * effects on the events after it. Afterward ledger and replay agree. Source: domain.md §9, docs/guides/ledger.md.
 */
export async function postEvent(
  unit: UnitOfWork,
  loan: LoanKey,
  { terms, account }: LoanAccountFacts,
  { kind, id, effectiveDate }: PostedEvent,
): Promise<void> {
  const lacking = entriesBetween(await loanBalances(unit.tx, loan), ledgerOf(terms, account.state))
  const newest = account.applied.at(-1)
  const accrual = newest?.event.id === id ? accrualEntries(newest) : []
  await book(unit, loan, { kind: PostingKind.accrual, id, effectiveDate }, accrual)
  await book(unit, loan, { kind, id, effectiveDate }, linesWithout(lacking, accrual))
}

/** A payment that came back, and how it was booked. */
interface ReturnedPayment extends Omit<PostedEvent, 'kind'> {
  readonly booked: PostingKind
}

/**
 * Books that a payment came back: the mirror of what it booked, then whatever the events after it now come to. The
 * account no longer counts it. Nothing that was booked is touched. Source: domain.md §9, late returns.
 */
export async function postReturn(
  unit: UnitOfWork,
  loan: LoanKey,
  { terms, account }: LoanAccountFacts,
  { id, effectiveDate, booked }: ReturnedPayment,
): Promise<void> {
  const postings = await listPostings(unit.tx, loan)
  const original = postings.find(({ cause }) => cause === `${booked}/${id}`)
  if (original !== undefined) {
    const mirror = original.entries.map(({ account: name, amount }) => ({
      account: name as LedgerAccount,
      amount: negate(amount),
    }))
    await book(unit, loan, { kind: PostingKind.paymentReturned, id, effectiveDate }, mirror)
  }
  const lacking = entriesBetween(await loanBalances(unit.tx, loan), ledgerOf(terms, account.state))
  await book(unit, loan, { kind: PostingKind.reapplied, id, effectiveDate }, lacking)
}

/** One posting that is the mirror of all that was booked: every account is zero again, and nothing is rewritten. */
export async function postReversal(unit: UnitOfWork, loan: LoanKey, event: PostedEvent): Promise<void> {
  const mirror = [...(await loanBalances(unit.tx, loan))].map(([account, balance]) => ({
    account: account as LedgerAccount,
    amount: negate(balance),
  }))
  await book(
    unit,
    loan,
    event,
    mirror.filter(({ amount }) => amount !== 0n),
  )
}

async function book(
  unit: UnitOfWork,
  { portfolioId, loanNo }: LoanKey,
  { kind, id, effectiveDate }: PostedEvent,
  entries: readonly LedgerEntry[],
): Promise<void> {
  if (entries.length === 0) return
  assert(sum(entries.map(({ amount }) => amount)) === 0n, 'a posting balances')
  const cause = `${kind}/${id}`
  const posting = { portfolioId, loanNo, kind, cause, effectiveDate, bookedAt: unit.now, entries }
  const booked = await appendPosting(unit.tx, posting)
  assert(booked !== undefined, 'an event is booked once')
}
