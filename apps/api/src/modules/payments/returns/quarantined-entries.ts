import { type AchInboxEntry, listInboxEntriesAbout } from '@dolphin/database/payments/ach-inbox-repository'
import { findNewestWorkItem, WHOLE_SERVER } from '@dolphin/database/work-items/work-item-repository'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import type { WorkItemKind } from '@dolphin/domain/work-items/codes'
import { sha256Hex } from '@dolphin/integrations/objects/object-key'
import type { EntryClue } from '@dolphin/nacha/entry-clue'
import { maskedRecord } from '@dolphin/nacha/masked-record'
import type { MoneyDeps } from '../../../deps.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { openWorkItem } from '../../work-items/work-item-service.ts'
import { loansConcerned } from './concerned-loans.ts'
import type { EntryKind } from './import-tally.ts'
import type { BankLines, FrameFault, UnreadEntry } from './inbox-file.ts'

type NeededDeps = Pick<MoneyDeps, 'calendar' | 'portfolios' | 'cipher'>

/** The file that an entry came with. */
export interface DeliveredFile {
  readonly sha256: string
  readonly fileName: string
  readonly actor: string
  /** The day on which the bank's word is taken to have come, in a portfolio. */
  readonly todayIn: (portfolioId: number) => Parameters<typeof loansConcerned>[2]['today']
}

/** An entry that waits for a person as it stands: why, and what may be said of it. */
export type HeldEntry = Omit<UnreadEntry, 'faults'> & { readonly problem: string }

const COMPLETE_TRACE = /^\d{15}$/

/** What an entry brings by its addenda, where that can be seen. */
export function kindOfRecords(records: readonly string[]): EntryKind {
  const found = records.map((record) => /^7?9([89])([RC]\d{2})/.exec(record)).find((match) => match !== null)
  if (!found) return 'unread'
  if (found[1] === '8') return 'noticeOfChange'
  return /^R[67]/.test(found[2] ?? '') ? 'dispute' : 'return'
}

/** The same lines are one entry, whatever file brings them. */
export const heldSubject = ({ records }: Pick<BankLines, 'records'>): string =>
  `entry/${sha256Hex(records.map((record) => record.trimEnd()).join('\n')).slice(0, 32)}`

const shown = ({ records, before, after }: BankLines) => ({
  lines: records.map(maskedRecord),
  before: before === undefined ? null : maskedRecord(before),
  after: after === undefined ? null : maskedRecord(after),
})

/** Whose entry it is: the portfolio of its company, else the server as a whole. */
export function ownerOf(
  { portfolios }: Pick<MoneyDeps, 'portfolios'>,
  companyId: string | undefined,
): number {
  const owner = portfolios.all.find(({ portfolio }) => portfolio.ach.companyId === companyId)
  return owner?.portfolio.portfolioId ?? WHOLE_SERVER
}

/**
 * Quarantines one entry with its lines: a work item of its portfolio and, where its company is not known, of the server
 * and of each portfolio that has loans it may concern; their debits rest. `unread`: nothing in it leads to a loan or to
 * an entry, so nothing was done. Source: domain.md §14.
 */
export async function quarantineEntry(
  deps: NeededDeps,
  unit: UnitOfWork,
  file: DeliveredFile,
  held: HeldEntry,
): Promise<'quarantined' | 'known' | 'unread'> {
  const owner = ownerOf(deps, held.companyId)
  const about = { kind: 'entryQuarantined', subject: heldSubject(held.place) } as const
  if (await findNewestWorkItem(unit.tx, { portfolioId: owner, ...about })) return 'known'
  if (await isAnswered(deps, unit, held)) return 'known'
  const concerned = await concernedBy(deps, unit, file, { owner, clue: held.clue })
  const leads = concerned.size > 0 || COMPLETE_TRACE.test(held.clue.originalTrace ?? '')
  if (!leads) return 'unread'
  for (const portfolioId of new Set([owner, ...concerned.keys()])) {
    const concerns = concerned.get(portfolioId) ?? []
    await openWorkItem(deps, unit, {
      ...about,
      portfolioId,
      loanNo: concerns.length === 1 ? (concerns[0] ?? null) : null,
      concerns,
      reason: `line ${held.line} of ${file.fileName}: ${held.problem}`,
      facts: heldFacts(file, held),
      actor: file.actor,
    })
  }
  return 'quarantined'
}

const STORED_KINDS: Readonly<Record<EntryKind, readonly AchInboxEntry['kind'][]>> = {
  return: ['return'],
  noticeOfChange: ['noticeOfChange'],
  dispute: [STORED_NAMES.inboxEntryKind.dishonored],
  unread: [],
}

/** A debit comes back once, whatever the code; a bank may correct several things of one account. */
export const answers = (kind: string, right: string, held: unknown): boolean =>
  kind !== 'noticeOfChange' || right === held

/** Whether the right entry came before: it would have closed the work item, whatever their order. */
async function isAnswered(
  { portfolios }: Pick<MoneyDeps, 'portfolios'>,
  unit: UnitOfWork,
  { clue: { originalTrace, code }, place }: HeldEntry,
): Promise<boolean> {
  if (originalTrace === undefined) return false
  for (const { portfolio } of portfolios.all) {
    for (const kind of STORED_KINDS[kindOfRecords(place.records)]) {
      const about = { portfolioId: portfolio.portfolioId, kind, originalTrace }
      const stored = await listInboxEntriesAbout(unit.tx, about)
      if (stored.some((one) => one.applied === 'applied' && answers(kind, one.code, code))) return true
    }
  }
  return false
}

/** What is known of an entry, and the portfolio that its company leads to. */
interface OwnedClue {
  readonly owner: number
  readonly clue: EntryClue
}

/** The loans that it may concern, of its own portfolio, or of each where that is not known. */
async function concernedBy(
  deps: NeededDeps,
  unit: UnitOfWork,
  { todayIn }: DeliveredFile,
  { owner, clue }: OwnedClue,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const all = deps.portfolios.all.map(({ portfolio }) => portfolio.portfolioId)
  const found = new Map<number, readonly string[]>()
  for (const portfolioId of owner === WHOLE_SERVER ? all : [owner]) {
    const context = { portfolioId, today: todayIn(portfolioId) }
    const loanNos = await loansConcerned(deps, unit, context, [clue])
    if (loanNos.length > 0) found.set(portfolioId, loanNos)
  }
  return found
}

function heldFacts(
  { sha256, fileName }: DeliveredFile,
  { line, companyId, clue, place, problem }: HeldEntry,
) {
  const { originalTrace = null, code = null, amount } = clue
  return {
    fileName,
    sha256,
    line,
    companyId: companyId ?? null,
    kind: kindOfRecords(place.records),
    code,
    originalTrace,
    amount: amount === undefined ? null : moneyToWire(amount),
    problem,
    ...shown(place),
  }
}

/** Lines of a file that tell nothing of any loan, and what does not agree around its entries. */
export interface UnreadLines {
  readonly found: readonly (FrameFault & { readonly isEntry: boolean })[]
  /** Trace numbers that could be read of the file; null where there are too many to name. */
  readonly traces: readonly string[] | null
  readonly entries: number
}

const UNREAD: WorkItemKind = 'unreadBankEntry'
/** Lines that a work item shows. */
const MOST_SHOWN = 20

export const fileSubject = (sha256: string): string => `file/${sha256}`

/** What of a file cannot be read, and the portfolio that it may be about. */
interface UnreadOf {
  readonly portfolioId: number
  readonly unread: UnreadLines
}

/** One work item of a portfolio, or of the server, for what of a file may be about any loan. Answers whether it is new. */
export async function openUnread(
  deps: NeededDeps,
  unit: UnitOfWork,
  { sha256, fileName, actor }: Pick<DeliveredFile, 'sha256' | 'fileName' | 'actor'>,
  { portfolioId, unread: { found, traces, entries } }: UnreadOf,
): Promise<boolean> {
  const about = { portfolioId, kind: UNREAD, subject: fileSubject(sha256) } as const
  if (await findNewestWorkItem(unit.tx, about)) return false
  const lines = found.map(({ line }) => line)
  const named = lines.slice(0, MOST_SHOWN).join(', ')
  const problem = found[0]?.faults[0]?.problem ?? ''
  await openWorkItem(deps, unit, {
    ...about,
    reason: found.some(({ isEntry }) => isEntry)
      ? `nothing can be read of line ${named} of ${fileName}: it may be about any loan`
      : `line ${named} of ${fileName} does not agree with the entries (${problem}): one may be missing or altered`,
    facts: {
      fileName,
      sha256,
      lines: lines.slice(0, 100),
      found: found.slice(0, MOST_SHOWN).map(({ line, faults, place }) => ({
        line,
        problem: faults[0]?.problem ?? null,
        ...shown(place),
      })),
      traces,
      entries,
    },
    actor,
  })
  return true
}
