import { listTracesThatCame } from '@dolphin/database/payments/ach-inbox-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import type { LoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import { listOpenWorkItems, WHOLE_SERVER } from '@dolphin/database/work-items/work-item-repository'
import { transactionStatusText } from '@dolphin/domain/payments/transaction-status'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { type ReturnCode, returnRule } from '@dolphin/domain/payments/debit-eligibility/return-codes'
import type { EntryClue } from '@dolphin/nacha/entry-clue'
import type { WorkItemKind } from '@dolphin/domain/work-items/codes'
import { sha256Hex } from '@dolphin/integrations/objects/object-key'
import type { MoneyDeps } from '../../../deps.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { closeWorkItems, openWorkItem, type WorkItemDeps } from '../../work-items/work-item-service.ts'
import { loansConcerned } from './concerned-loans.ts'
import type { ItemContext } from './import-file.ts'
import { clueOf, type InboxEntry, inboxItems } from './inbox-file.ts'
import { answers, fileSubject, kindOfRecords } from './quarantined-entries.ts'

type NeededDeps = Pick<MoneyDeps, 'calendar' | 'portfolios' | 'cipher'>

/** Each entry has a work item of its own: what becomes of one says nothing of another of the same trace. */
const entrySubject = ({ exception, amount, bankDate }: InboxEntry): string => {
  const { originalTrace, code, traceNumber } = exception
  return `return/${originalTrace}/${code}/${moneyToWire(amount)}/${traceNumber}/${bankDate}`
}

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
  const { code, originalTrace } = item.exception
  const concerns = await loansConcerned(deps, unit, context, [clueOf(item)])
  await openWorkItem(deps, unit, {
    portfolioId,
    kind: 'unmatchedReturn',
    subject: entrySubject(item),
    loanNo: concerns.length === 1 ? (concerns[0] ?? null) : null,
    concerns,
    reason: `${code} for trace ${originalTrace}: no entry of ours has this trace number`,
    facts: entryFacts(item, context),
    actor,
  })
}

/** An entry of the bank with the file that it came in. */
interface ArrivedEntry {
  readonly context: ItemContext
  readonly item: InboxEntry
}

/** An entry about a transaction that could not be applied to it. */
export async function openRefused(
  deps: NeededDeps,
  unit: UnitOfWork,
  { context, item }: ArrivedEntry,
  { transactionNo, loanNo, amount, status }: MoneyTransaction,
): Promise<void> {
  const { portfolioId, actor } = context
  const { exception } = item
  await openWorkItem(deps, unit, {
    portfolioId,
    kind: 'refusedReturn',
    subject: entrySubject(item),
    loanNo,
    concerns: [loanNo],
    reason: `${exception.code} of ${moneyToWire(item.amount)} does not fit transaction ${transactionNo} of ${moneyToWire(amount)} (${transactionStatusText(status)})`,
    facts: { ...entryFacts(item, context), transactionNo },
    actor,
  })
}

/** An entry about a prenote that could not be applied to its account. */
export async function openRefusedPrenote(
  deps: NeededDeps,
  unit: UnitOfWork,
  { context, item }: ArrivedEntry,
  { loanNo, name }: { readonly loanNo: string; readonly name: string },
): Promise<void> {
  const { portfolioId, actor } = context
  const { exception } = item
  await openWorkItem(deps, unit, {
    portfolioId,
    kind: 'refusedReturn',
    subject: entrySubject(item),
    loanNo,
    concerns: [loanNo],
    reason: `${exception.code} of ${moneyToWire(item.amount)} does not fit ${name}`,
    facts: entryFacts(item, context),
    actor,
  })
}

/** A return that two people sent back and no file could take: it waits for a person again. */
export async function openNotSentBack(
  deps: NeededDeps,
  unit: UnitOfWork,
  { context, item }: ArrivedEntry,
  { loanNo, reason }: { readonly loanNo: string | null; readonly reason: string },
): Promise<void> {
  const { portfolioId, actor } = context
  const isOurs = loanNo !== null
  const concerns = isOurs ? [loanNo] : await loansConcerned(deps, unit, context, [clueOf(item)])
  await openWorkItem(deps, unit, {
    portfolioId,
    kind: isOurs ? 'refusedReturn' : 'unmatchedReturn',
    subject: entrySubject(item),
    loanNo: concerns.length === 1 ? (concerns[0] ?? null) : null,
    concerns,
    reason,
    facts: entryFacts(item, context),
    actor,
  })
}

/** An applied entry ends what waited for it: what was refused of its trace, or waited as it is or unread. */
export async function closeSolvedBy(
  unit: UnitOfWork,
  context: ItemContext,
  item: InboxEntry,
  { loanNo, name }: { readonly loanNo: string; readonly name: string },
): Promise<void> {
  const { portfolioId, actor: by } = context
  const { exception, amount, place } = item
  const reason = `${exception.code} for ${name} was applied`
  const close = async (portfolio: number, kind: WorkItemKind, subject: string) => {
    await closeWorkItems(unit, { portfolioId: portfolio, kind, subject }, { by, reason })
  }
  for (const one of await listOpenWorkItems(unit.tx, { portfolioId, kind: 'refusedReturn' })) {
    const isOfTrace = one.facts['originalTrace'] === exception.originalTrace
    // A notice of change says nothing of a return, nor a return of a contest, which ends with one of its code.
    const isContest = one.facts['kind'] === 'contested'
    const isOther =
      one.facts['kind'] !== exception.kind || (isContest && one.facts['code'] !== exception.code)
    if (isOfTrace && !isOther) await close(portfolioId, 'refusedReturn', one.subject)
  }
  const { code, originalTrace, traceNumber } = exception
  const money = moneyToWire(amount)
  for (const one of await listOpenWorkItems(unit.tx, { portfolioId, kind: 'unmatchedReturn' })) {
    const { code: ofCode, amount: ofAmount, originalTrace: ofTrace, bankTrace, bankDate } = one.facts
    const isIt = ofTrace === originalTrace && bankTrace === traceNumber && bankDate === item.bankDate
    if (ofCode === code && ofAmount === money && (isIt || one.concerns.includes(loanNo)))
      await close(portfolioId, 'unmatchedReturn', one.subject)
  }
  const kind = kindOfRecords(place.records)
  for (const portfolio of [portfolioId, WHOLE_SERVER]) {
    for (const one of await listOpenWorkItems(unit.tx, {
      portfolioId: portfolio,
      kind: 'entryQuarantined',
    })) {
      if (one.facts['kind'] !== kind || !answers(kind, code, one.facts['code'])) continue
      const trace = one.facts['originalTrace']
      const isOfLoan = one.concerns.includes(loanNo) && one.facts['amount'] === money
      if (trace === null ? isOfLoan : trace === originalTrace)
        await close(portfolio, 'entryQuarantined', one.subject)
    }
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
  { context, item }: ArrivedEntry,
  failure: string,
): Promise<void> {
  const { portfolioId, actor } = context
  const concerns = await loansConcerned(deps, unit, context, [clueOf(item)])
  await openWorkItem(deps, unit, {
    portfolioId,
    kind: 'refusedReturn',
    subject: entrySubject(item),
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

/** A file that was quarantined whole, with the loans that its lines may be about, and apart what tells nothing. */
export async function openQuarantined(
  deps: NeededDeps,
  unit: UnitOfWork,
  { portfolioId, sha256, fileName, faults, actor, today }: DamagedFile,
  clues: readonly EntryClue[],
): Promise<void> {
  const concerns = await loansConcerned(deps, unit, { portfolioId, today }, clues)
  const about = { portfolioId, subject: fileSubject(sha256), actor }
  const traces = tracesOf(clues)
  const facts = { fileName, sha256, faults, entries: clues.length }
  await openWorkItem(deps, unit, {
    ...about,
    kind: 'fileQuarantined',
    concerns,
    reason: `${fileName} has ${faults} ${faults === 1 ? 'fault' : 'faults'}: none of it was applied`,
    facts: { ...facts, traces: traces.length <= MOST_TRACES ? traces : null },
  })
  if (concerns.length > 0 || traces.length > 0) return
  await openWorkItem(deps, unit, {
    ...about,
    kind: 'unreadBankEntry',
    reason: `nothing can be read of ${fileName}: it may be about any loan`,
    facts,
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
  const open = [
    ...(await listOpenWorkItems(unit.tx, { portfolioId, kind: 'fileQuarantined' })),
    ...(await listOpenWorkItems(unit.tx, { portfolioId, kind: 'unreadBankEntry' })),
  ]
  const ofThis = fileSubject(sha256Hex(bytes))
  const waiting = open
    .map(({ subject, facts: { traces, entries } }) => ({
      subject,
      traces: Array.isArray(traces) ? traces.map(String) : [],
      entries: Number(entries),
    }))
    .filter(({ subject, traces }) => subject !== ofThis && traces.length > 0)
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
  for (const item of inboxItems(bytes)) {
    if (item.is !== 'entry') continue
    const { originalTrace } = item.entry.exception
    entries += 1
    if (wanted.has(originalTrace)) found.add(originalTrace)
  }
  return { entries, found }
}
