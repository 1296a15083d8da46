import { TransactionType, TransactionStatus } from '@dolphin/domain/payments/codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { listAccountEntries, voidAccountEntry } from '@dolphin/database/servicing/account-entry-repository'
import { listAchFiles, markAchFileSent } from '@dolphin/database/payments/ach-file-repository'
import {
  findInboxFile,
  listInboxEntries,
  listInboxEntriesAbout,
} from '@dolphin/database/payments/ach-inbox-repository'
import * as facts from '@dolphin/database/payments/debit-facts-repository'
import { sendPlannedTransactions } from '@dolphin/database/payments/debit-write-repository'
import * as dishonors from '@dolphin/database/payments/dishonored-return-repository'
import { findRangeEnd } from '@dolphin/database/payments/loan-pages'
import * as records from '@dolphin/database/examiner/export-repository'
import { listEligibilityDecisions } from '@dolphin/database/payments/eligibility-decision-repository'
import { listLoansWithLedger } from '@dolphin/database/payments/ledger-repository'
import { findLoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import * as prenotes from '@dolphin/database/servicing/prenote-repository'
import {
  applyDueChanges,
  findOwnChange,
  listChangesToSign,
  listExpiredChanges,
  listLoanChanges,
  moveLoanChange,
  setPlanBefore,
  signLoanChange,
} from '@dolphin/database/servicing/loan-change-repository'
import { findDebitStanding } from '@dolphin/database/loans/debit-standing-columns'
import { findLoanPage } from '@dolphin/database/loans/loan-page-repository'
import { findLoan, listOwnLoans, listWaitingLoans, moveLoan } from '@dolphin/database/loans/loan-repository'
import { findLoanSummary } from '@dolphin/database/loans/loan-summary-repository'
import {
  confirmManualPosting,
  findManualPosting,
  listManualPostings,
  lockManualPosting,
} from '@dolphin/database/servicing/manual-posting-repository'
import { listApprovals } from '@dolphin/database/approvals/approval-repository'
import { listPaidOffLoans, listWrittenOffLoans } from '@dolphin/database/servicing/paid-off-loan-repository'
import { findCurrentPlan, findPlan, supersedePlan } from '@dolphin/database/plans/plan-repository'
import { listReturnsToRepair } from '@dolphin/database/loans/repair-repository'
import { countReturnedDebits, countSentDebits } from '@dolphin/database/payments/return-rate-repository'
import * as transactions from '@dolphin/database/payments/transaction-repository'
import { ACCOUNT_KEY, dayOf, DISHONOR, INBOX_HASH, INBOX_TRACE, UNVALIDATED } from './more-rows.ts'
import type { Ask } from './people-cells.ts'
import { DELIVERY_CELLS } from './delivery-cells.ts'
import { DUE_CELLS } from './due-cells.ts'
import { FIND_CELLS } from './find-cells.ts'
import { PRIVACY_CELLS } from './privacy-cells.ts'
import { RECORD_CELLS } from './record-cells.ts'
import { WORK_ITEM_CELLS } from './work-item-cells.ts'

const first = dayOf('2026-01-01')
const last = dayOf('2027-01-01')
const period = {
  from: first,
  to: last,
  since: new Date('2026-01-01'),
  until: new Date('2027-01-01'),
} as const
const posting = { portfolioId: 118, postingNo: 'H900001' } as const
/** An employee of other approvals than their own, who enters and confirms postings there. */
const seeing = (scope: 'all' | readonly number[]) => ({
  by: 'employee:cy-example',
  scopes: [{ permission: 'posting.enter', scope } as const],
})
const range = { from: first, to: last } as const

const EVERY_SUB_STATUS = ({ subStatus }: { readonly subStatus: string }) =>
  [subStatus, 'customerReview', 'agentReview', 'agreement'] as never

/** As a file carries it; its twin at the other portfolio has the same number. */
const sentBackIn = (fileNo: string): string =>
  `update dishonored_returns set state = 'sent', trace_number = '${INBOX_TRACE}', file_no = '${fileNo}'
    where dishonor_no = '${DISHONOR.dishonorNo}'`

/** The first debit's twin at the other portfolio went on a batch, before any other did. */
const SENT_ELSEWHERE = `insert into transaction_history
  (portfolio_id, customer_key, transaction_no, loan_no, sequence, to_status, cause, actor, at)
  select 110, customer_key, transaction_no, loan_no, 1, ${TransactionStatus.onBatch}, 'a batch', 'system', '2026-01-01'
    from transactions where portfolio_id = 118 and transaction_no = '900001'`

/** Repositories of money, asked as jobs, batch and operations ask them. */
export const MONEY_CELLS: Readonly<Record<string, Ask>> = {
  ...DELIVERY_CELLS,
  ...WORK_ITEM_CELLS,
  ...FIND_CELLS,
  ...PRIVACY_CELLS,
  ...RECORD_CELLS,
  ...DUE_CELLS,
  listAccountEntries: ({ db, loan }) => listAccountEntries(db, loan),
  voidAccountEntry: ({ db, loan, now }) => voidAccountEntry(db, loan, { cause: 'a fee', at: now }),
  listAchFiles: ({ db, now }) => listAchFiles(db, 118, dayOf(now.toISOString().slice(0, 10))),
  listAchFilesOfScene: ({ db }) => listAchFiles(db, 118, dayOf('2026-03-03')),
  async markAchFileSent({ db, fileNo, now }) {
    await db.execute('update ach_files set sent_at = null')
    return await markAchFileSent(db, { portfolioId: 118, fileNo }, now)
  },
  findInboxFileElsewhere: ({ db }) => findInboxFile(db, { portfolioId: 999, sha256: INBOX_HASH }),
  listInboxEntries: ({ db, loan }) => listInboxEntries(db, loan),
  listInboxEntriesAboutElsewhere: ({ db }) =>
    listInboxEntriesAbout(db, { portfolioId: 999, kind: 'return', originalTrace: INBOX_TRACE }),
  insertDishonoredReturn: ({ db, now }) =>
    dishonors.insertDishonoredReturn(db, {
      ...DISHONOR,
      dishonorNo: 'D900008',
      loanNo: null,
      transactionNo: null,
      plannedAt: now,
    }),
  findDishonorOfElsewhere: ({ db }) => dishonors.findDishonorOf(db, { ...DISHONOR, portfolioId: 999 }),
  async lockDishonorByTraceElsewhere({ db, fileNo }) {
    await db.execute(sentBackIn(fileNo))
    return await dishonors.lockDishonorByTrace(db, 999, INBOX_TRACE)
  },
  lockPlannedDishonors: ({ db }) => dishonors.lockPlannedDishonors(db, 118, 50),
  markDishonorSent: ({ db, fileNo }) =>
    dishonors.markDishonorSent(db, DISHONOR, { traceNumber: 'T1', fileNo, effectiveDate: first }),
  endDishonor: ({ db, now }) =>
    dishonors.endDishonor(db, DISHONOR, { from: ['planned'], to: 'dropped', reason: null, at: now }),
  async listSentDishonors({ db, fileNo, now }) {
    await db.execute(sentBackIn(fileNo))
    await db.execute(`update ach_files set sent_at = '${now.toISOString()}'`)
    return await dishonors.listSentDishonors(db, 118)
  },
  listTransactionsOf: ({ db, loan }) => facts.listTransactionsOf(db, 118, [loan.loanNo]),
  listPlannedCreditsOf: ({ db, loan }) => facts.listPlannedCreditsOf(db, 118, [loan.loanNo], last),
  listAccountEntriesOf: ({ db, loan }) => facts.listAccountEntriesOf(db, 118, [loan.loanNo]),
  listCurrentPlansOf: ({ db, loan }) => facts.listCurrentPlansOf(db, 118, [loan.loanNo]),
  listPlansByNo: ({ db, planNo }) => facts.listPlansByNo(db, 118, [planNo]),
  listInstallmentsOfPlans: ({ db, planNo }) => facts.listInstallmentsOfPlans(db, 118, [planNo]),
  listLoanAccountsOf: ({ db, loan }) => facts.listLoanAccountsOf(db, 118, [loan.loanNo]),
  listAuthorizationsOn: ({ db, loan }) => facts.listAuthorizationsOn(db, 118, [ACCOUNT_KEY], [loan.loanNo]),
  listSentDebits: ({ db }) => facts.listSentDebits(db, 118, [ACCOUNT_KEY]),
  async listSentDebitsSentEarlierElsewhere({ db }) {
    await db.execute(SENT_ELSEWHERE)
    return await facts.listSentDebits(db, 118, [ACCOUNT_KEY])
  },
  async findDebitStandingSentElsewhere({ db, loan }) {
    await db.execute(SENT_ELSEWHERE)
    return await findDebitStanding(db, loan)
  },
  async listDebitNoticesElsewhere({ db, loan }) {
    await db.execute("update outbox set failed_at = null, dedup_key = 'debitNotice/' || notice_id")
    return await facts.listDebitNotices(db, 999, { loanNos: [loan.loanNo], since: new Date(0) })
  },
  listLiftedAtElsewhere: ({ db, loan }) => facts.listLiftedAt(db, 999, [loan.loanNo]),
  sendPlannedTransactions: ({ db, loan, borrower, now }) =>
    sendPlannedTransactions(
      db,
      118,
      [
        {
          portfolioId: 118,
          customerKey: borrower.openId,
          transactionNo: '900002',
          loanNo: loan.loanNo,
          amount: 1_500n as never,
          effectiveDate: first,
          accountKey: ACCOUNT_KEY,
          authorizationNo: loan.loanNo,
          traceNumber: '091000010009998',
          steps: [{ to: 4, cause: 'a batch' }],
        },
      ],
      { actor: 'system', at: now },
    ),
  findRangeEnd: ({ db }) => findRangeEnd(db, 118, ''),
  findRangeEndElsewhere: ({ db }) => findRangeEnd(db, 999, ''),
  listLoansWithRecords: ({ db }) => records.listLoansWithRecords(db, 118, period),
  listLoansWithRecordsElsewhere: ({ db }) => records.listLoansWithRecords(db, 999, period),
  listSentEntries: ({ db, loan }) => records.listSentEntries(db, loan),
  listNoticesOfKind: ({ db, noticeKind }) => records.listNoticesOfKind(db, 118, noticeKind, period),
  listDocumentsOfType: ({ db, documentType }) =>
    records.listDocumentsOfType(db, 118, documentType as never, period),
  listPlanNumbers: ({ db, loan }) => records.listPlanNumbers(db, loan),
  listReturnsByDay: ({ db }) => records.listReturnsByDay(db, 118, range),
  listEligibilityDecisions: ({ db, loan }) => listEligibilityDecisions(db, loan),
  listLoansWithLedger: ({ db }) => listLoansWithLedger(db, 999, { after: '', limit: 50 }),
  findLoanAccount: ({ db, loan }) => findLoanAccount(db, loan),
  async listAccountsToPrenote({ db, loan }) {
    await db.execute(UNVALIDATED)
    return await prenotes.listAccountsToPrenote(db, 118, [loan.loanNo])
  },
  async savePrenote({ db, loan, sent: { traceNumber } }) {
    await db.execute(UNVALIDATED)
    const sent = { traceNumber, fileNo: '118-1', effectiveDate: first }
    await prenotes.savePrenote(db, { portfolioId: 118, loanNo: loan.loanNo, ...sent })
  },
  async findPrenotedAccountElsewhere({ db, sent: { traceNumber } }) {
    await db.execute(`update loan_accounts set prenote_trace = '${traceNumber}' where portfolio_id = 118`)
    return await prenotes.findPrenotedAccount(db, 999, traceNumber)
  },
  async savePrenoteReturn({ db, loan: { loanNo }, now }) {
    await db.execute(UNVALIDATED)
    const account = { portfolioId: 118, loanNo, sequence: 1 }
    return await prenotes.savePrenoteReturn(db, account, { code: 'R03', at: now })
  },
  async listReturnedPrenotes({ db, loan }) {
    await db.execute("update loan_accounts set prenote_return_code = 'R03'")
    return await prenotes.listReturnedPrenotes(db, 118, [loan.loanNo])
  },
  findOwnChange: ({ db, borrower }) => findOwnChange(db, borrower, 'C1'),
  findOwnChangeOfAnother: ({ db, owner }) => findOwnChange(db, owner, 'C1'),
  listLoanChanges: ({ db, loan }) => listLoanChanges(db, loan),
  setPlanBefore: ({ db, planNo }) => setPlanBefore(db, { portfolioId: 118, changeNo: 'C1' }, planNo),
  moveLoanChange: ({ db, now }) =>
    moveLoanChange(db, { portfolioId: 118, changeNo: 'C1' }, { from: 'open', to: 'cancelled', at: now }),
  async signLoanChange({ db, loan, now }) {
    await db.execute("update loan_changes set status = 'toSign' where change_no = 'C1'")
    const waiting = (await listLoanChanges(db, loan)).find(({ changeNo }) => changeNo === 'C1')
    return waiting && (await signLoanChange(db, { ...waiting, status: 'open', requestedAt: now }))
  },
  async listChangesToSign({ db }) {
    await db.execute("update loan_changes set status = 'toSign'")
    return await listChangesToSign(db, 118, { after: '', limit: 10 })
  },
  applyDueChanges: ({ db, later }) => applyDueChanges(db, 118, later),
  async listExpiredChanges({ db, later }) {
    await db.execute("update loan_changes set transaction_no = 'T1'")
    return await listExpiredChanges(db, 118, { now: later, limit: 10 })
  },
  async findLoanPage({ db, borrower, loan }) {
    return (await findLoanPage(db, borrower, loan.loanNo, 'all'))?.texts
  },
  async findLoanSummaryWithoutOwner({ db, loan }) {
    return (await findLoanSummary(db, { portfolioId: 118, openId: 'unknown' }, loan.loanNo))?.texts
  },
  listOwnLoans: ({ db, owner }) => listOwnLoans(db, owner),
  listOwnLoansWithoutOwner: ({ db }) => listOwnLoans(db, { portfolioId: 118, openId: 'unknown' }),
  listWaitingLoansElsewhere: ({ db, been }) =>
    listWaitingLoans(db, { portfolioIds: [999], subStatuses: EVERY_SUB_STATUS(been) }, 50),
  async moveLoan({ db, loan, now }) {
    const found = await findLoan(db, loan)
    const to = { status: LoanStatus.processing, subStatus: null } as never
    return (
      found && (await moveLoan(db, loan, { from: found, to }, { cause: 'a day', actor: 'system', at: now }))
    )
  },
  findManualPosting: ({ db }) => findManualPosting(db, posting),
  listApprovalsOfElsewhere: ({ db, now }) =>
    listApprovals(db, { reader: seeing([999]), state: 'waiting', now, limit: 50 }),
  listApprovalsElsewhere: ({ db, now }) =>
    listApprovals(db, { reader: seeing('all'), portfolioId: 999, state: 'waiting', now, limit: 50 }),
  lockManualPosting: ({ db }) => lockManualPosting(db, posting),
  confirmManualPosting: ({ db, now }) =>
    confirmManualPosting(db, posting, { confirmedBy: 'employee:bo-example', confirmedAt: now }),
  listManualPostings: ({ db, loan }) => listManualPostings(db, loan),
  async listPaidOffLoans({ db }) {
    await db.execute(`update loans set status = ${LoanStatus.terminated}, sub_status = 'paidOff'`)
    return await listPaidOffLoans(db, { portfolioId: 999, since: new Date(0), after: '', limit: 50 })
  },
  async listWrittenOffLoansElsewhere({ db, loan, ownLoan }) {
    await db.execute(`update account_entries set kind = 'writeOff', voided_at = null`)
    return await listWrittenOffLoans(db, 999, [loan.loanNo, ownLoan.loanNo])
  },
  findCurrentPlan: ({ db, loan }) => findCurrentPlan(db, loan),
  supersedePlan: ({ db, loan, now }) => supersedePlan(db, loan, now),
  findPlan: ({ db, planNo }) => findPlan(db, 118, planNo),
  findPlanElsewhere: ({ db, planNo }) => findPlan(db, 999, planNo),
  async listReturnsToRepairOfAnotherAccount({ db, loan }) {
    await db.execute(`update loan_accounts set account_key = '${INBOX_HASH}' where portfolio_id = 118`)
    return await listReturnsToRepair(db, 118, [loan.loanNo], { debits: ['R03'], deadToken: ['R04'] })
  },
  async listReturnsToRepairOfOldAccount({ db, loan }) {
    await db.execute(`update loan_accounts set created_at = '2027-01-01' where portfolio_id = 110`)
    return await listReturnsToRepair(db, 118, [loan.loanNo], { debits: ['R03'], deadToken: ['R04'] })
  },
  async listReturnsToRepairOfTokenElsewhere({ db, loan }) {
    await db.execute(`update loan_accounts set link_request_code = 'link' where portfolio_id = 110`)
    return await listReturnsToRepair(db, 118, [loan.loanNo], { debits: ['R03'], deadToken: ['R03'] })
  },
  async listReturnsToRepairSentEarlierElsewhere({ db, loan }) {
    await db.execute(`update loan_accounts set ended_at = created_at where portfolio_id = 118`)
    await db.execute(`insert into loan_accounts select (jsonb_populate_record(a, jsonb_build_object(
      'sequence', a.sequence + 1, 'source', 'relinked', 'created_at', '2020-01-01', 'ended_at', null))).*
      from loan_accounts a where a.portfolio_id = 118 and a.loan_no = '${loan.loanNo}' limit 1`)
    await db.execute(`insert into transaction_history select (jsonb_populate_record(h, jsonb_build_object(
      'sequence', h.sequence + 900, 'to_status', 4,
      'at', case h.portfolio_id when 110 then '2019-01-01' else '2021-01-01' end))).* from transaction_history h`)
    return await listReturnsToRepair(db, 118, [loan.loanNo], { debits: ['R03'], deadToken: ['R03'] })
  },
  listReturnsToRepair: ({ db, loan }) =>
    listReturnsToRepair(db, 118, [loan.loanNo], { debits: ['R03'], deadToken: ['R04'] }),
  countSentDebits: ({ db }) => countSentDebits(db, 118, range),
  countReturnedDebits: ({ db }) => countReturnedDebits(db, 118, range),
  findTransaction: ({ db, sent }) => transactions.findTransaction(db, sent),
  findTransactionByTrace: ({ db, sent }) => transactions.findTransactionByTrace(db, 999, sent.traceNumber),
  listDueTransactions: ({ db }) =>
    transactions.listDueTransactions(
      db,
      118,
      { type: TransactionType.debit, status: TransactionStatus.none, upTo: last },
      50,
    ),
  listTransactions: ({ db, loan }) => transactions.listTransactions(db, loan),
  hasReturnElsewhere: ({ db, loan }) =>
    transactions.hasReturn(db, 999, { loanNos: [loan.loanNo], code: 'R03' }),
  moveTransaction: ({ db, now }) =>
    transactions.moveTransaction(
      db,
      { portfolioId: 118, transactionNo: '900002' },
      { from: 0, to: 1 },
      { cause: 'a batch', actor: 'system', at: now },
    ),
  listTransactionMoves: ({ db, sent }) => transactions.listTransactionMoves(db, sent),
  listMovesOfLoan: ({ db, loan }) => transactions.listMovesOfLoan(db, loan),
}
