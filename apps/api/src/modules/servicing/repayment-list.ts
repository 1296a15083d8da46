import type { ForReaders } from '../../reader-words.ts'
import type { CallReply } from '@dolphin/contract/call'
import type { listRepaymentLoanCall } from '@dolphin/contract/servicing'
import { beyondWords } from '@dolphin/domain/servicing/beyond-plan-words'
import { listOwnLoans } from '@dolphin/database/loans/loan-repository'
import { findLoanSummary, type LoanSummaryRows } from '@dolphin/database/loans/loan-summary-repository'
import type { Owner } from '@dolphin/database/driver/owner'
import { stateForBorrower } from '@dolphin/domain/loans/legal-facts'
import { reviewStatusOf } from '@dolphin/domain/loans/review-status'
import { type BankingHours, nextBatchCutOff } from '@dolphin/domain/calendar/cut-off'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { percentText } from '@dolphin/domain/money/percent'
import { rational } from '@dolphin/domain/money/rational'
import { isSettled } from '@dolphin/domain/servicing/loan-account'
import { savedByPayingEarly } from '@dolphin/domain/servicing/paid-early'
import { dateIn } from '@dolphin/domain/time/new-york'
import { borrowerWords } from '@dolphin/domain/work-items/work-item-rules'
import type { RepaymentDeps } from './repayment-deps.ts'
import { documentView } from '../documents/document-view.ts'
import { isRecord } from '../documents/document-vault.ts'
import { homeFlagOf } from '../loans/home-state.ts'
import { maskedTails } from '../borrowers/masked-account.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { planFacts } from '../plans/plan-facts.ts'
import { allowances, automaticView } from './change-allowance.ts'
import { changeEntryOf, toSignView } from './change-list.ts'
import { type LoanSummary, loanSummaryOf } from './loan-standing-page.ts'
import { debitToConfirm } from './modification-of.ts'
import { dueView } from './next-payment-view.ts'

type Reply = ForReaders<CallReply<typeof listRepaymentLoanCall>>

/** One loan of the list, its texts still in every language. */
export type RepaymentRow = Reply['loans'][number]

const DOCUMENTS_SHOWN = 50

/** The funded loans of a customer, running and past, newest first. */
export async function listRepaymentLoans(deps: RepaymentDeps, owner: Owner, now: Date): Promise<Reply> {
  const { db } = deps.database
  const all = await listOwnLoans(db, owner)
  const funded = all.filter(({ effectiveDate }) => effectiveDate !== null)
  const [homeFlag, rows] = await Promise.all([
    homeFlagOf(db, all, now),
    Promise.all(funded.map(async ({ loanNo }) => await readRow(deps, owner, loanNo, now))),
  ])
  return { homeFlag, loans: rows.filter((row) => row !== undefined) }
}

/** Made anew only where something of it changed, as a loan's page is (docs/decisions/hot-reads.md). */
async function readRow(
  deps: RepaymentDeps,
  owner: Owner,
  loanNo: string,
  now: Date,
): Promise<RepaymentRow | undefined> {
  const { db } = deps.database
  const written = await findLoanSummary(db, owner, loanNo)
  const data = deps.portfolios.byId(owner.portfolioId)
  if (written === undefined || data === undefined) return undefined
  const { closings } = deps.calendar
  const { day: batchDay } = nextBatchCutOff(hoursOf(data, deps.calendar), now)
  const basis = [data, closings, dateIn(now, data.portfolio.timeZone), batchDay, ...written.texts]
  const key = `${owner.portfolioId} ${loanNo}`
  const kept = deps.rowCache.find(key, basis)
  if (kept !== undefined) return kept
  const rows = written.read()
  const summary = await loanSummaryOf(deps, db, { ...rows, now })
  if (summary === undefined) return undefined
  const row = loanRow(rows, summary, { hours: hoursOf(data, deps.calendar), now })
  // How long an open change can still be taken back changes with every second
  if (rows.openChange === undefined) deps.rowCache.store(key, basis, row)
  return row
}

function loanRow(
  rows: LoanSummaryRows,
  summary: LoanSummary,
  { hours, now }: { readonly hours: BankingHours; readonly now: Date },
): RepaymentRow {
  const { loan, openChange, changeToSign, documents, openItems } = rows
  const { schedule, next, last, paid, payoff, arrears, transactions } = summary
  const { plan } = summary.current
  const shown = stateForBorrower(loan, loan.legalFacts)
  const { paymentMode } = planFacts(plan)
  const account = rows.account === undefined ? null : maskedTails(rows.account)
  const toConfirm = openChange === undefined ? null : debitToConfirm(openChange, transactions)
  const [first] = schedule
  const records = documents.filter(isRecord)
  return {
    loanNo: loan.loanNo,
    loanStatus: shown.status,
    subStatus: shown.subStatus,
    reviewStatus: reviewStatusOf(loan),
    settled: isSettled(summary.account.state),
    approvedAmount: moneyToWire(plan.amount),
    effectiveDate: formatLocalDate(summary.effectiveDate),
    balance: moneyToWire(payoff.principal),
    payoffToday: moneyToWire(payoff.total),
    paid: moneyToWire(paid),
    savedByPayingEarly: moneyToWire(
      savedByPayingEarly(summary.terms, summary.account, summary.agreedPlan.installments),
    ),
    leftToPay: moneyToWire(summary.left),
    progress: percentText(rational(paid, plan.totalOfPayments)),
    installmentsPaid: summary.installmentsPaid,
    installmentsTotal: schedule.length,
    firstPaymentDate: first === undefined ? null : formatLocalDate(first.agreed.dueDate),
    ...dueView(next, arrears, {
      timeZone: hours.timeZone,
      accountMasked: account?.accountMasked ?? null,
      isDunned: summary.isDunned,
    }),
    lastDueDate: last === undefined ? null : formatLocalDate(last.agreed.dueDate),
    paymentMode,
    account,
    automatic: automaticView(loan, paymentMode, { ...rows, hold: summary.hold }),
    openChange:
      openChange === undefined ? null : changeEntryOf(openChange, { hours, now, transactions, toConfirm }),
    changes: allowances(loan, openChange, summary, hours),
    changeToSign: toSignView(changeToSign, { hours, now, transactions, toConfirm: null }),
    documents: records.slice(0, DOCUMENTS_SHOWN).map(documentView),
    statusNotes: [beyondWords(summary.beyond), ...borrowerWords(openItems.map(({ kind }) => kind))].filter(
      (words) => words !== null,
    ),
  }
}
