import type { FindKind } from '@dolphin/domain/find/find-term'
import { and, desc, eq, or } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { FieldCipher } from '../driver/field-cipher.ts'
import { isOneOf } from '../driver/one-of.ts'
import { loans } from '../schema/loan.ts'
import { transactions } from '../schema/payment.ts'
import { loanAccounts } from '../schema/servicing.ts'
import { tailIndexOf } from '../servicing/loan-account-repository.ts'
import type { FindSearch } from './find-token-repository.ts'

/** A loan that a number names, and what the number is. */
export interface NumberHit {
  readonly loanNo: string
  /** Null while the application belongs to no account. */
  readonly openId: string | null
  readonly kind: FindKind
}

const ofLoan = { loanNo: loans.loanNo, openId: loans.openId }
const ofTransaction = { loanNo: transactions.loanNo, openId: transactions.openId }

/** The numbers of one kind that a search names. */
interface WantedNumbers extends Omit<FindSearch, 'terms'> {
  readonly values: readonly string[]
}

type Lookup = (
  executor: Executor,
  cipher: FieldCipher,
  wanted: WantedNumbers,
) => PromiseLike<Omit<NumberHit, 'kind'>[]>

/** The numbers that stand readable in the database, and those that a digest of their own finds; and where. */
const LOOKUPS: Readonly<Partial<Record<FindKind, Lookup>>> = {
  loan: (executor, _cipher, { portfolioId, values, limit }) =>
    executor
      .select(ofLoan)
      .from(loans)
      .where(and(eq(loans.portfolioId, portfolioId), isOneOf(loans.loanNo, values)))
      .limit(limit),
  application: (executor, _cipher, { portfolioId, values, limit }) =>
    executor
      .select(ofLoan)
      .from(loans)
      .where(and(eq(loans.portfolioId, portfolioId), isOneOf(loans.applicationNo, values)))
      .limit(limit),
  transaction: (executor, _cipher, { portfolioId, values, limit }) =>
    executor
      .select(ofTransaction)
      .from(transactions)
      .where(and(eq(transactions.portfolioId, portfolioId), isOneOf(transactions.transactionNo, values)))
      .limit(limit),
  trace: (executor, _cipher, { portfolioId, values, limit }) =>
    executor
      .select(ofTransaction)
      .from(transactions)
      .where(and(eq(transactions.portfolioId, portfolioId), isOneOf(transactions.traceNumber, values)))
      .limit(limit),
  account: (executor, cipher, { portfolioId, values, limit }) =>
    executor
      .select({ loanNo: loanAccounts.loanNo, openId: loanAccounts.openId })
      .from(loanAccounts)
      .where(
        and(
          eq(loanAccounts.portfolioId, portfolioId),
          or(
            isOneOf(
              loanAccounts.tailIndex,
              values.map((tail) => tailIndexOf(cipher, tail)),
            ),
            // Of a build before, until the job has sealed it.
            isOneOf(loanAccounts.accountTail, values),
          ),
        ),
      )
      .groupBy(loanAccounts.loanNo, loanAccounts.openId)
      .orderBy(desc(loanAccounts.loanNo))
      .limit(limit),
}

/** Loans of a portfolio that a number names, at most so many of each kind of number. */
export async function listLoansOfNumbers(
  executor: Executor,
  cipher: FieldCipher,
  { portfolioId, terms, limit }: FindSearch,
): Promise<readonly NumberHit[]> {
  const hits: NumberHit[] = []
  for (const kind of new Set(terms.map((term) => term.kind))) {
    const values = terms.filter((term) => term.kind === kind).map(({ value }) => value)
    const found = (await LOOKUPS[kind]?.(executor, cipher, { portfolioId, values, limit })) ?? []
    hits.push(...found.map((one) => ({ ...one, kind })))
  }
  return hits
}
