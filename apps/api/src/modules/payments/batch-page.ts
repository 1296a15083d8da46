import { insertAchFile, type NewAchFile } from '@dolphin/database/payments/ach-file-repository'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { type DueLoan, type DueWindow, lockLoans } from '@dolphin/database/payments/due-money-repository'
import { listPlannedCreditsOf } from '@dolphin/database/payments/debit-facts-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { TransactionMode, TransactionType } from '@dolphin/domain/payments/codes'
import { recordHeld } from './held-credit.ts'
import { loadDebitLoans } from '../servicing/debit-loan.ts'
import type { GuardMoment } from '../servicing/guard-planned-debit.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { type AcceptedCredit, judgeCredit, putCreditOnBatch } from './batch-credits.ts'
import { type BatchDay, nextModifier, storeBatchFile, type Traced, traceEntries } from './batch-file.ts'
import { type AcceptedDebit, type DeniedDebit, type JudgedDebits, judgeDebits } from './judge-debits.ts'
import { failedWith } from '../servicing/loan-failure.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import type { MoneyDeps } from '../../deps.ts'
import { type AcceptedRefund, judgeRefund, putRefundOnBatch } from './refunds.ts'
import { writeAcceptedDebits, writeDeniedDebits } from './write-debits.ts'

/** A movement that stays where it is, and the rule that keeps it from the batch. */
export interface DeniedMovement {
  readonly loanNo: string
  readonly amount: MoneyTransaction['amount']
  readonly rule: string
}

/** A file as it was cut. */
export type CutFile = NewAchFile & { readonly credits: number; readonly debits: number }

/** What one file's transaction came to. */
export interface CutPage {
  /** Undefined where nothing goes out. */
  readonly file: CutFile | undefined
  readonly denied: readonly DeniedMovement[]
}

/** Most entries of one file; the rest goes into the next. */
const MOST_ENTRIES = 10_000
/** Money to the customer is written one by one, so fewer of it fit a transaction. */
const CREDIT_WEIGHT = 20

/** The first loans of a list whose entries fit one file. */
export function firstPage(due: readonly DueLoan[]): string[] {
  let weight = 0
  const page: string[] = []
  for (const { loanNo, items, credits } of due) {
    weight += items + credits * (CREDIT_WEIGHT - 1)
    if (weight > MOST_ENTRIES && page.length > 0) break
    page.push(loanNo)
  }
  return page
}

/** One file's share of a run. */
export interface PageRequest {
  readonly day: BatchDay
  readonly window: DueWindow
  readonly loanNos: readonly string[]
  readonly actor: string
}

type Accepted = AcceptedCredit | AcceptedDebit | AcceptedRefund

/**
 * Cuts one file of these loans in the caller's transaction: all of it or nothing. The loans are locked in order before
 * any of their movements; the caller holds the portfolio's batch lock. Throws LoanFailure where one loan is the cause.
 */
export async function cutPage(
  parts: MoneyDeps,
  unit: UnitOfWork,
  data: PortfolioData,
  request: PageRequest,
): Promise<CutPage> {
  const { portfolioId } = data.portfolio
  const { day, actor } = request
  const fileIdModifier = await nextModifier(unit, portfolioId, day.businessDate)
  if (fileIdModifier === undefined) {
    parts.log.error({ portfolioId, businessDate: day.businessDate }, 'the day has had all its ACH files')
    return { file: undefined, denied: [] }
  }
  const loans = await lockLoans(unit.tx, portfolioId, request.loanNos)
  parts.mark?.('batch: loans locked')
  const { accepted, denied } = await judgeCredits(parts, unit, loans, request)
  const debits = await judgeAllDebits(parts, unit, data, loans, request)
  await writeDeniedDebits(parts, unit, debits.denied, day, actor)
  const kept = debits.denied.map(({ debit, rule, words }) => ({
    loanNo: debit.loanNo,
    amount: debit.amount,
    rule: `${rule}: ${words.en}`,
  }))
  const out: Accepted[] = [...accepted, ...debits.accepted]
  const file =
    out.length === 0 ? undefined : await cutFile(parts, unit, data, { day, fileIdModifier, actor }, out)
  return { file, denied: [...denied, ...kept] }
}

/** Loans whose rows lie in memory at once. */
const LOANS_AT_ONCE = 1_000

async function judgeAllDebits(
  parts: MoneyDeps,
  unit: UnitOfWork,
  data: PortfolioData,
  loans: readonly Loan[],
  { day, window }: PageRequest,
): Promise<JudgedDebits> {
  const { portfolioId } = data.portfolio
  const moment: GuardMoment = { hours: hoursOf(data, parts.calendar), now: unit.now, when: 'send' }
  const accepted: AcceptedDebit[] = []
  const denied: DeniedDebit[] = []
  for (let start = 0; start < loans.length; start += LOANS_AT_ONCE) {
    const some = loans.slice(start, start + LOANS_AT_ONCE)
    const loaded = await loadDebitLoans(parts, unit.tx, portfolioId, some, window)
    const judged = await judgeDebits(parts, unit, loaded, day, moment)
    accepted.push(...judged.accepted)
    denied.push(...judged.denied)
  }
  return { accepted, denied }
}

/** Disbursements and refunds that are due, judged one by one. */
async function judgeCredits(
  parts: MoneyDeps,
  unit: UnitOfWork,
  loans: readonly Loan[],
  { day: { effectiveEntryDate }, actor }: PageRequest,
): Promise<{ accepted: (AcceptedCredit | AcceptedRefund)[]; denied: DeniedMovement[] }> {
  const accepted: (AcceptedCredit | AcceptedRefund)[] = []
  const denied: DeniedMovement[] = []
  const byNo = new Map(loans.map((loan) => [loan.loanNo, loan]))
  const portfolioId = loans[0]?.portfolioId ?? 0
  for (const movement of await listPlannedCreditsOf(
    unit.tx,
    portfolioId,
    [...byNo.keys()],
    effectiveEntryDate,
  )) {
    const loan = byNo.get(movement.loanNo)
    if (loan === undefined || movement.mode !== TransactionMode.ach) continue
    const isRefund = movement.type === TransactionType.refund
    const judge = isRefund ? judgeRefund : judgeCredit
    const judged = await judge(parts, unit, loan, movement, effectiveEntryDate).catch(failedWith(loan.loanNo))
    if (judged.ok) accepted.push(judged.value)
    else {
      await recordHeld(unit, movement, judged.error, actor)
      denied.push({ loanNo: movement.loanNo, amount: movement.amount, rule: judged.error })
    }
  }
  return { accepted, denied }
}

interface FileRequest {
  readonly day: BatchDay
  readonly fileIdModifier: string
  readonly actor: string
}

async function cutFile(
  parts: MoneyDeps,
  unit: UnitOfWork,
  { portfolio }: PortfolioData,
  { day, fileIdModifier, actor }: FileRequest,
  accepted: readonly Accepted[],
): Promise<CutFile> {
  const traced: Traced<Accepted>[] = await traceEntries(unit, portfolio.ach, accepted)
  const file = await storeBatchFile(parts, unit, portfolio, { ...day, fileIdModifier }, traced)
  const facts = { day, fileNo: file.fileNo, actor }
  const debits = traced.filter((one) => one.kind === 'debit')
  await writeAcceptedDebits(unit, debits, facts)
  for (const one of traced) {
    if (one.kind === 'debit') continue
    const put =
      one.kind === 'credit'
        ? putCreditOnBatch(parts, unit, one, facts)
        : putRefundOnBatch(parts, unit, one, facts)
    await put.catch(failedWith(one.loan.loanNo))
  }
  const entries = traced.map(({ transactionNo, customerKey, traceNumber, entry: { amount } }) => ({
    transactionNo,
    customerKey,
    traceNumber,
    amount,
    effectiveDate: day.effectiveEntryDate,
  }))
  await insertAchFile(unit.tx, file, entries)
  parts.mark?.('batch: after the rows')
  await appendAudit(unit.tx, {
    portfolioId: portfolio.portfolioId,
    subject: 'portfolio',
    action: 'batchCut',
    actor,
    facts: { fileNo: file.fileNo, sha256: file.sha256, entries: file.entryCount },
    at: unit.now,
  })
  parts.mark?.('batch: before the commit')
  return { ...file, debits: debits.length, credits: traced.length - debits.length }
}
