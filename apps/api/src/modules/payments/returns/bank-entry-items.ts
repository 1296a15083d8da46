import { listTracesThatCame } from '@dolphin/database/payments/ach-inbox-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import type { LoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { type ReturnCode, returnRule } from '@dolphin/domain/payments/debit-eligibility/return-codes'
import type { ExceptionAddenda } from '@dolphin/nacha/exception-addenda'
import type { MoneyDeps } from '../../../deps.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { closeWorkItems, openWorkItem, type WorkItemDeps } from '../../work-items/work-item-service.ts'
import { loansConcerned } from './concerned-loans.ts'
import { clueOf, type EntryClue, type FileClues } from './entry-clue.ts'
import type { ItemContext } from './import-file.ts'
import { inboxEntries, type InboxEntry } from './inbox-file.ts'

type NeededDeps = Pick<MoneyDeps, 'calendar' | 'portfolios' | 'cipher'>

const traceSubject = ({ originalTrace }: Pick<ExceptionAddenda, 'originalTrace'>): string =>
  `return/${originalTrace}`

const entryFacts = ({ exception, amount, bankDate, line }: InboxEntry, { sha256 }: ItemContext) => ({
  kind: exception.kind,
  code: exception.code,
  originalTrace: exception.originalTrace,
  bankTrace: exception.traceNumber,
  bankDate,
  amount: moneyToWire(amount),
  sha256,
  line,
})

/** An entry for which no transaction is known: a person finds out which one it is about. */
export async function openUnmatched(
  deps: NeededDeps,
  unit: UnitOfWork,
  context: ItemContext,
  item: InboxEntry,
): Promise<void> {
  const { portfolioId, actor } = context
  const { exception, bankDate } = item
  const { code, originalTrace, traceNumber } = exception
  const concerns = await loansConcerned(deps, unit, context, [clueOf(item)])
  await openWorkItem(deps, unit, {
    portfolioId,
    kind: 'unmatchedReturn',
    subject: `${traceSubject(exception)}/${code}/${traceNumber}/${bankDate}`,
    loanNo: concerns.length === 1 ? (concerns[0] ?? null) : null,
    concerns,
    reason: `${code} for trace ${originalTrace}: no entry of ours has this trace number`,
    facts: entryFacts(item, context),
    actor,
  })
}

/** An entry about a transaction that could not be applied to it. */
export async function openRefused(
  deps: NeededDeps,
  unit: UnitOfWork,
  context: ItemContext,
  item: InboxEntry,
  { transactionNo, loanNo, amount, status }: MoneyTransaction,
): Promise<void> {
  const { portfolioId, actor } = context
  const { exception } = item
  await openWorkItem(deps, unit, {
    portfolioId,
    kind: 'refusedReturn',
    subject: traceSubject(exception),
    loanNo,
    concerns: [loanNo],
    reason: `${exception.code} of ${moneyToWire(item.amount)} does not fit transaction ${transactionNo} of ${moneyToWire(amount)} (status ${status})`,
    facts: { ...entryFacts(item, context), transactionNo },
    actor,
  })
}

/** An entry about a prenote that could not be applied to its account. */
export async function openRefusedPrenote(
  deps: NeededDeps,
  unit: UnitOfWork,
  context: ItemContext,
  item: InboxEntry,
  { loanNo, name }: { readonly loanNo: string; readonly name: string },
): Promise<void> {
  const { portfolioId, actor } = context
  const { exception } = item
  await openWorkItem(deps, unit, {
    portfolioId,
    kind: 'refusedReturn',
    subject: traceSubject(exception),
    loanNo,
    concerns: [loanNo],
    reason: `${exception.code} of ${moneyToWire(item.amount)} does not fit ${name}`,
    facts: entryFacts(item, context),
    actor,
  })
}

/** An applied entry ends what waited for it: a refused one of its trace, and an unmatched one that it explains. */
export async function closeSolvedBy(
  unit: UnitOfWork,
  { portfolioId, actor: by }: ItemContext,
  { exception, amount }: InboxEntry,
  { loanNo, name }: { readonly loanNo: string; readonly name: string },
): Promise<void> {
  const reason = `${exception.code} for ${name} was applied`
  await closeWorkItems(
    unit,
    { portfolioId, kind: 'refusedReturn', subject: traceSubject(exception) },
    { by, reason },
  )
  const unmatched = await listOpenWorkItems(unit.tx, { portfolioId, kind: 'unmatchedReturn' })
  for (const { subject, concerns, facts } of unmatched) {
    const isSame = facts['code'] === exception.code && facts['amount'] === moneyToWire(amount)
    if (isSame && concerns.includes(loanNo))
      await closeWorkItems(unit, { portfolioId, kind: 'unmatchedReturn', subject }, { by, reason })
  }
}

/** A return whose code asks for a person: what stands behind it, and what the borrower wants. */
export async function openReturnForReview(
  deps: WorkItemDeps,
  unit: UnitOfWork,
  { portfolioId, loanNo, transactionNo }: MoneyTransaction,
  { code, actor }: { readonly code: ReturnCode; readonly actor: string },
): Promise<void> {
  await openWorkItem(deps, unit, {
    portfolioId,
    kind: 'returnForReview',
    subject: `transaction/${transactionNo}`,
    loanNo,
    reason: `${transactionNo} came back: ${code}, ${returnRule(code).meaning}`,
    facts: { transactionNo, code },
    actor,
  })
}

/** The same of a prenote: the account can be used only once a person knows why. */
export async function openPrenoteForReview(
  deps: WorkItemDeps,
  unit: UnitOfWork,
  { portfolioId, loanNo, sequence, prenoteTrace }: LoanAccount,
  { code, actor }: { readonly code: ReturnCode; readonly actor: string },
): Promise<void> {
  await openWorkItem(deps, unit, {
    portfolioId,
    kind: 'returnForReview',
    subject: `prenote/${prenoteTrace ?? ''}`,
    loanNo,
    reason: `the prenote of account ${sequence} came back: ${code}, ${returnRule(code).meaning}`,
    facts: { account: sequence, code },
    actor,
  })
}

/** A dispute between the banks about a return; it stands until a person has settled it. */
export async function openDispute(
  deps: WorkItemDeps,
  unit: UnitOfWork,
  { portfolioId, loanNo, transactionNo }: MoneyTransaction,
  { code, actor }: { readonly code: string; readonly actor: string },
): Promise<void> {
  await openWorkItem(deps, unit, {
    portfolioId,
    kind: 'returnDisputed',
    subject: `transaction/${transactionNo}`,
    loanNo,
    reason: `the banks dispute the return of ${transactionNo}: ${code}`,
    facts: { transactionNo, code },
    actor,
  })
}

/** An entry that failed to be applied holds the debits of its loan as a refused one does; importing it again tries again. */
export async function openFailed(
  deps: NeededDeps,
  unit: UnitOfWork,
  context: ItemContext,
  item: InboxEntry,
  failure: string,
): Promise<void> {
  const { portfolioId, actor } = context
  const concerns = await loansConcerned(deps, unit, context, [clueOf(item)])
  await openWorkItem(deps, unit, {
    portfolioId,
    kind: 'refusedReturn',
    subject: traceSubject(item.exception),
    loanNo: concerns.length === 1 ? (concerns[0] ?? null) : null,
    concerns,
    reason: `${item.exception.code} for trace ${item.exception.originalTrace} failed: ${failure}`,
    facts: { ...entryFacts(item, context), failure },
    actor,
  })
}

/** Traces of a file that a work item names; a larger file is closed by a person. */
const MOST_TRACES = 1_000

interface DamagedFile {
  readonly portfolioId: number
  readonly sha256: string
  readonly fileName: string
  readonly faults: number
  readonly actor: string
  readonly today: ItemContext['today']
}

/** A file that was quarantined, with the loans that its entries may be about, and apart what nothing can be read of. */
export async function openQuarantined(
  deps: NeededDeps,
  unit: UnitOfWork,
  { portfolioId, sha256, fileName, faults, actor, today }: DamagedFile,
  { clues, unreadable }: FileClues,
): Promise<void> {
  const concerns = await loansConcerned(deps, unit, { portfolioId, today }, clues)
  const about = { portfolioId, subject: `file/${sha256}`, actor }
  const traces = tracesOf(clues)
  await openWorkItem(deps, unit, {
    ...about,
    kind: 'fileQuarantined',
    concerns,
    reason: `${fileName} has ${faults} ${faults === 1 ? 'fault' : 'faults'}: none of it was applied`,
    facts: {
      fileName,
      faults,
      entries: clues.length + unreadable.length,
      traces: traces.length <= MOST_TRACES ? traces : null,
      unreadable: unreadable.length,
    },
  })
  if (unreadable.length === 0) return
  const lines = unreadable.slice(0, 20).join(', ')
  await openWorkItem(deps, unit, {
    ...about,
    kind: 'unreadBankEntry',
    reason: `nothing can be read of line ${lines} of ${fileName}: it may be about any loan`,
    facts: { fileName, lines: unreadable.slice(0, 100) },
  })
}

const tracesOf = (clues: readonly EntryClue[]): string[] => [
  ...new Set(clues.flatMap(({ originalTrace }) => originalTrace ?? [])),
]

/**
 * Closes quarantined files that a whole file replaces: every trace number that could be read of them has come, and where
 * some could not be read, all of them in one file of no fewer entries.
 */
export async function closeReplacedFiles(
  unit: UnitOfWork,
  { portfolioId, actor: by }: Pick<ItemContext, 'portfolioId' | 'actor'>,
  bytes: Uint8Array,
): Promise<void> {
  const open = await listOpenWorkItems(unit.tx, { portfolioId, kind: 'fileQuarantined' })
  const waiting = open
    .map(({ subject, facts: { traces, entries } }) => ({
      subject,
      traces: Array.isArray(traces) ? traces.map(String) : [],
      entries: Number(entries),
    }))
    .filter(({ traces }) => traces.length > 0)
  if (waiting.length === 0) return
  const file = findTraces(bytes, new Set(waiting.flatMap(({ traces }) => traces)))
  for (const { subject, traces, entries } of waiting) {
    const isAllHere = traces.every((trace) => file.found.has(trace)) && file.entries >= entries
    if (!isAllHere && traces.length < entries) continue
    const came = await listTracesThatCame(unit.tx, portfolioId, traces)
    if (!traces.every((trace) => came.has(trace))) continue
    const reason = 'the bank sent its entries again'
    for (const kind of ['fileQuarantined', 'unreadBankEntry'] as const) {
      await closeWorkItems(unit, { portfolioId, kind, subject }, { by, reason })
    }
  }
}

/** How many entries a file has, and which of these trace numbers are among them. */
function findTraces(bytes: Uint8Array, wanted: ReadonlySet<string>) {
  const found = new Set<string>()
  let entries = 0
  for (const { exception } of inboxEntries(bytes)) {
    entries += 1
    if (wanted.has(exception.originalTrace)) found.add(exception.originalTrace)
  }
  return { entries, found }
}
