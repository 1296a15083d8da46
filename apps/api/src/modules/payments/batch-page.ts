import { type DueWindow, lockLoans } from '@dolphin/database/payments/due-money-repository'
import { listPlannedCreditsOf } from '@dolphin/database/payments/debit-facts-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { TransactionMode, TransactionPurpose, TransactionType } from '@dolphin/domain/payments/codes'
import { recordHeld } from './held-credit.ts'
import { loadDebitLoans } from '../servicing/debit-loan.ts'
import { moveMissedDebits } from '../servicing/move-missed.ts'
import type { EligibilityMoment } from '../servicing/check-planned-debit.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { type AcceptedCredit, checkCredit, putCreditOnBatch } from './batch-credits.ts'
import { type BatchDay, type BatchFileName, type FileEntry, type Traced, traceEntries } from './batch-file.ts'
import { type AcceptedDebit, type CheckedDebits, checkDebits } from './check-debits.ts'
import { failedWith } from '../servicing/loan-failure.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import type { MoneyDeps } from '../../deps.ts'
import { mailRefund, railOfRefund } from './mail-refund.ts'
import { type AcceptedRefund, checkRefund, putRefundOnBatch } from './refunds.ts'
import { type AcceptedPrenote, checkPrenotes, putPrenotesOnBatch } from './prenotes.ts'
import { type AcceptedReversal, checkReversal, putReversalOnBatch } from './reversals/reversing-entry.ts'
import { goesSameDay, isSameDayRun } from './same-day-credit.ts'
import { writeAcceptedDebits, writeIneligibleDebits } from './write-debits.ts'

/** A transaction that stays where it is, and the rule that keeps it from the batch. */
export interface IneligibleTransaction {
  readonly loanNo: string
  readonly amount: MoneyTransaction['amount']
  readonly rule: string
}

/** What some loans brought to the file that is being generated. */
export interface OriginatedPage {
  readonly entries: readonly FileEntry[]
  readonly ineligible: readonly IneligibleTransaction[]
}

/** Loans whose share of a file is written at once. */
export interface PageRequest {
  readonly file: BatchFileName
  readonly window: DueWindow
  readonly loanNos: readonly string[]
  readonly actor: string
}

type AcceptedCredits = AcceptedCredit | AcceptedRefund | AcceptedReversal
type Accepted = AcceptedCredits | AcceptedDebit | AcceptedPrenote

/**
 * Puts what is due of these loans on a file in the caller's transaction: all of it or nothing. The loans are locked in
 * order before any of their transactions; the caller holds the portfolio's batch lock. Throws LoanFailure where one loan
 * is the cause.
 */
export async function originatePage(
  deps: MoneyDeps,
  unit: UnitOfWork,
  data: PortfolioData,
  request: PageRequest,
): Promise<OriginatedPage> {
  const { portfolioId, ach } = data.portfolio
  const { file, actor } = request
  const loans = await lockLoans(unit.tx, portfolioId, request.loanNos)
  const credits = await checkCredits(deps, unit, data, { loans, request })
  // Debits are never sent the same day.
  const debits = isSameDayRun(file.day)
    ? { accepted: [], ineligible: [] }
    : await checkAllDebits(deps, unit, data, { loans, request })
  await writeIneligibleDebits(deps, unit, debits.ineligible, { day: file.day, actor })
  const kept = debits.ineligible.map(({ debit, rule, words }) => ({
    loanNo: debit.loanNo,
    amount: debit.amount,
    rule: `${rule}: ${words.en}`,
  }))
  const disbursed = credits.accepted.filter((one) => one.kind === 'credit')
  const prenotes = isSameDayRun(file.day) ? [] : await checkPrenotes(deps, unit, loans, disbursed)
  const accepted: Accepted[] = [...credits.accepted, ...debits.accepted, ...prenotes]
  const traced = await traceEntries(unit, ach, accepted)
  await writeAccepted(deps, unit, traced, { day: file.day, fileNo: file.fileNo, actor })
  return { entries: traced.map(fileEntryOf), ineligible: [...credits.ineligible, ...kept] }
}

/** The entry alone, so that the loan and the rows behind it need not lie in memory until the file is written. */
function fileEntryOf(one: Traced<Accepted>): FileEntry {
  const { direction, standardEntryClass, entryDescription, entry, traceNumber } = one
  const transaction =
    one.kind === 'prenote'
      ? null
      : { transactionNo: one.transactionNo, customerKey: one.customerKey, loanNo: one.loanNo }
  return { direction, standardEntryClass, entryDescription, entry, traceNumber, transaction }
}

/** The loans of a page, locked, and what is asked of them. */
interface LockedPage {
  readonly loans: readonly Loan[]
  readonly request: PageRequest
}

async function checkAllDebits(
  deps: MoneyDeps,
  unit: UnitOfWork,
  data: PortfolioData,
  { loans, request }: LockedPage,
): Promise<CheckedDebits> {
  const { file, window } = request
  const { day } = file
  const { portfolioId } = data.portfolio
  const moment: EligibilityMoment = { hours: hoursOf(data, deps.calendar), now: unit.now, when: 'send' }
  const check = async (these: readonly Loan[]): Promise<CheckedDebits> => {
    const loaded = await loadDebitLoans(deps, unit.tx, { portfolioId, loans: these }, window)
    return await checkDebits(deps, unit, loaded, { day, moment })
  }
  const judged = await check(loans)
  const moved = await moveHeldByUs(deps, unit, data, { loans, judged })
  if (moved.length === 0) return judged
  const again = await check(moved)
  const isMoved = new Set(moved.map(({ loanNo }) => loanNo))
  return {
    accepted: [...judged.accepted.filter(({ debit }) => !isMoved.has(debit.loanNo)), ...again.accepted],
    ineligible: [...judged.ineligible.filter(({ debit }) => !isMoved.has(debit.loanNo)), ...again.ineligible],
  }
}

/** Loans and the debits that were checked of them. */
interface JudgedLoans {
  readonly loans: readonly Loan[]
  readonly judged: CheckedDebits
}

/** Moves what we missed to another day, of loans whose debits nothing else holds; answers those loans. */
async function moveHeldByUs(
  deps: MoneyDeps,
  unit: UnitOfWork,
  data: PortfolioData,
  { loans, judged: { ineligible } }: JudgedLoans,
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

/** Disbursements, refunds and reversals that are due, judged one by one; those for today alone in a same-day run, and in no other. */
async function checkCredits(
  deps: MoneyDeps,
  unit: UnitOfWork,
  data: PortfolioData,
  { loans, request }: LockedPage,
): Promise<{ accepted: AcceptedCredits[]; ineligible: IneligibleTransaction[] }> {
  const { file, actor } = request
  const { day } = file
  const accepted: AcceptedCredits[] = []
  const ineligible: IneligibleTransaction[] = []
  const byNo = new Map(loans.map((loan) => [loan.loanNo, loan]))
  const { portfolioId } = data.portfolio
  const hours = hoursOf(data, deps.calendar)
  const { effectiveEntryDate } = day
  for (const transaction of await listPlannedCreditsOf(
    unit.tx,
    portfolioId,
    [...byNo.keys()],
    effectiveEntryDate,
  )) {
    const loan = byNo.get(transaction.loanNo)
    if (loan === undefined || transaction.mode !== TransactionMode.ach) continue
    if (goesSameDay(hours, unit.now, transaction) !== isSameDayRun(day)) continue
    if (transaction.purpose === TransactionPurpose.reversal) {
      const reversal = await checkReversal(deps, unit, { loan, transaction }, actor).catch(
        failedWith(loan.loanNo),
      )
      if (reversal.ok) accepted.push(reversal.value)
      else ineligible.push({ loanNo: loan.loanNo, amount: transaction.amount, rule: reversal.error })
      continue
    }
    const isRefund = transaction.type === TransactionType.refund
    const rail = isRefund ? await railOfRefund(unit, loan, transaction) : 'ach'
    if (rail === 'waits') continue
    if (rail === 'check') {
      const mailed = mailRefund(deps, unit, { loan, transaction }, { day, actor })
      if (!(await mailed.catch(failedWith(loan.loanNo))))
        await recordHeld(deps, unit, transaction, {
          rule: 'the account cannot be used and no address is known',
          actor,
        })
      continue
    }
    const judge = isRefund ? checkRefund : checkCredit
    const judged = await judge(deps, unit, { loan, transaction }, effectiveEntryDate).catch(
      failedWith(loan.loanNo),
    )
    if (judged.ok) accepted.push(judged.value)
    else {
      await recordHeld(deps, unit, transaction, { rule: judged.error, actor })
      ineligible.push({ loanNo: transaction.loanNo, amount: transaction.amount, rule: judged.error })
    }
  }
  return { accepted, ineligible }
}

async function writeAccepted(
  deps: MoneyDeps,
  unit: UnitOfWork,
  traced: readonly Traced<Accepted>[],
  facts: { readonly day: BatchDay; readonly fileNo: string; readonly actor: string },
): Promise<void> {
  const debits = traced.filter((one) => one.kind === 'debit')
  await writeAcceptedDebits(unit, debits, facts)
  const prenotes = traced.filter((one) => one.kind === 'prenote')
  for (const one of traced) {
    if (one.kind === 'debit' || one.kind === 'prenote') continue
    await putOnBatch(deps, unit, one, facts).catch(failedWith(one.loan.loanNo))
  }
  await putPrenotesOnBatch(unit, prenotes, facts)
}

async function putOnBatch(
  deps: MoneyDeps,
  unit: UnitOfWork,
  one: Traced<AcceptedCredits>,
  facts: Parameters<typeof putCreditOnBatch>[3],
): Promise<void> {
  if (one.kind === 'credit') await putCreditOnBatch(deps, unit, one, facts)
  else if (one.kind === 'refund') await putRefundOnBatch(deps, unit, one, facts)
  else await putReversalOnBatch(deps, unit, one, facts)
}
