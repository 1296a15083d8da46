import { assert } from '@dolphin/domain/assert'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { type Cents, cents, sum } from '@dolphin/domain/money/cents'
import { and, asc, countDistinct, desc, eq, gt, sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { customerKeyOfLoan } from '../driver/customer-key.ts'
import { CHAIN_START, linkHash } from '../driver/hash-chain.ts'
import { lockByName } from '../driver/named-lock.ts'
import type { LoanKey } from '../driver/owner.ts'
import { ledgerEntries, ledgerPostings } from '../schema/ledger.ts'

/** One side of a posting: debits positive, credits negative. */
export interface LedgerEntry {
  readonly account: string
  readonly amount: Cents
}

/** What is to be booked. `cause` names what it books ("settlement of 42"); a cause is booked once. */
export interface NewPosting extends LoanKey {
  readonly kind: string
  readonly cause: string
  readonly effectiveDate: LocalDate
  readonly bookedAt: Date
  readonly entries: readonly LedgerEntry[]
}

export interface Posting extends NewPosting {
  /** 1, 2, 3 … within the loan. */
  readonly sequence: number
  readonly hash: string
}

const hashOf = (previousHash: string, sequence: number, posting: NewPosting): string =>
  linkHash(previousHash, [
    posting.portfolioId,
    posting.loanNo,
    sequence,
    posting.kind,
    posting.cause,
    posting.effectiveDate,
    posting.bookedAt.toISOString(),
    posting.entries.map(({ account, amount }) => [account, amount.toString()]),
  ])

const isPostingOf = ({ portfolioId, loanNo }: LoanKey) =>
  and(eq(ledgerPostings.portfolioId, portfolioId), eq(ledgerPostings.loanNo, loanNo))

/**
 * Books a posting at the end of its loan's chain; undefined if its cause is booked already. Within a
 * transaction only: a head without entries is refused when it commits. That the entries sum to zero is asserted here and
 * checked by the database again.
 */
export async function appendPosting(executor: Executor, posting: NewPosting): Promise<Posting | undefined> {
  const { portfolioId, loanNo, entries, ...head } = posting
  assert(entries.length >= 2 && sum(entries.map(({ amount }) => amount)) === 0n, 'a posting balances')
  await lockByName(executor, `ledger/${portfolioId}/${loanNo}`)
  const [last] = await executor
    .select({
      sequence: ledgerPostings.sequence,
      hash: ledgerPostings.hash,
      customerKey: ledgerPostings.customerKey,
    })
    .from(ledgerPostings)
    .where(isPostingOf(posting))
    .orderBy(desc(ledgerPostings.sequence))
    .limit(1)
  const sequence = (last?.sequence ?? 0) + 1
  const previousHash = last?.hash ?? CHAIN_START
  const hash = hashOf(previousHash, sequence, posting)
  const customerKey = last?.customerKey ?? (await customerKeyOfLoan(executor, posting))
  assert(customerKey !== undefined, 'a ledger belongs to a loan')
  const place = { portfolioId, customerKey, loanNo, sequence, entryCount: entries.length }
  const added = await executor
    .insert(ledgerPostings)
    .values({ ...head, ...place, previousHash, hash })
    .onConflictDoNothing({
      target: [
        ledgerPostings.portfolioId,
        ledgerPostings.loanNo,
        ledgerPostings.cause,
        ledgerPostings.customerKey,
      ],
    })
    .returning({ sequence: ledgerPostings.sequence })
  if (added.length === 0) return undefined
  await executor
    .insert(ledgerEntries)
    .values(entries.map((entry, index) => ({ ...entry, ...place, line: index + 1 })))
  return { ...posting, sequence, hash }
}

interface StoredPosting extends Posting {
  readonly previousHash: string
}

async function readChain(executor: Executor, key: LoanKey): Promise<StoredPosting[]> {
  const heads = await executor
    .select()
    .from(ledgerPostings)
    .where(isPostingOf(key))
    .orderBy(asc(ledgerPostings.sequence))
  const rows = await executor
    .select()
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.portfolioId, key.portfolioId), eq(ledgerEntries.loanNo, key.loanNo)))
    .orderBy(asc(ledgerEntries.sequence), asc(ledgerEntries.line))
  return heads.map(({ entryCount: _count, customerKey: _key, previousSequence: _before, ...head }) => ({
    ...head,
    entries: rows
      .filter(({ sequence }) => sequence === head.sequence)
      .map(({ account, amount }) => ({ account, amount })),
  }))
}

/** Loans of a portfolio that have a ledger, by number, after one of them; and how many there are in all. */
export async function listLoansWithLedger(
  executor: Executor,
  portfolioId: number,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<{ readonly loanNos: readonly string[]; readonly inAll: number }> {
  const { loanNo } = ledgerPostings
  const rows = await executor
    .selectDistinct({ loanNo })
    .from(ledgerPostings)
    .where(and(eq(ledgerPostings.portfolioId, portfolioId), gt(loanNo, after)))
    .orderBy(asc(loanNo))
    .limit(limit)
  const [counted] = await executor
    .select({ inAll: countDistinct(loanNo) })
    .from(ledgerPostings)
    .where(eq(ledgerPostings.portfolioId, portfolioId))
  return { loanNos: rows.map((row) => row.loanNo), inAll: counted?.inAll ?? 0 }
}

/** Portfolios with a ledger, by number. */
export async function listLedgerPortfolios(executor: Executor): Promise<number[]> {
  const rows = await executor
    .selectDistinct({ portfolioId: ledgerPostings.portfolioId })
    .from(ledgerPostings)
    .orderBy(asc(ledgerPostings.portfolioId))
  return rows.map(({ portfolioId }) => portfolioId)
}

/** A loan's postings in the order in which they were booked. */
export async function listPostings(executor: Executor, key: LoanKey): Promise<Posting[]> {
  const chain = await readChain(executor, key)
  return chain.map(({ previousHash: _previous, ...posting }) => posting)
}

/** Balance of each account of a loan; accounts never used are missing. */
export async function loanBalances(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<ReadonlyMap<string, Cents>> {
  const rows = await executor
    .select({ account: ledgerEntries.account, balance: sql<string>`sum(${ledgerEntries.amount})` })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.portfolioId, portfolioId), eq(ledgerEntries.loanNo, loanNo)))
    .groupBy(ledgerEntries.account)
  return new Map(rows.map(({ account, balance }) => [account, cents(BigInt(balance))]))
}

/** Sum over the whole book, which is zero or something is very wrong. */
export async function ledgerTotal(executor: Executor): Promise<Cents> {
  const [row] = await executor
    .select({ total: sql<string>`coalesce(sum(${ledgerEntries.amount}), 0)` })
    .from(ledgerEntries)
  return cents(BigInt(row?.total ?? '0'))
}

/** Whether every posting of a loan is as it was booked: recomputes the chain of hashes. */
export async function isLedgerIntact(executor: Executor, key: LoanKey): Promise<boolean> {
  let previousHash = CHAIN_START
  for (const [index, posting] of (await readChain(executor, key)).entries()) {
    const expected = hashOf(previousHash, index + 1, posting)
    if (posting.previousHash !== previousHash || posting.hash !== expected) return false
    previousHash = posting.hash
  }
  return true
}
