import {
  LoanStatus,
  OFF_SCHEDULE_STATUSES,
  OUTSTANDING_STATUSES,
  RUNNING_STATUSES,
  SuspendedSubStatus,
} from '@dolphin/domain/loans/codes'
import {
  InstallmentFlag,
  PRESENTED_STATUSES,
  SENT_STATUSES,
  TransactionMode,
  TransactionStatus,
  TransactionType,
} from '@dolphin/domain/payments/codes'
import { type LocalDate, formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { and, asc, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { type Loan, lockKeyedLoan } from '../loans/loan-repository.ts'
import { codeList, isOneOf } from '../driver/one-of.ts'
import type { LoanRange } from './loan-pages.ts'
import type { StoredInstallment } from '../plans/plan-repository.ts'
import { installments, paymentPlans } from '../schema/payment.ts'
import { loans } from '../schema/loan.ts'
import type { MoneyTransaction } from './transaction-repository.ts'

/** A loan with so much to send or to take. */
export interface DueLoan {
  readonly loanNo: string
  readonly items: number
  /** Of them, money to the customer. */
  readonly credits: number
}

/** Agreed payments after one day, up to and with another. */
export interface DueWindow {
  readonly after: LocalDate
  readonly upTo: LocalDate
}

/** PaymentMode.ach and TransactionMode.ach: what goes by file. */
const ACH = TransactionMode.ach
/** As isScheduleCollected: running, or on active duty; what bankruptcy stops the eligibility check says. */
const COLLECTED = sql`(l.status in ${codeList(RUNNING_STATUSES)} or (l.status = ${LoanStatus.suspended} and l.sub_status = ${SuspendedSubStatus.activeDuty}))`
/** Collection may reach them. */
const BEHIND = codeList([LoanStatus.processing, ...OFF_SCHEDULE_STATUSES])
const SENT = codeList(SENT_STATUSES)
const SENT_OR_CHECKED = codeList(PRESENTED_STATUSES)
const UNSENT = codeList([TransactionStatus.none, TransactionStatus.pending])
/** Deleted or canceled installments are agreed no more. */
const GONE = InstallmentFlag.deleted | InstallmentFlag.cancelled

/** Compares a column with a range of loans. */
const isWithin = (loanNo: SQL, { after, upTo }: LoanRange): SQL =>
  sql`${loanNo} > ${after} and ${loanNo} <= ${upTo}`

/** Live agreed payments of the plan that holds, of loans that pay by ACH, which no transaction was made for. */
const unsentInstallments = (portfolioId: number, { after, upTo }: DueWindow, range: LoanRange): SQL => sql`
  from installments i
  join payment_plans p on p.portfolio_id = i.portfolio_id and p.customer_key = i.customer_key and p.plan_no = i.plan_no
    and p.superseded_at is null and (p.disclosure ->> 'paymentMode')::integer = ${ACH}
  join loans l on l.portfolio_id = i.portfolio_id and l.customer_key = i.customer_key and l.loan_no = i.loan_no and ${COLLECTED}
  where i.portfolio_id = ${portfolioId} and ${isWithin(sql`i.loan_no`, range)}
    and i.due_date > ${formatLocalDate(after)} and i.due_date <= ${formatLocalDate(upTo)}
    and (i.flags & ${GONE}) = 0
    and not exists (select from transactions t where t.portfolio_id = i.portfolio_id and t.customer_key = i.customer_key
      and t.instruction_key = 'installment/' || i.loan_no || '/' || i.number)`

const OUTSTANDING = codeList(OUTSTANDING_STATUSES)

/** Accounts in use whose bank is to be asked by a prenote whether they can be used. */
const accountsToPrenote = (portfolioId: number, range: LoanRange): SQL => sql`
  from loan_accounts a
  join loans l on l.portfolio_id = a.portfolio_id and l.customer_key = a.customer_key and l.loan_no = a.loan_no and l.status in ${OUTSTANDING}
  where a.portfolio_id = ${portfolioId} and ${isWithin(sql`a.loan_no`, range)}
    and a.ended_at is null and a.validated_by is null and a.prenote_trace is null`

/**
 * Loans of a range with something due for a file: planned ACH transactions that take effect by the window's end, agreed
 * payments within it that no transaction was made for, and accounts to be validated by a prenote. In order of their
 * numbers.
 */
export async function listDueLoans(
  executor: Executor,
  portfolioId: number,
  window: DueWindow,
  range: LoanRange,
): Promise<DueLoan[]> {
  const { rows } = await executor.execute<{ loan_no: string; items: number; credits: number }>(sql`
    select loan_no, sum(items)::integer as items, sum(credits)::integer as credits from (
      select loan_no, count(*) as items, count(*) filter (where type <> ${TransactionType.debit}) as credits from transactions
        where portfolio_id = ${portfolioId} and ${isWithin(sql`loan_no`, range)} and status = ${TransactionStatus.none} and mode = ${ACH}
          and effective_date <= ${formatLocalDate(window.upTo)} group by loan_no
      union all
      select i.loan_no, count(*) as items, 0 as credits ${unsentInstallments(portfolioId, window, range)}
        group by i.loan_no
      union all
      select a.loan_no, 1 as items, 0 as credits ${accountsToPrenote(portfolioId, range)}
    ) due group by loan_no order by loan_no`)
  return rows.map(({ loan_no: loanNo, items, credits }) => ({ loanNo, items, credits }))
}

/** Loans of a range with an ACH disbursement planned for a day, in order of their numbers. */
export async function listLoansToCredit(
  executor: Executor,
  portfolioId: number,
  day: LocalDate,
  range: LoanRange,
): Promise<DueLoan[]> {
  const { rows } = await executor.execute<{ loan_no: string; credits: number }>(sql`
    select loan_no, count(*)::integer as credits from transactions
      where portfolio_id = ${portfolioId} and ${isWithin(sql`loan_no`, range)} and status = ${TransactionStatus.none} and mode = ${ACH}
        and type = ${TransactionType.credit} and effective_date = ${formatLocalDate(day)} group by loan_no order by loan_no`)
  return rows.map(({ loan_no: loanNo, credits }) => ({ loanNo, items: credits, credits }))
}

/** Locks loans in order of their numbers, so that no two runs wait for each other, and answers them in it. */
export async function lockLoans(
  executor: Executor,
  portfolioId: number,
  loanNos: readonly string[],
): Promise<Loan[]> {
  const found = await executor
    .select({ portfolioId: loans.portfolioId, customerKey: loans.customerKey, loanNo: loans.loanNo })
    .from(loans)
    .where(and(eq(loans.portfolioId, portfolioId), isOneOf(loans.loanNo, loanNos)))
    .orderBy(asc(loans.loanNo))
  const locked: Loan[] = []
  for (const key of found) locked.push(...(await lockKeyedLoan(executor, key)))
  return locked
}

/**
 * Agreed payments of these loans' plans that hold: those due within the window without a transaction, and those that a
 * planned transaction is for. By loan and day.
 */
export async function listDueInstallments(
  executor: Executor,
  portfolioId: number,
  loanNos: readonly string[],
  { after, upTo }: DueWindow,
): Promise<StoredInstallment[]> {
  const rows = await executor
    .select({ installment: installments })
    .from(installments)
    .innerJoin(
      paymentPlans,
      and(
        eq(paymentPlans.portfolioId, installments.portfolioId),
        eq(paymentPlans.customerKey, installments.customerKey),
        eq(paymentPlans.planNo, installments.planNo),
        isNull(paymentPlans.supersededAt),
      ),
    )
    .where(
      and(
        eq(installments.portfolioId, portfolioId),
        isOneOf(installments.loanNo, loanNos),
        sql`(${installments.flags} & ${GONE}) = 0`,
        sql`((${installments.dueDate} > ${formatLocalDate(after)} and ${installments.dueDate} <= ${formatLocalDate(upTo)})
          or exists (select from transactions t where t.portfolio_id = ${installments.portfolioId}
            and t.customer_key = ${installments.customerKey}
            and t.loan_no = ${installments.loanNo} and t.installment_number = ${installments.number}
            and t.status = ${TransactionStatus.none}))`,
      ),
    )
    .orderBy(asc(installments.loanNo), asc(installments.dueDate), asc(installments.number))
  return rows.map(({ installment }) => installment)
}

/**
 * Loans of a range that collection may reach with an agreed payment in the window that has no transaction sent
 * or received, or that is the last one of its plan. The caller calculates what is past due.
 */
export async function listLoansBehind(
  executor: Executor,
  portfolioId: number,
  { after, upTo }: DueWindow,
  range: LoanRange,
): Promise<string[]> {
  const { rows } = await executor.execute<{ loan_no: string }>(sql`
    select distinct i.loan_no from installments i
      join payment_plans p on p.portfolio_id = i.portfolio_id and p.customer_key = i.customer_key and p.plan_no = i.plan_no
        and p.superseded_at is null
      join loans l on l.portfolio_id = i.portfolio_id and l.customer_key = i.customer_key and l.loan_no = i.loan_no and l.status in ${BEHIND}
      where i.portfolio_id = ${portfolioId} and ${isWithin(sql`i.loan_no`, range)}
        and i.due_date > ${formatLocalDate(after)} and i.due_date <= ${formatLocalDate(upTo)}
        and (i.flags & ${GONE}) = 0
        and (not exists (select from transactions t where t.portfolio_id = i.portfolio_id and t.customer_key = i.customer_key
            and t.loan_no = i.loan_no and t.installment_number = i.number and t.status in ${SENT_OR_CHECKED}
            and not exists (select from transactions r where r.portfolio_id = t.portfolio_id
              and r.customer_key = t.customer_key and r.loan_no = t.loan_no
              and r.original_transaction_no = t.transaction_no and r.reversal_reason <> 'duplicate'
              and r.status in ${SENT}))
          or not exists (select from installments later where later.portfolio_id = i.portfolio_id
            and later.customer_key = i.customer_key
            and later.plan_no = i.plan_no and later.due_date > i.due_date and (later.flags & ${GONE}) = 0))
      order by i.loan_no`)
  return rows.map(({ loan_no: loanNo }) => loanNo)
}

/** Loans that are collected, however far behind they are, by number. */
export async function listCollectingLoans(
  executor: Executor,
  portfolioId: number,
  { after, upTo }: LoanRange,
): Promise<string[]> {
  const rows = await executor
    .select({ loanNo: loans.loanNo })
    .from(loans)
    .where(
      and(
        eq(loans.portfolioId, portfolioId),
        eq(loans.status, LoanStatus.collecting),
        gt(loans.loanNo, after),
        lte(loans.loanNo, upTo),
      ),
    )
    .orderBy(asc(loans.loanNo))
  return rows.map(({ loanNo }) => loanNo)
}

/** What the settlement looks for; days included. */
export interface SettlementDays {
  /** On a batch and effective by it: settled, unless its file was a same-day one. */
  readonly settledBy: LocalDate
  /** Of same-day files, effective by it: settled. */
  readonly sameDaySettledBy: LocalDate
  /** Settled and effective by it: not returned in time. */
  readonly quietBy: LocalDate
  /** Debits never sent, effective by it: past due. */
  readonly pastDueBy: LocalDate
}

/** Whether a file that was generated on the very day of effect carries the transaction t. */
const ofSameDayFile = sql`exists (select from ach_entries e
  join ach_files f on f.portfolio_id = e.portfolio_id and f.file_no = e.file_no
  where e.portfolio_id = t.portfolio_id and e.customer_key = t.customer_key and e.transaction_no = t.transaction_no
    and f.business_date = e.effective_date)`

/** Whether a transaction has settled: by its day, or in a same-day file by the time of its window. */
export async function hasSettled(
  executor: Executor,
  {
    portfolioId,
    transactionNo,
    effectiveDate,
  }: Pick<MoneyTransaction, 'portfolioId' | 'transactionNo' | 'effectiveDate'>,
  { settledBy, sameDaySettledBy }: Pick<SettlementDays, 'settledBy' | 'sameDaySettledBy'>,
): Promise<boolean> {
  if (effectiveDate > settledBy) return false
  if (effectiveDate <= sameDaySettledBy) return true
  return !(await isOfSameDayFile(executor, { portfolioId, transactionNo }))
}

/** Whether a transaction went with a same-day file. */
export async function isOfSameDayFile(
  executor: Executor,
  { portfolioId, transactionNo }: Pick<MoneyTransaction, 'portfolioId' | 'transactionNo'>,
): Promise<boolean> {
  const { rows } = await executor.execute(sql`select 1 from transactions t
    where t.portfolio_id = ${portfolioId} and t.transaction_no = ${transactionNo} and ${ofSameDayFile}`)
  return rows.length > 0
}

/** Loans of a range of which a transaction or the status is due to move by the passing of days, by number. */
export async function listLoansToSettle(
  executor: Executor,
  portfolioId: number,
  { settledBy, sameDaySettledBy, quietBy, pastDueBy }: SettlementDays,
  range: LoanRange,
): Promise<string[]> {
  const { rows } = await executor.execute<{ loan_no: string }>(sql`
    select distinct loan_no from (
      select loan_no from transactions t where portfolio_id = ${portfolioId} and ${isWithin(sql`loan_no`, range)}
        and ((status = ${TransactionStatus.onBatch} and effective_date <= ${formatLocalDate(settledBy)}
            and (effective_date <= ${formatLocalDate(sameDaySettledBy)} or not ${ofSameDayFile}))
          or (status = ${TransactionStatus.notChecked} and effective_date <= ${formatLocalDate(quietBy)})
          or (status in ${UNSENT} and type = ${TransactionType.debit} and effective_date <= ${formatLocalDate(pastDueBy)}))
      union all
      select l.loan_no from loans l
        where l.portfolio_id = ${portfolioId} and ${isWithin(sql`l.loan_no`, range)} and l.status = ${LoanStatus.disbursed}
          and exists (select from installments i join payment_plans p
            on p.portfolio_id = i.portfolio_id and p.customer_key = i.customer_key and p.plan_no = i.plan_no
              and p.superseded_at is null
            where i.portfolio_id = l.portfolio_id and i.customer_key = l.customer_key and i.loan_no = l.loan_no
              and i.due_date <= ${formatLocalDate(settledBy)} and (i.flags & ${GONE}) = 0)
    ) due order by loan_no`)
  return rows.map(({ loan_no: loanNo }) => loanNo)
}
