import { TransactionMode, TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { sql } from 'drizzle-orm'
import { type BatchWork, FUNDED, open, somePlan } from './batch-work.ts'

/** What the measuring process hands to this one. */
export type PaymentDetailWork = BatchWork & {
  readonly loanNo: string
  readonly installments: number
  /** Transactions of each payment that was made: all but the last came back. */
  readonly attempts: number
  /** Further loans of the same borrower with the same history, by number; none unless said. */
  readonly others?: readonly string[]
}

/** What tells a copy's rows from those that they were copied from: `loan_no` and the keys, by `n`. */
const OWN_KEYS: Readonly<Record<string, string>> = {
  loans: `'application_no', 'N' || n, 'plan_no', 'LONG' || n`,
  payment_plans: `'plan_no', 'LONG' || n`,
  installments: `'plan_no', 'LONG' || n`,
  transactions: `'transaction_no', n || row.transaction_no, 'instruction_key', n || row.instruction_key, 'trace_number', null`,
  guard_decisions: `'decision_no', n || row.decision_no, 'transaction_no', n || row.transaction_no`,
  loan_accounts: `'sequence', row.sequence`,
  debit_authorizations: `'authorization_no', 'LONG' || n`,
}

/** Weeks since the first payment, so that most of the schedule is over. */
const WEEKS_AGO = 40

/**
 * Makes a borrower's fresh application into a loan of long standing: weekly payments, forty of them taken after some
 * that came back, each with the result of the eligibility check. Rows only: nothing of it is booked. Answers the borrower's number.
 */
export async function seedLongLoan(work: PaymentDetailWork): Promise<string> {
  const parts = await open(work, FUNDED)
  const { plan, disclosure } = somePlan(parts)
  const { db } = parts.database
  const { loanNo, installments, attempts, others = [] } = work
  const loan = sql`from loans l where l.loan_no = ${loanNo}`
  const start = sql`(current_date - ${WEEKS_AGO * 7 + 3}::integer)`
  await db.execute(sql`update loans set status = ${LoanStatus.processing}, sub_status = null, approved_amount = 325000, plan_no = 'LONG',
    disbursement_date = ${start}, effective_date = ${start}, signed_at = now() where loan_no = ${loanNo}`)
  await db.execute(sql`insert into payment_plans (portfolio_id, customer_key, plan_no, loan_no, amount, frequency,
      installment_count, installment_amount, first_date, last_date, amount_financed, finance_charge,
      total_of_payments, apr, disclosure, terms_digest, created_at)
    select l.portfolio_id, l.customer_key, 'LONG', l.loan_no, 325000, ${plan.choice.frequency}::integer, ${installments}::integer, 17000,
      ${start} + 7, ${start} + 7 * ${installments}::integer, 325000, 720000, 1020000, ${plan.disclosure.apr}::text,
      ${JSON.stringify(disclosure)}::jsonb, repeat('a', 64), now() ${loan}`)
  await db.execute(sql`insert into installments (portfolio_id, customer_key, plan_no, number, loan_no, due_date, principal, interest,
      fee, amount, balance_after, status, flags)
    select l.portfolio_id, l.customer_key, 'LONG', n, l.loan_no, ${start} + 7 * n, 5000, 12000, 0, 17000, 325000 - 5000 * n, 0, 0
    from loans l, generate_series(1, ${installments}::integer) n where l.loan_no = ${loanNo}`)
  await db.execute(sql`insert into transactions (portfolio_id, customer_key, transaction_no, loan_no, open_id, type, mode, amount,
      effective_date, status, instruction_key, installment_number, purpose, attempt, trace_number, return_code,
      settled_on, returned_on, created_at, updated_at)
    select l.portfolio_id, l.customer_key, 'L' || (n * 10 + a), l.loan_no, l.open_id, ${TransactionType.debit}::integer, ${TransactionMode.ach}::integer, 17000, ${start} + 7 * n,
      case when a = ${attempts}::integer then ${TransactionStatus.checked}::integer else ${TransactionStatus.rejected}::integer end, 'long/' || n || '/' || a, n,
      case when a = 1 then 'installment' else 'representment' end, a, lpad((n * 10 + a)::text, 15, '0'),
      case when a = ${attempts}::integer then null else 'R01' end, ${start} + 7 * n,
      case when a = ${attempts}::integer then null else ${start} + 7 * n + 1 end,
      (${start} + 7 * n + a)::timestamptz + n * interval '97 s', now()
    from loans l, generate_series(1, ${WEEKS_AGO}::integer) n, generate_series(1, ${attempts}::integer) a
    where l.loan_no = ${loanNo}`)
  await db.execute(sql`insert into guard_decisions (portfolio_id, customer_key, decision_no, loan_no, transaction_no, asked, allowed,
      rule, words, facts, at)
    select portfolio_id, customer_key, 'G' || transaction_no, loan_no, transaction_no, 'batch', true, 'allRulesHold', '', '{}',
      created_at
    from transactions where loan_no = ${loanNo}`)
  await db.execute(sql`insert into loan_accounts (portfolio_id, customer_key, loan_no, sequence, open_id, routing_number,
      account_type, account_tail, account_number, holder_name, account_key, source, created_at)
    select l.portfolio_id, l.customer_key, l.loan_no, 1, l.open_id, '123456780', 'checking', '2333', '', '', repeat('b', 64),
      'application', now() ${loan}`)
  await db.execute(sql`insert into debit_authorizations (portfolio_id, customer_key, authorization_no, loan_no, open_id, kind,
      account_key, granted_at)
    select l.portfolio_id, l.customer_key, 'LONG', l.loan_no, l.open_id, 'agreement', repeat('b', 64), now() ${loan}`)
  for (const [table, keys] of Object.entries(OWN_KEYS))
    await parts.database.executeSql(
      `insert into ${table} select copied.* from ${table} row, unnest($2::text[]) with ordinality other(loan_no, n),
        jsonb_populate_record(null::${table}, to_jsonb(row) || jsonb_build_object('loan_no', other.loan_no, ${keys})) copied
        where row.loan_no = $1`,
      [loanNo, [...others]],
    )
  await parts.database.executeSql('vacuum analyze')
  const { rows } = await parts.database.executeSql('select open_id from loans where loan_no = $1', [loanNo])
  await parts.database.close()
  return String(rows[0]?.open_id)
}
