import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import type { AchFile, NewAchFile } from '@dolphin/database/ach-file-repository'
import { appendAudit } from '@dolphin/database/audit-repository'
import { lockChain } from '@dolphin/database/hash-chain'
import { type Loan, lockLoan } from '@dolphin/database/loan-repository'
import {
  listDueTransactions,
  type MoneyTransaction,
  moveTransaction,
} from '@dolphin/database/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { nextBatchCutOff } from '@dolphin/domain/calendar/cut-off'
import { formatUsDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { LoanStatus } from '@dolphin/domain/loan/loan-status'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { type Outcome, ok, refused } from '@dolphin/domain/outcome'
import { disbursementSent } from '@dolphin/domain/payment/ledger'
import { TransactionStatus } from '@dolphin/domain/payment/transaction-status'
import { TransactionType } from '@dolphin/domain/payment/transaction-type'
import { type Answer, refuse } from '../http/refusal.ts'
import { loadAnswers } from '../origination/answers.ts'
import { applicantOf, typedBankOf } from '../origination/applicant.ts'
import { borrowerAddress } from '../origination/borrower-address.ts'
import { moveLoan } from '../origination/loan-moves.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import { type OutgoingCredit, storeBatchFile, type TracedCredit, traceCredits } from './batch-file.ts'
import { bookPosting } from './book-posting.ts'
import { creditEntry } from './credit-entry.ts'
import { moveMissedCredits } from './missed-cut-off.ts'
import { hoursOf, type MoneyParts, MOVEMENTS_AT_ONCE } from './money-parts.ts'

/** A credit that stays where it is, and the rule that keeps it from the batch. */
export interface DeniedCredit {
  readonly loanNo: string
  readonly amount: MoneyTransaction['amount']
  readonly rule: string
}

/** What a run came to. */
export interface BatchRun {
  readonly portfolioId: number
  readonly batchDate: LocalDate
  readonly effectiveEntryDate: LocalDate
  /** One for the portfolio's ACH originator, or none where nothing is due. */
  readonly files: readonly Omit<AchFile, 'sentAt'>[]
  readonly denied: readonly DeniedCredit[]
}

const { none, pending, onBatch } = TransactionStatus

/**
 * Cuts the batch of a portfolio in the caller's transaction: planned credits due for the next banking day go into
 * one PPD credit file, 0 → 1 → 4, their loans 104 → 201, with posting, history, notice and ticket 3003. All of it
 * or nothing; sending the file is handOverFiles' business, after the commit.
 *
 * Errors: `notFound`; `batchNotAllowed` on a day without banks and after the cut-off. Source: domain.md §9.
 */
export async function cutBatch(
  parts: MoneyParts,
  unit: UnitOfWork,
  portfolioId: number,
  actor: string,
): Promise<Answer<BatchRun>> {
  const data = parts.portfolios.byId(portfolioId)
  if (data === undefined) return refuse('notFound')
  const window = nextBatchCutOff(hoursOf(data, parts.calendar), unit.now)
  if (!window.isOpenToday) return refuse('batchNotAllowed')
  await lockChain(unit.tx, `batch/${portfolioId}`)
  await moveMissedCredits(parts, unit, data)
  const effectiveEntryDate = parts.calendar.next(window.day)
  const day = { businessDate: window.day, effectiveEntryDate }
  const { accepted, denied } = await collectCredits(parts, unit, data, effectiveEntryDate, actor)
  const files =
    accepted.length === 0 ? [] : [await cutFile(parts, unit, data, day, accepted.toSorted(byLoan), actor)]
  return ok({ portfolioId, batchDate: window.day, effectiveEntryDate, files, denied })
}

const byLoan = (left: AcceptedCredit, right: AcceptedCredit): number =>
  left.loan.loanNo < right.loan.loanNo ? -1 : 1

interface AcceptedCredit extends OutgoingCredit {
  readonly loan: Loan
}

async function collectCredits(
  parts: MoneyParts,
  unit: UnitOfWork,
  { portfolio: { portfolioId } }: PortfolioData,
  upTo: LocalDate,
  actor: string,
): Promise<{ accepted: AcceptedCredit[]; denied: DeniedCredit[] }> {
  const accepted: AcceptedCredit[] = []
  const denied: DeniedCredit[] = []
  const due = { type: TransactionType.credit, status: none, upTo }
  for (const planned of await listDueTransactions(unit.tx, portfolioId, due, MOVEMENTS_AT_ONCE)) {
    const judged = await judgeCredit(parts, unit, planned)
    if (!judged.ok) {
      denied.push({ loanNo: planned.loanNo, amount: planned.amount, rule: judged.error })
      continue
    }
    const move = { from: none, to: pending, effectiveDate: upTo }
    const reason = { cause: 'cut-off window opened', actor, at: unit.now }
    if (!(await moveTransaction(unit.tx, planned, move, reason))) continue
    accepted.push({ ...judged.value, transaction: { ...planned, effectiveDate: upTo } })
  }
  return { accepted, denied }
}

async function judgeCredit(
  { cipher }: MoneyParts,
  unit: UnitOfWork,
  transaction: MoneyTransaction,
): Promise<Outcome<AcceptedCredit, string>> {
  const loan = await lockLoan(unit.tx, transaction)
  if (loan?.status !== LoanStatus.approved) return refused('the loan is not approved (any more)')
  const answers = await loadAnswers(unit.tx, cipher, loan)
  const bank = typedBankOf(answers)
  const applicant = applicantOf(answers)
  if (bank === undefined || applicant === undefined)
    return refused('the bank or personal section is incomplete')
  const entry = creditEntry(transaction, { bank, name: `${applicant.firstName} ${applicant.lastName}` })
  return entry.ok ? ok({ loan, transaction, entry: entry.value }) : entry
}

async function cutFile(
  parts: MoneyParts,
  unit: UnitOfWork,
  { portfolio }: PortfolioData,
  day: { readonly businessDate: LocalDate; readonly effectiveEntryDate: LocalDate },
  accepted: readonly AcceptedCredit[],
  actor: string,
): Promise<NewAchFile> {
  const traced = await traceCredits(unit, portfolio.ach, accepted)
  const file = await storeBatchFile(parts, unit, portfolio, day, traced)
  for (const [index, credit] of traced.entries()) {
    const loan = accepted[index]?.loan
    assert(loan !== undefined, 'each traced credit is one of the accepted')
    await putOnBatch(parts, unit, loan, credit, { day, fileNo: file.fileNo, actor })
  }
  await appendAudit(unit.tx, {
    portfolioId: portfolio.portfolioId,
    subject: 'portfolio',
    action: 'batchCut',
    actor,
    facts: { fileNo: file.fileNo, sha256: file.sha256, entries: file.entryCount },
    at: unit.now,
  })
  return file
}

interface BatchFacts {
  readonly day: { readonly businessDate: LocalDate; readonly effectiveEntryDate: LocalDate }
  readonly fileNo: string
  readonly actor: string
}

async function putOnBatch(
  parts: MoneyParts,
  unit: UnitOfWork,
  loan: Loan,
  { transaction, traceNumber, entry }: TracedCredit,
  { day, fileNo, actor }: BatchFacts,
): Promise<void> {
  const { portfolioId, loanNo, transactionNo, amount } = transaction
  const cause = `put on batch ${fileNo}`
  const move = { from: pending, to: onBatch, traceNumber }
  const sent = await moveTransaction(unit.tx, transaction, move, { cause, actor, at: unit.now })
  assert(sent, 'the run holds the loan, so nobody else moves its credit')
  const patch = { disbursementDate: day.effectiveEntryDate }
  const moved = await moveLoan(parts, unit, loan, { event: 'creditOnBatch', cause, actor, patch })
  assert(moved.ok, 'an approved loan takes its credit')
  const facts = { loanNo, transactionId: transactionNo, effectiveDate: day.businessDate }
  await bookPosting(unit, portfolioId, disbursementSent(facts, amount))
  await tellSent(parts, unit, loan, transaction, entry.accountNumber.slice(-4))
}

async function tellSent(
  { cipher, notices }: MoneyParts,
  unit: UnitOfWork,
  loan: Loan,
  { transactionNo, amount, effectiveDate }: MoneyTransaction,
  accountTail: string,
): Promise<void> {
  const borrower = await borrowerAddress(unit.tx, cipher, loan)
  assert(borrower !== undefined, 'a funded loan has a customer')
  const { portfolioId, loanNo, openId } = loan
  await notices.send(unit, {
    portfolioId,
    loanNo,
    openId,
    kind: 'disbursementSent',
    recipient: borrower.email,
    dedupKey: `disbursementSent/${loanNo}/${transactionNo}`,
    values: {
      firstName: borrower.firstName,
      loanNo,
      amount: formatCurrency(amount),
      accountTail,
      arrivalDate: formatUsDate(effectiveDate),
    },
  })
}
