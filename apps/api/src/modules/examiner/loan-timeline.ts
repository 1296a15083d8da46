import type { CallReply } from '@dolphin/contract/call'
import type { loanTimelineCall } from '@dolphin/contract/examiner'
import { type AuditEvent, listAudit } from '@dolphin/database/examiner/audit-repository'
import type { NewestRows } from '@dolphin/database/driver/newest-rows'
import { listDocumentsOfLoan } from '@dolphin/database/documents/document-repository'
import { listManualPostings } from '@dolphin/database/servicing/manual-posting-repository'
import { listLoanMoves, type Loan, type LoanMove } from '@dolphin/database/loans/loan-repository'
import {
  listMovesOfLoan,
  listTransactions,
  type TransactionMove,
} from '@dolphin/database/payments/transaction-repository'
import { loanPlace } from '@dolphin/domain/loans/loan-life'
import { moneyToWire } from '@dolphin/domain/money/cents'
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
  const documents = await listDocumentsOfLoan(db, loan)
  return {
    loan: await headOf(db, cipher, loan),
    events: (await readLoanEvents(deps, loan)).events.flat().toSorted(byInstant),
    transactions: (await listTransactions(db, loan)).map(transactionView),
    documents: documentsForStaff(documents).map(documentEntryOf),
    postings: (await listManualPostings(db, loan)).map((posting) => postingView(cipher, posting)),
  }
}

/** What happened to a loan, by kind of record. */
interface LoanEvents {
  readonly events: readonly (readonly Event[])[]
  /** By transaction, of those whose status moved. */
  readonly amounts: ReadonlyMap<string, string>
}

/** What happened to a loan: all of it, or of each kind of record that grows with its life the newest. */
export async function readLoanEvents(deps: Deps, loan: Loan, newest?: NewestRows): Promise<LoanEvents> {
  const { db } = deps.database
  const { portfolioId, loanNo } = loan
  const [moves, money, audit, records] = await Promise.all([
    listLoanMoves(db, loan),
    listMovesOfLoan(db, loan, newest),
    listAudit(db, portfolioId, loanNo, newest),
    recordEvents(deps, loan, newest),
  ])
  return {
    events: [
      moves.map(loanEvent),
      money.map((move) => moneyEvent(loanNo, move)),
      audit.map((event) => auditRow(loanNo, event)),
      ...records,
    ],
    amounts: new Map(money.map(({ transactionNo, amount }) => [transactionNo, moneyToWire(amount)])),
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
