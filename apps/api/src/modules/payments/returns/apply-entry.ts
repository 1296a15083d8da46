import {
  type AchInboxEntry,
  insertInboxEntry,
  listInboxEntriesAbout,
  markInboxEntryApplied,
} from '@dolphin/database/payments/ach-inbox-repository'
import type { DishonoredReturn } from '@dolphin/database/payments/dishonored-return-repository'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { lockLoan } from '@dolphin/database/loans/loan-repository'
import {
  findTransaction,
  findTransactionByTrace,
  type MoneyTransaction,
} from '@dolphin/database/payments/transaction-repository'
import { findPrenotedAccount } from '@dolphin/database/servicing/prenote-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { isSameBankEntry } from '@dolphin/domain/payments/same-bank-entry'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import type { ExceptionAddenda } from '@dolphin/nacha/exception-addenda'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { applyReturn } from './apply-return.ts'
import {
  closeSolvedBy,
  openDispute,
  openRefused,
  openRefusedPrenote,
  openUnmatched,
} from './bank-entry-items.ts'
import { applyContested, noteContest } from './contested-return.ts'
import { isSentBack } from './dishonor-of.ts'
import type { ItemContext } from './import-file.ts'
import type { InboxEntry } from './inbox-file.ts'
import type { NamedTransaction } from './named-transaction.ts'
import { applyNoticeOfChange } from './notice-of-change.ts'
import { applyPrenoteAnswer } from './returned-prenote.ts'
import type { MoneyDeps } from '../../../deps.ts'

type Applied = AchInboxEntry['applied']

/** An entry of the bank, and the transaction that a person names for it. */
interface EntryToApply {
  readonly item: InboxEntry
  readonly transactionNo?: string | undefined
}

/**
 * Applies what the bank says of one entry, once, in the caller's transaction: the loan is locked before its transaction.
 * `unmatched`: no entry of ours has the trace number. `refused`: nothing was changed. Both open a work item. One that was
 * refused or unmatched before and is sent again is tried again. It is about the transaction of its trace number, or about
 * the one that a person names. One that was sent back to the bank is not applied until the bank contests that.
 */
export async function applyInboxEntry(
  deps: MoneyDeps,
  unit: UnitOfWork,
  context: ItemContext,
  { item, transactionNo }: EntryToApply,
): Promise<Applied | 'alreadyKnown'> {
  const { portfolioId } = context
  const { originalTrace } = item.exception
  const dishonor = await noteContest(unit, context, item)
  const about = transactionNo ?? dishonor?.transactionNo ?? undefined
  const found =
    about === undefined
      ? await findTransactionByTrace(unit.tx, portfolioId, originalTrace)
      : await findTransaction(unit.tx, { portfolioId, transactionNo: about })
  if (found === undefined) return await applyToPrenote(deps, unit, context, item)
  const loan = await lockLoan(unit.tx, found)
  const earlier = await findSame(unit, context, item)
  if (earlier?.applied === 'applied' || (await isSentBack(unit, context, item))) return 'alreadyKnown'
  assert(loan !== undefined, 'a loan whose money was sent is never deleted')
  const transaction = await findTransaction(unit.tx, found)
  assert(transaction !== undefined, 'a transaction is never deleted')
  const applied = await applyTo(deps, unit, { loan, transaction, item, context }, dishonor)
  if (earlier !== undefined && applied !== 'applied') return 'alreadyKnown'
  await keepFinding(unit, context, item, { earlier, about: transaction, applied })
  if (applied === 'refused') {
    await escalateToEmployee(unit, transaction, item, context)
    if (!(await isAnswered(unit, context, item)))
      await openRefused(deps, unit, { context, item }, transaction)
  } else {
    const { loanNo, transactionNo } = transaction
    await closeSolvedBy(unit, context, item, { loanNo, name: `transaction ${transactionNo}` })
  }
  return applied
}

/** Whether the right entry came before one that is refused: it would have closed the work item, whatever their order. */
async function isAnswered(unit: UnitOfWork, context: ItemContext, item: InboxEntry): Promise<boolean> {
  const about = await listInboxEntriesAbout(unit.tx, entryKey(context, item))
  return about.some(({ applied, code }) => applied === 'applied' && code === item.exception.code)
}

/** Applies an entry about no transaction: it answers a prenote, or is of no entry of ours. */
async function applyToPrenote(
  deps: MoneyDeps,
  unit: UnitOfWork,
  context: ItemContext,
  item: InboxEntry,
): Promise<Applied | 'alreadyKnown'> {
  const { portfolioId } = context
  const { originalTrace } = item.exception
  const found = await findPrenotedAccount(unit.tx, portfolioId, originalTrace)
  const loan = found && (await lockLoan(unit.tx, found))
  const earlier = await findSame(unit, context, item)
  if (earlier?.applied === 'applied' || (await isSentBack(unit, context, item))) return 'alreadyKnown'
  const account = await findPrenotedAccount(unit.tx, portfolioId, originalTrace)
  if (loan === undefined || account === undefined) {
    if (earlier || !(await keep(unit, context, item, { applied: 'unmatched' }))) return 'alreadyKnown'
    await openUnmatched(deps, unit, context, item)
    return 'unmatched'
  }
  const applied = await applyPrenoteAnswer(deps, unit, { loan, account, item, context })
  if (earlier !== undefined && applied !== 'applied') return 'alreadyKnown'
  const about = { transactionNo: null, loanNo: loan.loanNo }
  await keepFinding(unit, context, item, { earlier, about, applied })
  const named = { loanNo: loan.loanNo, name: `the prenote of account ${account.sequence}` }
  if (applied === 'refused') await openRefusedPrenote(deps, unit, { context, item }, named)
  else await closeSolvedBy(unit, context, item, named)
  return applied
}

interface Finding {
  readonly earlier: AchInboxEntry | undefined
  readonly about: Pick<AchInboxEntry, 'transactionNo' | 'loanNo'>
  readonly applied: Applied
}

/** Keeps what became of an entry, or of one that could not be applied when it came before. */
async function keepFinding(
  unit: UnitOfWork,
  context: ItemContext,
  item: InboxEntry,
  { earlier, about, applied }: Finding,
): Promise<void> {
  if (earlier !== undefined) return await markInboxEntryApplied(unit.tx, earlier, about)
  const isKept = await keep(unit, context, item, { about, applied })
  assert(isKept, 'the lock on the loan keeps others from applying its entries')
}

async function applyTo(
  deps: MoneyDeps,
  unit: UnitOfWork,
  named: NamedTransaction,
  dishonor: DishonoredReturn | undefined,
): Promise<Applied> {
  const { item, transaction, context } = named
  const { exception } = item
  if (exception.kind === 'noticeOfChange') {
    const { accountKey, transactionNo } = transaction
    const sent = { accountKey, named: { transactionNo } }
    return await applyNoticeOfChange(deps, unit, { loan: named.loan, sent, context }, exception)
  }
  if (exception.kind === 'contested' && dishonor !== undefined)
    return await applyContested(deps, unit, { named, exception, dishonor })
  // The banks' matter; the return stands until a person has settled it (docs/decisions).
  if (exception.kind !== 'return') {
    await auditDispute(unit, transaction, exception, context)
    await openDispute(deps, unit, transaction, { code: exception.code, actor: context.actor })
    return 'applied'
  }
  return await applyReturn(deps, unit, named)
}

/** A contest is stored beside the dishonor that it answers. */
const kindOf = ({ kind }: ExceptionAddenda): AchInboxEntry['kind'] =>
  kind === 'contested' || kind === 'dishonored' ? STORED_NAMES.inboxEntryKind.dishonored : kind

const entryKey = ({ portfolioId }: ItemContext, { exception, amount, bankDate }: InboxEntry) => ({
  portfolioId,
  kind: kindOf(exception),
  originalTrace: exception.originalTrace,
  code: exception.code,
  amount,
  bankTrace: exception.traceNumber,
  bankDate,
})

/** The same entry as it came before; undefined if it never did. */
export async function findSame(
  unit: UnitOfWork,
  context: ItemContext,
  item: InboxEntry,
): Promise<AchInboxEntry | undefined> {
  const arrived = entryKey(context, item)
  const stored = await listInboxEntriesAbout(unit.tx, arrived)
  return stored.find((one) => isSameBankEntry(one, arrived))
}

/** What an entry was found to be about, and what became of it. */
interface EntryResult {
  /** Left out where it is of no entry of ours. */
  readonly about?: Finding['about']
  readonly applied: Applied
}

async function keep(
  unit: UnitOfWork,
  context: ItemContext,
  item: InboxEntry,
  { about, applied }: EntryResult,
): Promise<boolean> {
  return await insertInboxEntry(unit.tx, {
    ...entryKey(context, item),
    sha256: context.sha256,
    line: item.line,
    transactionNo: about?.transactionNo ?? null,
    loanNo: about?.loanNo ?? null,
    addenda: addendaFacts(item.exception),
    applied,
    at: unit.now,
  })
}

/** Numbers that may be an account's do not lie about readable. */
const masked = (text: string): string =>
  text.replace(/[0-9A-Z-]*\d{4,}[0-9A-Z-]*/gi, (number) => `••••${number.slice(-4)}`)

function addendaFacts(exception: ExceptionAddenda): AchInboxEntry['addenda'] {
  const { kind, traceNumber, originalRdfi } = exception
  const facts = { kind, traceNumber, originalRdfi }
  switch (exception.kind) {
    case 'return': {
      const { dateOfDeath, information } = exception
      const died = dateOfDeath === undefined ? {} : { dateOfDeath: formatLocalDate(dateOfDeath) }
      return { ...facts, ...died, information: masked(information) }
    }
    case 'noticeOfChange':
      return facts
    case 'dishonored':
      return {
        ...facts,
        returnCode: exception.returnCode,
        returnTrace: exception.returnTrace,
        information: masked(exception.information),
      }
    case 'contested':
      return {
        ...facts,
        returnCode: exception.returnCode,
        returnTrace: exception.returnTrace,
        [STORED_NAMES.inboxEntryFact.dishonoredCode]: exception.dishonoredCode,
      }
  }
}

async function escalateToEmployee(
  unit: UnitOfWork,
  { portfolioId, loanNo, transactionNo }: MoneyTransaction,
  { exception, line }: InboxEntry,
  { sha256, actor }: ItemContext,
): Promise<void> {
  const facts = { transactionNo, kind: exception.kind, code: exception.code, sha256, line }
  const event = { portfolioId, subject: loanNo, action: 'bankEntryForReview', actor, facts, at: unit.now }
  await appendAudit(unit.tx, event)
}

async function auditDispute(
  unit: UnitOfWork,
  { portfolioId, loanNo, transactionNo }: MoneyTransaction,
  { kind, code }: ExceptionAddenda,
  { actor }: ItemContext,
): Promise<void> {
  const facts = { transactionNo, kind, code }
  const event = { portfolioId, subject: loanNo, action: 'returnDisputed', actor, facts, at: unit.now }
  await appendAudit(unit.tx, event)
}
