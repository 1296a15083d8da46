import { insertAchFile, type NewAchFile } from '@dolphin/database/payments/ach-file-repository'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { type DueLoan, type DueWindow, lockLoans } from '@dolphin/database/payments/due-money-repository'
import { listPlannedCreditsOf } from '@dolphin/database/payments/debit-facts-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { TransactionMode, TransactionType } from '@dolphin/domain/payments/codes'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { recordHeld } from './held-credit.ts'
import { loadDebitLoans } from '../servicing/debit-loan.ts'
import { moveMissedDebits } from '../servicing/move-missed.ts'
import type { EligibilityMoment } from '../servicing/check-planned-debit.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { type AcceptedCredit, checkCredit, putCreditOnBatch } from './batch-credits.ts'
import { type BatchDay, nextModifier, storeBatchFile, type Traced, traceEntries } from './batch-file.ts'
import { type AcceptedDebit, type IneligibleDebit, type CheckedDebits, checkDebits } from './check-debits.ts'
import { failedWith } from '../servicing/loan-failure.ts'
import { closeWorkItems, openWorkItem } from '../work-items/work-item-service.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import type { MoneyDeps } from '../../deps.ts'
import { mailRefund, railOfRefund } from './mail-refund.ts'
import { type AcceptedRefund, checkRefund, putRefundOnBatch } from './refunds.ts'
import { type AcceptedPrenote, checkPrenotes, putPrenotesOnBatch } from './prenotes.ts'
import { writeAcceptedDebits, writeIneligibleDebits } from './write-debits.ts'

/** A transaction that stays where it is, and the rule that keeps it from the batch. */
export interface IneligibleTransaction {
  readonly loanNo: string
  readonly amount: MoneyTransaction['amount']
  readonly rule: string
}

/** A file as it was cut. */
export type OriginatedFile = NewAchFile & {
  readonly credits: number
  readonly debits: number
  readonly prenotes: number
}

/** What one file's transaction came to. */
export interface OriginatedPage {
  /** Undefined where nothing goes out. */
  readonly file: OriginatedFile | undefined
  readonly ineligible: readonly IneligibleTransaction[]
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

type Accepted = AcceptedCredit | AcceptedDebit | AcceptedRefund | AcceptedPrenote

/**
 * Cuts one file of these loans in the caller's transaction: all of it or nothing. The loans are locked in order before
 * any of their transactions; the caller holds the portfolio's batch lock. Throws LoanFailure where one loan is the cause.
 */
export async function originatePage(
  deps: MoneyDeps,
  unit: UnitOfWork,
  data: PortfolioData,
  request: PageRequest,
): Promise<OriginatedPage> {
  const { portfolioId } = data.portfolio
  const { day, actor } = request
  const fileIdModifier = await nextModifier(unit, portfolioId, day.businessDate)
  if (fileIdModifier === undefined) {
    await reportNoFileLeft(deps, unit, portfolioId, request)
    return { file: undefined, ineligible: [] }
  }
  const loans = await lockLoans(unit.tx, portfolioId, request.loanNos)
  deps.faultPoint?.('batch: loans locked')
  const { accepted, ineligible } = await checkCredits(deps, unit, loans, request)
  const debits = await checkAllDebits(deps, unit, data, loans, request)
  await writeIneligibleDebits(deps, unit, debits.ineligible, day, actor)
  const kept = debits.ineligible.map(({ debit, rule, words }) => ({
    loanNo: debit.loanNo,
    amount: debit.amount,
    rule: `${rule}: ${words.en}`,
  }))
  const credits = accepted.filter((one) => one.kind === 'credit')
  const prenotes = await checkPrenotes(deps, unit, loans, credits)
  const out: Accepted[] = [...accepted, ...debits.accepted, ...prenotes]
  const file =
    out.length === 0 ? undefined : await generateFile(deps, unit, data, { day, fileIdModifier, actor }, out)
  return { file, ineligible: [...ineligible, ...kept] }
}

const noFileLeft = (portfolioId: number) =>
  ({ portfolioId, kind: 'failedRound', subject: `batch/files/${portfolioId}` }) as const

/** The day has had all its files: what is due stays here, and an employee learns of it. */
async function reportNoFileLeft(
  deps: MoneyDeps,
  unit: UnitOfWork,
  portfolioId: number,
  { day: { businessDate }, loanNos, actor }: PageRequest,
): Promise<void> {
  deps.log.error({ portfolioId, businessDate }, 'the day has had all its ACH files')
  const reason = 'the day has had all its ACH files: what is due stays here until the next day'
  const facts = { businessDate: formatLocalDate(businessDate), loans: loanNos.length }
  await openWorkItem(deps, unit, { ...noFileLeft(portfolioId), reason, facts, actor })
}

/** Loans whose rows lie in memory at once. */
const LOANS_AT_ONCE = 1_000

async function checkAllDebits(
  deps: MoneyDeps,
  unit: UnitOfWork,
  data: PortfolioData,
  loans: readonly Loan[],
  { day, window }: PageRequest,
): Promise<CheckedDebits> {
  const { portfolioId } = data.portfolio
  const moment: EligibilityMoment = { hours: hoursOf(data, deps.calendar), now: unit.now, when: 'send' }
  const accepted: AcceptedDebit[] = []
  const ineligible: IneligibleDebit[] = []
  for (let start = 0; start < loans.length; start += LOANS_AT_ONCE) {
    const some = loans.slice(start, start + LOANS_AT_ONCE)
    const check = async (these: readonly Loan[]): Promise<CheckedDebits> => {
      const loaded = await loadDebitLoans(deps, unit.tx, portfolioId, these, window)
      return await checkDebits(deps, unit, loaded, day, moment)
    }
    const judged = await check(some)
    const moved = await moveHeldByUs(deps, unit, data, some, judged)
    const again = moved.length === 0 ? { accepted: [], ineligible: [] } : await check(moved)
    const isMoved = new Set(moved.map(({ loanNo }) => loanNo))
    accepted.push(...judged.accepted.filter(({ debit }) => !isMoved.has(debit.loanNo)), ...again.accepted)
    ineligible.push(
      ...judged.ineligible.filter(({ debit }) => !isMoved.has(debit.loanNo)),
      ...again.ineligible,
    )
  }
  return { accepted, ineligible }
}

/** Moves what we missed to another day, of loans whose debits nothing else holds; answers those loans. */
async function moveHeldByUs(
  deps: MoneyDeps,
  unit: UnitOfWork,
  data: PortfolioData,
  loans: readonly Loan[],
  { ineligible }: CheckedDebits,
): Promise<readonly Loan[]> {
  const held = new Set(ineligible.filter((one) => one.isHeldByLender).map(({ debit }) => debit.loanNo))
  const moved: Loan[] = []
  for (const loan of loans) {
    if (!held.has(loan.loanNo)) continue
    const isMoved = await moveMissedDebits(deps, unit, data, loan).catch(failedWith(loan.loanNo))
    if (isMoved) moved.push(loan)
  }
  return moved
}

/** Disbursements and refunds that are due, judged one by one. */
async function checkCredits(
  deps: MoneyDeps,
  unit: UnitOfWork,
  loans: readonly Loan[],
  { day, actor }: PageRequest,
): Promise<{ accepted: (AcceptedCredit | AcceptedRefund)[]; ineligible: IneligibleTransaction[] }> {
  const accepted: (AcceptedCredit | AcceptedRefund)[] = []
  const ineligible: IneligibleTransaction[] = []
  const byNo = new Map(loans.map((loan) => [loan.loanNo, loan]))
  const portfolioId = loans[0]?.portfolioId ?? 0
  const { effectiveEntryDate } = day
  for (const transaction of await listPlannedCreditsOf(
    unit.tx,
    portfolioId,
    [...byNo.keys()],
    effectiveEntryDate,
  )) {
    const loan = byNo.get(transaction.loanNo)
    if (loan === undefined || transaction.mode !== TransactionMode.ach) continue
    const isRefund = transaction.type === TransactionType.refund
    const rail = isRefund ? await railOfRefund(unit, loan, transaction) : 'ach'
    if (rail === 'waits') continue
    if (rail === 'check') {
      const mailed = mailRefund(deps, unit, loan, transaction, { day, actor })
      if (!(await mailed.catch(failedWith(loan.loanNo))))
        await recordHeld(deps, unit, transaction, 'the account cannot be used and no address is known', actor)
      continue
    }
    const judge = isRefund ? checkRefund : checkCredit
    const judged = await judge(deps, unit, loan, transaction, effectiveEntryDate).catch(
      failedWith(loan.loanNo),
    )
    if (judged.ok) accepted.push(judged.value)
    else {
      await recordHeld(deps, unit, transaction, judged.error, actor)
      ineligible.push({ loanNo: transaction.loanNo, amount: transaction.amount, rule: judged.error })
    }
  }
  return { accepted, ineligible }
}

interface FileRequest {
  readonly day: BatchDay
  readonly fileIdModifier: string
  readonly actor: string
}

async function generateFile(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { portfolio }: PortfolioData,
  { day, fileIdModifier, actor }: FileRequest,
  accepted: readonly Accepted[],
): Promise<OriginatedFile> {
  const traced: Traced<Accepted>[] = await traceEntries(unit, portfolio.ach, accepted)
  const file = await storeBatchFile(deps, unit, portfolio, { ...day, fileIdModifier }, traced)
  const facts = { day, fileNo: file.fileNo, actor }
  const debits = traced.filter((one) => one.kind === 'debit')
  await writeAcceptedDebits(unit, debits, facts)
  const prenotes = traced.filter((one) => one.kind === 'prenote')
  const money = traced.filter((one) => one.kind !== 'prenote')
  for (const one of money) {
    if (one.kind === 'debit') continue
    const put =
      one.kind === 'credit'
        ? putCreditOnBatch(deps, unit, one, facts)
        : putRefundOnBatch(deps, unit, one, facts)
    await put.catch(failedWith(one.loan.loanNo))
  }
  await putPrenotesOnBatch(unit, prenotes, facts)
  const entries = money.map(({ transactionNo, customerKey, traceNumber, entry: { amount } }) => ({
    transactionNo,
    customerKey,
    traceNumber,
    amount,
    effectiveDate: day.effectiveEntryDate,
  }))
  await insertAchFile(unit.tx, file, entries, prenotes)
  deps.faultPoint?.('batch: after the rows')
  const again = { by: actor, reason: `file ${file.fileNo} was generated` }
  await closeWorkItems(unit, noFileLeft(portfolio.portfolioId), again)
  await appendAudit(unit.tx, {
    portfolioId: portfolio.portfolioId,
    subject: 'portfolio',
    action: STORED_NAMES.auditAction.batchOriginated,
    actor,
    facts: { fileNo: file.fileNo, sha256: file.sha256, entries: file.entryCount },
    at: unit.now,
  })
  deps.faultPoint?.('batch: before the commit')
  const credits = money.length - debits.length
  return { ...file, debits: debits.length, credits, prenotes: prenotes.length }
}
