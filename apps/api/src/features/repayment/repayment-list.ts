import type { ForReaders } from '../../http/reader-words.ts'
import type { CallReply } from '@dolphin/contract/call'
import type { listRepaymentLoanCall } from '@dolphin/contract/calls/repayment/list-repayment-loan'
import { listDocumentsOfLoan, type StoredDocument } from '@dolphin/database/document-repository'
import { type Loan, listOwnLoans } from '@dolphin/database/loan-repository'
import type { Owner } from '@dolphin/database/owner'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { percentText } from '@dolphin/domain/money/percent'
import { rational } from '@dolphin/domain/money/rational'
import type { RepaymentParts } from './repayment-parts.ts'
import { documentView } from '../../documents/document-view.ts'
import { isRecord } from '../../documents/document-vault.ts'
import { homeFlagOf } from '../../origination/home-state.ts'
import { type LoanStanding, loadStanding } from './loan-standing.ts'

type Reply = ForReaders<CallReply<typeof listRepaymentLoanCall>>

const DOCUMENTS_SHOWN = 50

/** The funded loans of a customer, running and past, newest first. */
export async function listRepaymentLoans(parts: RepaymentParts, owner: Owner, now: Date): Promise<Reply> {
  const { db } = parts.database
  const all = await listOwnLoans(db, owner)
  const [homeFlag, loans] = await Promise.all([homeFlagOf(db, all, now), rowsOf(parts, all, now)])
  return { homeFlag, loans }
}

async function rowsOf(parts: RepaymentParts, all: readonly Loan[], now: Date): Promise<Reply['loans']> {
  const { db } = parts.database
  const rows: Reply['loans'][number][] = []
  for (const loan of all) {
    if (loan.effectiveDate === null) continue
    const [standing, documents] = await Promise.all([
      loadStanding(parts, db, loan, now),
      listDocumentsOfLoan(db, loan),
    ])
    if (standing !== undefined) rows.push(loanRow(loan, standing, documents))
  }
  return rows
}

function loanRow(
  loan: Loan,
  standing: LoanStanding,
  documents: readonly StoredDocument[],
): Reply['loans'][number] {
  const { schedule, next, last, paid, payoff, arrears } = standing
  const { plan } = standing.current
  const [first] = schedule
  const records = documents.filter(isRecord)
  return {
    loanNo: loan.loanNo,
    loanStatus: loan.status,
    subStatus: loan.subStatus,
    approvedAmount: moneyToWire(plan.amount),
    effectiveDate: formatLocalDate(standing.effectiveDate),
    balance: moneyToWire(payoff.principal),
    payoffToday: moneyToWire(payoff.total),
    paid: moneyToWire(paid),
    progress: percentText(rational(paid, plan.totalOfPayments)),
    installmentsPaid: standing.installmentsPaid,
    installmentsTotal: schedule.length,
    firstPaymentDate: first === undefined ? null : formatLocalDate(first.agreed.dueDate),
    nextDueDate: next === undefined ? null : formatLocalDate(next.agreed.dueDate),
    nextDueAmount: next === undefined ? null : moneyToWire(next.payment),
    lastDueDate: last === undefined ? null : formatLocalDate(last.agreed.dueDate),
    pastDueAmount: moneyToWire(arrears.amount),
    daysOverdue: arrears.days,
    documents: records.slice(0, DOCUMENTS_SHOWN).map(documentView),
  }
}
