import { LoanStatus, OFF_SCHEDULE_STATUSES } from '@dolphin/domain/loans/codes'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { TransactionPurpose, TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { and, asc, eq, gte, isNotNull, isNull, like, lte, ne, or, sql } from 'drizzle-orm'
import type { AccountEntry } from '../servicing/account-entry-repository.ts'
import type { DebitAuthorization } from '../servicing/debit-authorization-repository.ts'
import { codeList, isOneOf } from '../driver/one-of.ts'
import type { Executor } from '../driver/executor.ts'
import type { LoanAccount } from '../servicing/loan-account-repository.ts'
import type { PaymentPlan, StoredInstallment } from '../plans/plan-repository.ts'
import { outbox } from '../schema/message.ts'
import { installments, paymentPlans, transactionHistory, transactions } from '../schema/payment.ts'
import { accountEntries, debitAuthorizations, loanAccounts } from '../schema/servicing.ts'
import type { MoneyTransaction } from './transaction-repository.ts'

const DEBIT = TransactionType.debit
const REVERSAL = TransactionPurpose.reversal

/** Rows of many loans of one portfolio at once: what the debit eligibility check weighs. */

/** Their transactions, by effective date. */
export async function listTransactionsOf(
  executor: Executor,
  portfolioId: number,
  loanNos: readonly string[],
): Promise<MoneyTransaction[]> {
  return await executor
    .select()
    .from(transactions)
    .where(and(eq(transactions.portfolioId, portfolioId), isOneOf(transactions.loanNo, loanNos)))
    .orderBy(asc(transactions.effectiveDate), asc(transactions.transactionNo))
}

/** Their planned disbursements, refunds and reversals that take effect by a day. */
export async function listPlannedCreditsOf(
  executor: Executor,
  portfolioId: number,
  loanNos: readonly string[],
  upTo: LocalDate,
): Promise<MoneyTransaction[]> {
  return await executor
    .select()
    .from(transactions)
    .where(
      and(
        eq(transactions.portfolioId, portfolioId),
        eq(transactions.status, 0),
        or(ne(transactions.type, DEBIT), eq(transactions.purpose, REVERSAL)),
        lte(transactions.effectiveDate, upTo),
        isOneOf(transactions.loanNo, loanNos),
      ),
    )
    .orderBy(asc(transactions.effectiveDate), asc(transactions.transactionNo))
}

/** What changes their debts besides money. */
export async function listAccountEntriesOf(
  executor: Executor,
  portfolioId: number,
  loanNos: readonly string[],
): Promise<AccountEntry[]> {
  return await executor
    .select()
    .from(accountEntries)
    .where(
      and(
        eq(accountEntries.portfolioId, portfolioId),
        isOneOf(accountEntries.loanNo, loanNos),
        isNull(accountEntries.voidedAt),
      ),
    )
}

/** The plans that hold for them. */
export async function listCurrentPlansOf(
  executor: Executor,
  portfolioId: number,
  loanNos: readonly string[],
): Promise<PaymentPlan[]> {
  return await executor
    .select()
    .from(paymentPlans)
    .where(
      and(
        eq(paymentPlans.portfolioId, portfolioId),
        isOneOf(paymentPlans.loanNo, loanNos),
        isNull(paymentPlans.supersededAt),
      ),
    )
}

/** Plans by their numbers, held or superseded. */
export async function listPlansByNo(
  executor: Executor,
  portfolioId: number,
  planNos: readonly string[],
): Promise<PaymentPlan[]> {
  if (planNos.length === 0) return []
  return await executor
    .select()
    .from(paymentPlans)
    .where(and(eq(paymentPlans.portfolioId, portfolioId), isOneOf(paymentPlans.planNo, planNos)))
}

/** All installments of plans, by number. */
export async function listInstallmentsOfPlans(
  executor: Executor,
  portfolioId: number,
  planNos: readonly string[],
): Promise<StoredInstallment[]> {
  if (planNos.length === 0) return []
  return await executor
    .select()
    .from(installments)
    .where(and(eq(installments.portfolioId, portfolioId), isOneOf(installments.planNo, planNos)))
    .orderBy(asc(installments.planNo), asc(installments.number))
}

/** Their accounts, first to last. */
export async function listLoanAccountsOf(
  executor: Executor,
  portfolioId: number,
  loanNos: readonly string[],
): Promise<LoanAccount[]> {
  return await executor
    .select()
    .from(loanAccounts)
    .where(and(eq(loanAccounts.portfolioId, portfolioId), isOneOf(loanAccounts.loanNo, loanNos)))
    .orderBy(asc(loanAccounts.loanNo), asc(loanAccounts.sequence))
}

/** Permissions given for these accounts, over all loans and customers; the ended ones too. */
export async function listAuthorizationsOn(
  executor: Executor,
  portfolioId: number,
  accountKeys: readonly string[],
  loanNos: readonly string[],
): Promise<DebitAuthorization[]> {
  return await executor
    .select()
    .from(debitAuthorizations)
    .where(
      and(
        eq(debitAuthorizations.portfolioId, portfolioId),
        sql`(${isOneOf(debitAuthorizations.loanNo, loanNos)} or (${debitAuthorizations.kind} = 'renewed'
          and ${isOneOf(debitAuthorizations.accountKey, accountKeys)}))`,
      ),
    )
    .orderBy(asc(debitAuthorizations.grantedAt), asc(debitAuthorizations.authorizationNo))
}

/** A debit that reached the bank, with the instant at which it went on its batch. */
export type SentDebit = MoneyTransaction & { readonly sentAt: Date }

/**
 * Debits from these accounts that reached the bank, over all loans. The instant is looked up for each of them, not
 * joined: while a batch writes, the statistics know nothing of its rows, and a join would read all that it has written.
 */
export async function listSentDebits(
  executor: Executor,
  portfolioId: number,
  accountKeys: readonly string[],
): Promise<SentDebit[]> {
  if (accountKeys.length === 0) return []
  const sentAt = executor
    .select({ at: transactionHistory.at })
    .from(transactionHistory)
    .where(
      and(
        eq(transactionHistory.portfolioId, transactions.portfolioId),
        eq(transactionHistory.customerKey, transactions.customerKey),
        eq(transactionHistory.transactionNo, transactions.transactionNo),
        eq(transactionHistory.toStatus, TransactionStatus.onBatch),
      ),
    )
    .orderBy(asc(transactionHistory.sequence))
    .limit(1)
  const rows = await executor
    .select({
      transaction: transactions,
      sentAt: sql<Date | null>`(${sentAt})`.mapWith(transactionHistory.at),
    })
    .from(transactions)
    .where(
      and(
        eq(transactions.portfolioId, portfolioId),
        isOneOf(transactions.accountKey, accountKeys),
        eq(transactions.type, DEBIT),
        ne(transactions.purpose, REVERSAL),
        isNotNull(transactions.traceNumber),
      ),
    )
  return rows.flatMap(({ transaction, sentAt: at }) => (at === null ? [] : { ...transaction, sentAt: at }))
}

/** A notice of a debit by its key, and when it left, or may leave where it waits for the morning or a mail server. */
export interface NoticeInstant {
  readonly loanNo: string
  readonly dedupKey: string
  readonly at: Date
}

/** Notices of debits of these loans since an instant, in their order; those that failed for good are missing. */
export async function listDebitNotices(
  executor: Executor,
  portfolioId: number,
  { loanNos, since }: { readonly loanNos: readonly string[]; readonly since: Date },
): Promise<readonly NoticeInstant[]> {
  if (loanNos.length === 0) return []
  const rows = await executor
    .select({
      loanNo: outbox.loanNo,
      dedupKey: outbox.dedupKey,
      sentAt: outbox.sentAt,
      nextAttemptAt: outbox.nextAttemptAt,
    })
    .from(outbox)
    .where(
      and(
        eq(outbox.portfolioId, portfolioId),
        isOneOf(outbox.loanNo, loanNos),
        gte(outbox.createdAt, since),
        like(outbox.dedupKey, 'debitNotice/%'),
        isNull(outbox.failedAt),
      ),
    )
    .orderBy(asc(outbox.createdAt), asc(outbox.noticeId))
  return rows.flatMap(({ loanNo, dedupKey, sentAt, nextAttemptAt }) =>
    loanNo === null ? [] : [{ loanNo, dedupKey, at: sentAt ?? nextAttemptAt }],
  )
}

/** Who moves what no person did: leaving collecting by the past-due round deals with no return. */
const SYSTEM = 'system'

/** The last instant at which a person put each loan back to processing, where one did. */
export async function listLiftedAt(
  executor: Executor,
  portfolioId: number,
  loanNos: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (loanNos.length === 0) return new Map()
  const { rows } = await executor.execute<{ loan_no: string; at: Date }>(sql`
    select loan_no, max(at) as at from loan_history
      where portfolio_id = ${portfolioId} and loan_no = any(${sql.param([...loanNos])}::text[])
        and from_status in ${codeList(OFF_SCHEDULE_STATUSES)} and to_status = ${LoanStatus.processing}
        and not (from_status = ${LoanStatus.collecting} and actor = ${SYSTEM}) group by loan_no`)
  return new Map(rows.map(({ loan_no: loanNo, at }) => [loanNo, new Date(at)]))
}
