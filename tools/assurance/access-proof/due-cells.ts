import { TransactionType, TransactionStatus, TransactionMode } from '@dolphin/domain/payments/codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { listPromisedBorrowers } from '@dolphin/database/channel/promised-day-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { addDays, formatLocalDate } from '@dolphin/domain/calendar/local-date'
import * as due from '@dolphin/database/payments/due-money-repository'
import { dayOf, UNVALIDATED } from './more-rows.ts'
import type { Ask } from './people-cells.ts'

const first = dayOf('2026-01-01')
const last = dayOf('2027-01-01')
const window = { after: first, upTo: last } as const
const days = { settledBy: last, sameDaySettledBy: last, quietBy: last, pastDueBy: last } as const
const everyLoan = { after: '', upTo: 'Z' } as const

/** That one day and no other. */
const dayAlone = (text: string) => ({ after: addDays(dayOf(text), -1), upTo: dayOf(text) })

async function behind(db: Executor, portfolioId: number, before: string): Promise<unknown> {
  await db.execute(`update loans set status = ${LoanStatus.processing}`)
  if (before !== '') await db.execute(before)
  return await due.listLoansBehind(db, portfolioId, window, everyLoan)
}

async function toSettle(db: Executor, before: string): Promise<unknown> {
  await db.execute(`update transactions set status = ${TransactionStatus.checked}`)
  await db.execute(`update loans set status = ${LoanStatus.disbursed}`)
  await db.execute(before)
  return await due.listLoansToSettle(db, 118, days, everyLoan)
}

async function toCredit(db: Executor, portfolioId: number): Promise<unknown> {
  await db.execute(
    `update transactions set status = ${TransactionStatus.none}, type = ${TransactionType.credit}, mode = ${TransactionMode.ach}, effective_date = '${formatLocalDate(last)}'`,
  )
  return await due.listLoansToCredit(db, portfolioId, last, everyLoan)
}

/** Of the first entry on file; `files`: which files were cut on the day of effect. */
async function ofSameDayFile(db: Executor, portfolioId: number, files: string): Promise<unknown> {
  await db.execute("update ach_files set business_date = '2026-01-02'")
  await db.execute("update ach_entries set effective_date = '2026-03-03'")
  await db.execute(`update ach_files set business_date = '2026-03-03' ${files}`)
  const { rows } = await db.execute<{ no: string }>(
    'select transaction_no as no from ach_entries where portfolio_id = 118 order by transaction_no limit 1',
  )
  return await due.isOfSameDayFile(db, { portfolioId, transactionNo: rows[0]?.no ?? '' })
}

async function promised(db: Executor, portfolioId: number, before: string): Promise<unknown> {
  await db.execute(`update loans set status = ${LoanStatus.originating}`)
  await db.execute(
    "update sessions set ended_at = null, created_at = '2026-01-01', expires_at = '2027-01-01'",
  )
  await db.execute('update tickets set ticket = 3003')
  if (before !== '') await db.execute(before)
  const cutOffAt = new Date('2026-01-02T18:00:00Z')
  return await listPromisedBorrowers(db, portfolioId, { cutOffAt, isApprovedByPerson: false })
}

/** What falls due, as the rounds over all loans ask for it, and whom its day was promised. */
export const DUE_CELLS: Readonly<Record<string, Ask>> = {
  listDueLoans: ({ db }) => due.listDueLoans(db, 118, window, everyLoan),
  lockLoans: ({ db, loan }) => due.lockLoans(db, 118, [loan.loanNo]),
  listDueInstallments: ({ db, loan }) => due.listDueInstallments(db, 118, [loan.loanNo], window),
  listDueInstallmentsOfNoWindow: ({ db, loan }) =>
    due.listDueInstallments(db, 118, [loan.loanNo], { after: first, upTo: first }),
  async listDueLoansOfOneDay({ db, thirdDay }) {
    await db.execute(`update transactions set status = ${TransactionStatus.checked}`)
    return await due.listDueLoans(db, 118, dayAlone(thirdDay), everyLoan)
  },
  listLoansBehindElsewhere: ({ db }) => behind(db, 999, ''),
  listLoansBehindUnderOldPlan: ({ db }) =>
    behind(db, 118, "update payment_plans set superseded_at = '2026-03-03' where portfolio_id = 118"),
  listLoansBehindOnceOver: ({ db }) =>
    behind(db, 118, `update loans set status = ${LoanStatus.terminated} where portfolio_id = 118`),
  async listCollectingLoansElsewhere({ db }) {
    await db.execute(`update loans set status = ${LoanStatus.collecting}`)
    return await due.listCollectingLoans(db, 999, everyLoan)
  },
  async listLoansBehindOfOneDay({ db, thirdDay }) {
    await db.execute(`update loans set status = ${LoanStatus.processing}`)
    return await due.listLoansBehind(db, 118, dayAlone(thirdDay), everyLoan)
  },
  async listLoansBehindAfterTheLastPayment({ db, thirdDay }) {
    await db.execute(`update loans set status = ${LoanStatus.processing}`)
    await db.execute(`update transactions set status = ${TransactionStatus.checked}, installment_number = 3`)
    await db.execute(
      `update installments set flags = 1 where portfolio_id = 118 and due_date > '${thirdDay}'`,
    )
    return await due.listLoansBehind(db, 118, dayAlone(thirdDay), everyLoan)
  },
  async listLoansBehindReversedElsewhere({ db, thirdDay }) {
    await db.execute(`update loans set status = ${LoanStatus.processing}`)
    await db.execute(`update transactions set status = ${TransactionStatus.checked},
      installment_number = case transaction_no when '900001' then 3 else 1 end`)
    await db.execute(`insert into transactions select (jsonb_populate_record(t, jsonb_build_object(
      'transaction_no', '900004', 'instruction_key', 'a reversal', 'installment_number', null,
      'status', ${TransactionStatus.checked},
      'original_transaction_no', '900001', 'reversal_reason', 'wrongAmount', 'error_found_at', '2026-03-05'))).*
      from transactions t where t.portfolio_id = 110 and t.transaction_no = '900001'`)
    return await due.listLoansBehind(db, 118, dayAlone(thirdDay), everyLoan)
  },
  listLoansToCredit: ({ db }) => toCredit(db, 118),
  listLoansToCreditElsewhere: ({ db }) => toCredit(db, 999),
  isOfSameDayFile: ({ db }) => ofSameDayFile(db, 118, ''),
  isOfSameDayFileElsewhere: ({ db }) => ofSameDayFile(db, 999, ''),
  isOfSameDayFileOfTwins: ({ db }) => ofSameDayFile(db, 118, 'where portfolio_id <> 118'),
  listPromisedBorrowers: ({ db }) => promised(db, 118, ''),
  listPromisedBorrowersElsewhere: ({ db }) => promised(db, 999, ''),
  listPromisedBorrowersOfOtherAmounts: ({ db }) =>
    promised(db, 118, 'update loans set approved_amount = 999900 where portfolio_id <> 118'),
  listPromisedBorrowersSignedOut: ({ db }) =>
    promised(db, 118, "update sessions set ended_at = '2026-03-03' where portfolio_id = 118"),
  listPromisedBorrowersOneSignedOut: ({ db, borrower }) =>
    promised(db, 118, `update sessions set ended_at = '2026-03-03' where open_id = '${borrower.openId}'`),
  listPromisedBorrowersToldElsewhere: ({ db }) =>
    promised(db, 118, 'update tickets set ticket = 3002 where portfolio_id <> 118'),
  listPromisedBorrowersOneTold: ({ db, borrower }) =>
    promised(db, 118, `update tickets set ticket = 3002 where open_id <> '${borrower.openId}'`),
  listLoansToSettle: ({ db }) => due.listLoansToSettle(db, 118, days, everyLoan),
  listLoansToSettleElsewhere: ({ db }) => due.listLoansToSettle(db, 999, days, everyLoan),
  listLoansToSettleUnderOldPlan: ({ db }) =>
    toSettle(db, "update payment_plans set superseded_at = '2026-03-03' where portfolio_id = 118"),
  listLoansToSettleWithoutSchedule: ({ db }) =>
    toSettle(db, 'update installments set flags = 1 where portfolio_id = 118'),
  async listDueLoansToPrenote({ db }) {
    await db.execute(UNVALIDATED)
    await db.execute(`update transactions set status = ${TransactionStatus.checked}`)
    await db.execute(`update loans set status = ${LoanStatus.processing}`)
    return await due.listDueLoans(db, 118, { after: first, upTo: first }, everyLoan)
  },
}
