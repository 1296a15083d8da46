import { TransactionType } from '@dolphin/domain/payments/codes'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import type { StoredDocument } from '../documents/document-repository.ts'
import type { Executor } from '../driver/executor.ts'
import type { LoanKey } from '../driver/owner.ts'
import { achEntries, achFiles } from '../schema/ach-file.ts'
import { outbox } from '../schema/message.ts'
import { paymentPlans, transactions } from '../schema/payment.ts'
import { documents } from '../schema/signing.ts'

/** A stretch of time with its days; `to` and `until` are the day after the last and its first instant. */
export interface RecordPeriod {
  readonly from: LocalDate
  readonly to: LocalDate
  readonly since: Date
  readonly until: Date
}

/** Loans of a portfolio that moved, or whose money did, within a period; by number. */
export async function listLoansWithRecords(
  executor: Executor,
  portfolioId: number,
  { since, until }: RecordPeriod,
): Promise<string[]> {
  const [first, last] = [since.toISOString(), until.toISOString()]
  const { rows } = await executor.execute<{ loan_no: string }>(sql`
    select loan_no from loan_history
      where portfolio_id = ${portfolioId} and at >= ${first}::timestamptz and at < ${last}::timestamptz
    union
    select loan_no from transaction_history
      where portfolio_id = ${portfolioId} and at >= ${first}::timestamptz and at < ${last}::timestamptz
    order by loan_no`)
  return rows.map(({ loan_no: loanNo }) => loanNo)
}

/** One entry of a loan with the file that carried it. */
export interface SentEntry {
  readonly transactionNo: string
  readonly traceNumber: string
  readonly amount: (typeof achEntries.$inferSelect)['amount']
  readonly effectiveDate: LocalDate
  readonly fileNo: string
  readonly fileSha256: string
}

/** A loan's entries in NACHA files, by trace number. */
export async function listSentEntries(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<SentEntry[]> {
  const { transactionNo, traceNumber, amount, effectiveDate, fileNo } = achEntries
  return await executor
    .select({ transactionNo, traceNumber, amount, effectiveDate, fileNo, fileSha256: achFiles.sha256 })
    .from(achEntries)
    .innerJoin(
      transactions,
      and(
        eq(transactions.portfolioId, achEntries.portfolioId),
        eq(transactions.customerKey, achEntries.customerKey),
        eq(transactions.transactionNo, achEntries.transactionNo),
      ),
    )
    .innerJoin(
      achFiles,
      and(eq(achFiles.portfolioId, achEntries.portfolioId), eq(achFiles.fileNo, achEntries.fileNo)),
    )
    .where(and(eq(achEntries.portfolioId, portfolioId), eq(transactions.loanNo, loanNo)))
    .orderBy(asc(achEntries.traceNumber))
}

/** Notices of one kind that were written within a period, oldest first. */
export async function listNoticesOfKind(
  executor: Executor,
  portfolioId: number,
  kind: string,
  { since, until }: Pick<RecordPeriod, 'since' | 'until'>,
) {
  const { loanNo, dedupKey, createdAt, sentAt, failedAt } = outbox
  return await executor
    .select({ loanNo, dedupKey, createdAt, sentAt, failedAt })
    .from(outbox)
    .where(
      and(
        eq(outbox.portfolioId, portfolioId),
        eq(outbox.kind, kind),
        gte(outbox.createdAt, since),
        lt(outbox.createdAt, until),
      ),
    )
    .orderBy(asc(outbox.createdAt), asc(outbox.dedupKey))
}

/** Documents of one type that were stored within a period, oldest first. */
export async function listDocumentsOfType(
  executor: Executor,
  portfolioId: number,
  documentType: StoredDocument['documentType'],
  { since, until }: Pick<RecordPeriod, 'since' | 'until'>,
): Promise<StoredDocument[]> {
  return await executor
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.portfolioId, portfolioId),
        eq(documents.documentType, documentType),
        gte(documents.createdAt, since),
        lt(documents.createdAt, until),
      ),
    )
    .orderBy(asc(documents.createdAt), asc(documents.documentNo))
}

/** Numbers of every plan that a loan had, oldest first. */
export async function listPlanNumbers(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<string[]> {
  const rows = await executor
    .select({ planNo: paymentPlans.planNo })
    .from(paymentPlans)
    .where(and(eq(paymentPlans.portfolioId, portfolioId), eq(paymentPlans.loanNo, loanNo)))
    .orderBy(asc(paymentPlans.createdAt), asc(paymentPlans.planNo))
  return rows.map(({ planNo }) => planNo)
}

/** Returns of a portfolio's debits within a period by day and code, for the register. */
export async function listReturnsByDay(
  executor: Executor,
  portfolioId: number,
  { from, to }: Pick<RecordPeriod, 'from' | 'to'>,
): Promise<
  { readonly day: string; readonly code: string; readonly count: number; readonly amount: string }[]
> {
  const { rows } = await executor.execute<{ day: string; code: string; count: number; amount: string }>(sql`
    select to_char(returned_on, 'YYYY-MM-DD') as day, return_code as code, count(*)::integer as count,
        sum(amount)::text as amount
      from transactions
      where portfolio_id = ${portfolioId} and type = ${TransactionType.debit} and return_code is not null
        and returned_on >= ${formatLocalDate(from)} and returned_on < ${formatLocalDate(to)}
      group by 1, 2 order by 1, 2`)
  return rows
}
