import type { CallReply } from '@dolphin/contract/call'
import type { loanLedgerCall } from '@dolphin/contract/customer-files'
import type { verifyLedgerCall, verifyLedgersCall } from '@dolphin/contract/payments'
import {
  ledgerTotal,
  isLedgerIntact,
  listPostings,
  loanBalances,
} from '@dolphin/database/payments/ledger-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire, sum } from '@dolphin/domain/money/cents'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { verifyLedgerPage } from '../servicing/verify-ledgers.ts'
import type { Deps } from '../../deps.ts'

/** A loan's ledger with the proof that nothing in it was changed. */
export async function checkLedger(
  { database: { db } }: Deps,
  loan: Loan,
): Promise<CallReply<typeof verifyLedgerCall>> {
  const balances = await loanBalances(db, loan)
  const postings = await listPostings(db, loan)
  return {
    loanNo: loan.loanNo,
    intact: await isLedgerIntact(db, loan),
    loanTotal: moneyToWire(sum(balances.values())),
    ledgerTotal: moneyToWire(await ledgerTotal(db)),
    balances: balancesView(balances),
    postings: postings.map(postingView),
  }
}

const balancesView = (balances: Awaited<ReturnType<typeof loanBalances>>) =>
  [...balances].map(([account, balance]) => ({ account, balance: moneyToWire(balance) }))

type Posting = Awaited<ReturnType<typeof listPostings>>[number]

const postingView = ({ sequence, kind, cause, effectiveDate, bookedAt, hash, entries }: Posting) => ({
  sequence,
  kind,
  cause,
  effectiveDate: formatLocalDate(effectiveDate),
  bookedAt: isoInZone(bookedAt, NEW_YORK),
  hash,
  entries: entries.map(({ account, amount }) => ({ account, amount: moneyToWire(amount) })),
})

const PAGE = 50

/** A page of a loan's ledger, newest first, with whether its whole chain holds. */
export async function readLedger(
  { database: { db } }: Pick<Deps, 'database'>,
  loan: Loan,
  after: string | undefined,
): Promise<CallReply<typeof loanLedgerCall>> {
  const balances = await loanBalances(db, loan)
  const all = await listPostings(db, loan)
  const older = all
    .filter(({ sequence }) => after === undefined || sequence < Number(after))
    .toSorted((one, other) => other.sequence - one.sequence)
  const page = older.slice(0, PAGE)
  const last = older.length > PAGE ? page.at(-1) : undefined
  return {
    loanNo: loan.loanNo,
    intact: await isLedgerIntact(db, loan),
    total: moneyToWire(sum(balances.values())),
    count: all.length,
    balances: balancesView(balances),
    postings: page.map(postingView),
    after: last === undefined ? null : String(last.sequence),
  }
}

/** A page of a portfolio's ledgers, each walked from its first posting to its last. */
export async function checkLedgers(
  { database: { db } }: Deps,
  portfolioId: number,
  after = '',
): Promise<CallReply<typeof verifyLedgersCall>> {
  const page = await verifyLedgerPage(db, portfolioId, after)
  const loans = page.loans.map((loan) => ({ ...loan, loanTotal: moneyToWire(loan.loanTotal) }))
  const total = moneyToWire(await ledgerTotal(db))
  return { portfolioId, loansInAll: page.loansInAll, loans, ledgerTotal: total, after: page.after ?? null }
}
