import { assert } from '@dolphin/domain/assert'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import type { ReturnCode } from '@dolphin/domain/payments/debit-eligibility/return-codes'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { isOneOf } from '../driver/one-of.ts'
import type { LoanKey } from '../driver/owner.ts'
import { packedRows, queryOneRow } from '../driver/packed-rows.ts'
import { loanAccounts } from '../schema/servicing.ts'
import type { LoanAccount } from './loan-account-repository.ts'

/** A prenote as it was put into a file. */
export interface SentPrenote extends LoanKey {
  readonly traceNumber: string
  readonly fileNo: string
  readonly effectiveDate: LocalDate
}

/** Accounts that these loans use, that are not validated and whose bank was not asked yet; by loan. */
export async function listAccountsToPrenote(
  executor: Executor,
  portfolioId: number,
  loanNos: readonly string[],
): Promise<LoanAccount[]> {
  return await executor
    .select()
    .from(loanAccounts)
    .where(
      and(
        eq(loanAccounts.portfolioId, portfolioId),
        isOneOf(loanAccounts.loanNo, loanNos),
        isNull(loanAccounts.endedAt),
        isNull(loanAccounts.validatedBy),
        isNull(loanAccounts.prenoteTrace),
      ),
    )
    .orderBy(asc(loanAccounts.loanNo))
}

/** Records the prenote of the account that a loan uses; an account has one. The caller holds the loan's lock. */
export async function savePrenote(
  executor: Executor,
  { portfolioId, loanNo, traceNumber, fileNo, effectiveDate }: SentPrenote,
): Promise<void> {
  const saved = await executor
    .update(loanAccounts)
    .set({ prenoteTrace: traceNumber, prenoteFileNo: fileNo, prenoteEffectiveDate: effectiveDate })
    .where(
      and(
        eq(loanAccounts.portfolioId, portfolioId),
        eq(loanAccounts.loanNo, loanNo),
        isNull(loanAccounts.endedAt),
        isNull(loanAccounts.prenoteTrace),
      ),
    )
    .returning({ sequence: loanAccounts.sequence })
  assert(saved.length === 1, 'the lock on the loan keeps others from asking its bank')
}

/** The account that a prenote asked about, by its trace number: for returns and notices of change. */
export async function findPrenotedAccount(
  executor: Executor,
  portfolioId: number,
  traceNumber: string,
): Promise<LoanAccount | undefined> {
  const [row] = await executor
    .select()
    .from(loanAccounts)
    .where(and(eq(loanAccounts.portfolioId, portfolioId), eq(loanAccounts.prenoteTrace, traceNumber)))
  return row
}

/** Records what a prenote came back with; false if it came back before. */
export async function savePrenoteReturn(
  executor: Executor,
  { portfolioId, loanNo, sequence }: Pick<LoanAccount, 'portfolioId' | 'loanNo' | 'sequence'>,
  { code, at }: { readonly code: ReturnCode; readonly at: Date },
): Promise<boolean> {
  const saved = await executor
    .update(loanAccounts)
    .set({ prenoteReturnCode: code, prenoteReturnedAt: at })
    .where(
      and(
        eq(loanAccounts.portfolioId, portfolioId),
        eq(loanAccounts.loanNo, loanNo),
        eq(loanAccounts.sequence, sequence),
        isNull(loanAccounts.prenoteReturnCode),
      ),
    )
    .returning({ sequence: loanAccounts.sequence })
  return saved.length === 1
}

const packed = packedRows(loanAccounts)

const RETURNED = `select json_agg(${packed.row} order by loan_no) as returned from loan_accounts
  where portfolio_id = $1 and loan_no = any($2::text[]) and ended_at is null and prenote_return_code is not null`

/** Accounts that these loans still use although their prenote came back, whatever the code. */
export async function listReturnedPrenotes(
  executor: Executor,
  portfolioId: number,
  loanNos: readonly string[],
): Promise<LoanAccount[]> {
  const row = await queryOneRow(executor, RETURNED, [portfolioId, loanNos])
  return packed.unpackAll(row.returned)
}
