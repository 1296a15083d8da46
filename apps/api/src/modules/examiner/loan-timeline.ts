import type { CallReply } from '@dolphin/contract/call'
import type { loanTimelineCall } from '@dolphin/contract/examiner'
import { type AuditEvent, listAudit } from '@dolphin/database/examiner/audit-repository'
import { listDocumentsOfLoan } from '@dolphin/database/documents/document-repository'
import { listManualPostings } from '@dolphin/database/servicing/manual-posting-repository'
import { listLoanMoves, type Loan, type LoanMove } from '@dolphin/database/loans/loan-repository'
import {
  listTransactionMoves,
  listTransactions,
  type TransactionMove,
} from '@dolphin/database/payments/transaction-repository'
import { loanPlace } from '@dolphin/domain/loans/loan-life'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { documentEntryOf } from '../documents/document-view.ts'
import { documentsForStaff } from '../documents/document-vault.ts'
import { transactionView } from '../servicing/transaction-view.ts'
import { headOf } from '../loans/loan-head.ts'
import { postingView } from '../servicing/posting-order.ts'
import { recordEvents } from './record-events.ts'
import type { Deps } from '../../deps.ts'

type Reply = CallReply<typeof loanTimelineCall>
type Event = Reply['events'][number]

const LONGEST_CAUSE = 300

/** Everything that happened to a loan, in one time order. */
export async function readTimeline(deps: Deps, loan: Loan): Promise<Reply> {
  const { database, cipher } = deps
  const { db } = database
  const transactions = await listTransactions(db, loan)
  const money: Event[] = []
  for (const transaction of transactions) {
    const moves = await listTransactionMoves(db, transaction)
    money.push(...moves.map((move) => moneyEvent(loan.loanNo, move)))
  }
  const moves = (await listLoanMoves(db, loan)).map(loanEvent)
  const audit = (await listAudit(db, loan.portfolioId, loan.loanNo)).map((event) =>
    auditRow(loan.loanNo, event),
  )
  const documents = await listDocumentsOfLoan(db, loan)
  return {
    loan: await headOf(db, cipher, loan),
    events: [...moves, ...money, ...audit, ...(await recordEvents(deps, loan))].toSorted(byInstant),
    transactions: transactions.map(transactionView),
    documents: documentsForStaff(documents).map(documentEntryOf),
    postings: (await listManualPostings(db, loan)).map((posting) => postingView(cipher, posting)),
  }
}

const byInstant = (left: Event, right: Event): number => Date.parse(left.at) - Date.parse(right.at)

function loanEvent({ loanNo, sequence, cause, actor, at, ...move }: LoanMove): Event {
  const { fromStatus, fromSubStatus, toStatus, toSubStatus } = move
  return {
    eventNo: `loan/${sequence}`,
    at: isoInZone(at, NEW_YORK),
    actor,
    event: 'loanStatus',
    loanNo,
    from: fromStatus === null ? null : loanPlace({ status: fromStatus, subStatus: fromSubStatus }),
    to: loanPlace({ status: toStatus, subStatus: toSubStatus }),
    cause: cause.slice(0, LONGEST_CAUSE),
  }
}

function moneyEvent(
  loanNo: string,
  { transactionNo, sequence, fromStatus, toStatus, cause, actor, at }: TransactionMove,
): Event {
  return {
    eventNo: `${transactionNo}/${sequence}`,
    at: isoInZone(at, NEW_YORK),
    actor,
    event: 'transactionStatus',
    loanNo,
    from: fromStatus === null ? null : String(fromStatus),
    to: String(toStatus),
    cause: cause.slice(0, LONGEST_CAUSE),
  }
}

function auditRow(loanNo: string, { sequence, action, actor, facts, at }: AuditEvent): Event {
  return {
    eventNo: `audit/${sequence}`,
    at: isoInZone(at, NEW_YORK),
    actor,
    event: action,
    loanNo,
    from: null,
    to: null,
    cause: JSON.stringify(facts).slice(0, LONGEST_CAUSE),
  }
}
