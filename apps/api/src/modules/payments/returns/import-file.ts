import {
  type AchInboxEntry,
  type AchInboxFile,
  findInboxFile,
  insertInboxFile,
  markInboxFileImported,
} from '@dolphin/database/payments/ach-inbox-repository'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { WHOLE_SERVER } from '@dolphin/database/work-items/work-item-repository'
import { assert } from '@dolphin/domain/assert'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { ok } from '@dolphin/domain/outcome'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { sha256Hex } from '@dolphin/integrations/objects/object-key'
import type { NachaError } from '@dolphin/nacha/nacha-error'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { describe, failureCode } from '../../../http/error-handler.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { applyInboxEntry } from './apply-entry.ts'
import { closeReplacedFiles, openFailed, openQuarantined } from './bank-entry-items.ts'
import { type FileCensus, takeCensus } from './file-census.ts'
import { type EntryCounts, type EntryKind, type ImportedKind, ImportTally } from './import-tally.ts'
import { clueOf, type InboxEntry, inboxItems, type UnreadEntry } from './inbox-file.ts'
import { keepFile } from './kept-files.ts'
import {
  type DeliveredFile,
  kindOfRecords,
  openUnread,
  ownerOf,
  quarantineEntry,
  type UnreadLines,
} from './quarantined-entries.ts'
import type { MoneyDeps } from '../../../deps.ts'

const { imported, quarantined } = STORED_NAMES.inboxFileStatus

/** A file as it came. */
export interface ArrivedFile {
  readonly fileName: string
  readonly bytes: Uint8Array
  readonly actor: string
}

/** An item for which no transaction is known. */
export interface UnmatchedEntry {
  readonly line: number
  readonly traceNumber: string
  readonly code: string
}

/** Most that are named; the others are counted, and each is a work item. */
const MOST_UNMATCHED = 10_000

/** What became of a file. */
export interface ImportedFile {
  readonly sha256: string
  readonly status: AchInboxFile['status']
  /** Entries of the file: each is applied, known, refused or quarantined. */
  readonly entries: number
  readonly kinds: readonly ImportedKind[]
  /** Of items that were new: what they said, whether it could be applied or waits for a person. */
  readonly returns: number
  readonly noticesOfChange: number
  readonly alreadyKnown: number
  /** The first of them, at most ten thousand. */
  readonly unmatched: readonly UnmatchedEntry[]
  readonly unmatchedCount: number
  /** Why it was quarantined; empty for an imported file. */
  readonly errors: readonly NachaError[]
}

/** What each item needs to know of its file. */
export interface ItemContext {
  readonly portfolioId: number
  readonly sha256: string
  /** The day on which the bank's word is taken to have come. */
  readonly today: LocalDate
  readonly actor: string
}

/**
 * Imports a file of the bank, entry by entry: each goes to the portfolio of its company and is a transaction of its own,
 * so that a large file holds no lock for long. What cannot be read is quarantined alone, with its lines. Only a file
 * whose entries cannot be told apart is quarantined whole, with the portfolios given, and none of it is applied. An
 * entry already known from any file is skipped, so an import that a crash interrupted continues where it stopped when
 * the file is imported again. Source: domain.md §14.
 */
export async function importInboxFile(
  deps: MoneyDeps,
  owners: readonly PortfolioData[],
  file: ArrivedFile,
): Promise<ImportedFile> {
  const sha256 = sha256Hex(file.bytes)
  const census = takeCensus(file.bytes)
  if (census.entries > 0 || census.faults.length > 0) await keepFile(deps, sha256, file.bytes)
  if (!census.isWhole) return await quarantineFile(deps, owners, sha256, file, census)
  await recordFiles(deps, sha256, file, census)
  deps.faultPoint?.('returns: file kept, before its items')
  const result = await new FileImport(deps, sha256, file).run(census)
  deps.faultPoint?.('returns: all items done, before the audit')
  for (const portfolioId of portfoliosOf(deps, census)) {
    const context = contextIn(deps, { sha256, actor: file.actor }, portfolioId)
    await auditTaken(deps, context, file, result)
  }
  for (const portfolioId of [
    WHOLE_SERVER,
    ...deps.portfolios.all.map(({ portfolio }) => portfolio.portfolioId),
  ]) {
    const by = { portfolioId, actor: file.actor }
    await deps.units.write(async (unit) => ok(await closeReplacedFiles(unit, by, file.bytes)))
  }
  return result
}

/** What each item of a file needs to know in a portfolio. */
export function contextIn(
  { portfolios, clock }: Pick<MoneyDeps, 'portfolios' | 'clock'>,
  { sha256, actor }: Pick<ItemContext, 'sha256' | 'actor'>,
  portfolioId: number,
): ItemContext {
  const zone = portfolios.byId(portfolioId)?.portfolio.timeZone ?? NEW_YORK
  return { portfolioId, sha256, actor, today: dateIn(clock.now(), zone) }
}

/** The portfolios whose companies have entries in a file. */
const portfoliosOf = (deps: Pick<MoneyDeps, 'portfolios'>, { companies }: FileCensus): number[] => [
  ...new Set(
    [...companies.keys()].map((company) => ownerOf(deps, company)).filter((id) => id !== WHOLE_SERVER),
  ),
]

const KINDS: Readonly<Record<InboxEntry['exception']['kind'], EntryKind>> = {
  return: 'return',
  noticeOfChange: 'noticeOfChange',
  dishonored: 'dispute',
  contested: 'dispute',
}

type Applied = AchInboxEntry['applied'] | 'alreadyKnown'

const COUNTED: Readonly<Record<Applied, keyof EntryCounts>> = {
  applied: 'applied',
  refused: 'refused',
  unmatched: 'refused',
  alreadyKnown: 'known',
}

/** Trace numbers of a file that a work item names; a larger file is closed by a person. */
const MOST_TRACES = 1_000

/** One run over the items of a file. */
class FileImport {
  private readonly tally = new ImportTally()
  private readonly counts = { returns: 0, noticesOfChange: 0, alreadyKnown: 0, unmatchedCount: 0 }
  private readonly unmatched: UnmatchedEntry[] = []
  private readonly failures: unknown[] = []
  /** What may be about any loan, by its owner. */
  private readonly unread = new Map<number, UnreadLines['found'][number][]>()
  private readonly traces = new Set<string>()
  private readonly delivered: DeliveredFile

  constructor(
    private readonly deps: MoneyDeps,
    private readonly sha256: string,
    private readonly file: ArrivedFile,
  ) {
    const { fileName, actor } = file
    const todayIn = (portfolioId: number) => contextIn(deps, { sha256, actor }, portfolioId).today
    this.delivered = { sha256, fileName, actor, todayIn }
  }

  async run({ entries }: FileCensus): Promise<ImportedFile> {
    for (const item of inboxItems(this.file.bytes)) {
      if (item.is === 'entry') await this.takeEntry(item.entry)
      else if (item.is === 'unread') await this.takeUnread(item.unread)
      else this.addUnread(item.frame.companyId, { ...item.frame, isEntry: false })
    }
    await this.openUnreadItems(entries)
    // The others are done; taking the file again tries these once more.
    if (this.failures.length > 0) throw this.failures[0]
    const { sha256, unmatched } = this
    const kinds = this.tally.finish(entries)
    return { sha256, status: imported, entries, kinds, ...this.counts, unmatched, errors: [] }
  }

  private async takeEntry(entry: InboxEntry): Promise<void> {
    const { exception, companyId, line } = entry
    if (this.traces.size <= MOST_TRACES) this.traces.add(exception.originalTrace)
    const portfolioId = ownerOf(this.deps, companyId)
    if (portfolioId === WHOLE_SERVER) return await this.takeOfOthers(entry)
    const context = contextIn(this.deps, this.delivered, portfolioId)
    const applied = await applyAlone(this.deps, context, entry, this.failures)
    if (applied === undefined) return
    this.tally.add(portfolioId, KINDS[exception.kind], COUNTED[applied])
    if (applied === 'alreadyKnown') this.counts.alreadyKnown += 1
    else if (applied === 'unmatched') {
      this.counts.unmatchedCount += 1
      const { originalTrace: traceNumber, code } = exception
      if (this.unmatched.length < MOST_UNMATCHED) this.unmatched.push({ line, traceNumber, code })
    } else this.counts[exception.kind === 'noticeOfChange' ? 'noticesOfChange' : 'returns'] += 1
  }

  /** An entry under a company that no portfolio has: it may still be about a loan of ours. */
  private async takeOfOthers(entry: InboxEntry): Promise<void> {
    const { line, companyId, place, exception } = entry
    const problem = `no portfolio has the company ${companyId}`
    const held = { line, companyId, place, problem, clue: { ...clueOf(entry), code: exception.code } }
    const outcome = await this.write((unit) => quarantineEntry(this.deps, unit, this.delivered, held))
    this.tally.add(null, KINDS[exception.kind], outcome === 'known' ? 'known' : 'quarantined')
    if (outcome === 'known') this.counts.alreadyKnown += 1
  }

  private async takeUnread({ faults, ...unread }: UnreadEntry): Promise<void> {
    const { clue, companyId, line, place } = unread
    if (clue.originalTrace !== undefined && this.traces.size <= MOST_TRACES)
      this.traces.add(clue.originalTrace)
    const problem = faults[0]?.problem ?? ''
    const held = { ...unread, problem }
    const outcome = await this.write((unit) => quarantineEntry(this.deps, unit, this.delivered, held))
    if (outcome === 'unread')
      return this.addUnread(companyId, { line, companyId, faults, place, isEntry: true })
    this.tally.add(this.portfolioOf(companyId), kindOfRecords(place.records), outcome)
    if (outcome === 'known') this.counts.alreadyKnown += 1
  }

  private addUnread(companyId: string | undefined, found: UnreadLines['found'][number]): void {
    const owner = ownerOf(this.deps, companyId)
    this.unread.set(owner, [...(this.unread.get(owner) ?? []), found])
  }

  private async openUnreadItems(entries: number): Promise<void> {
    const traces = this.traces.size > MOST_TRACES ? null : [...this.traces]
    for (const [owner, found] of this.unread) {
      const lines = { found, traces, entries }
      const isNew = await this.write((unit) => openUnread(this.deps, unit, this.delivered, owner, lines))
      for (const { place, companyId } of found.filter(({ isEntry }) => isEntry)) {
        const kind = kindOfRecords(place.records)
        this.tally.add(this.portfolioOf(companyId), kind, isNew ? 'quarantined' : 'known')
        if (!isNew) this.counts.alreadyKnown += 1
      }
    }
  }

  private portfolioOf(companyId: string | undefined): number | null {
    const owner = ownerOf(this.deps, companyId)
    return owner === WHOLE_SERVER ? null : owner
  }

  private async write<T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    const done = await this.deps.units.write(async (unit) => ok(await work(unit)))
    assert(done.ok, 'nothing of this is refused')
    return done.value
  }
}

/** One item that fails stops no other; the first failure is kept. */
export async function applyAlone(
  deps: MoneyDeps,
  context: ItemContext,
  item: InboxEntry,
  failures: unknown[],
): Promise<AchInboxEntry['applied'] | 'alreadyKnown' | undefined> {
  try {
    const applied = await deps.units.write(async (unit) =>
      ok(await applyInboxEntry(deps, unit, context, item)),
    )
    deps.faultPoint?.('returns: after the commit of one item')
    return applied.ok ? applied.value : undefined
  } catch (error) {
    const { sha256 } = context
    deps.log.error({ failure: describe(error), sha256, line: item.line }, 'an entry of the bank failed')
    if (failures.length === 0) failures.push(error)
    const failure = failureCode(error)
    await deps.units.write(async (unit) => ok(await openFailed(deps, unit, context, item, failure)))
    return undefined
  }
}

/** The entries refer to their file, so it is on record before them, in each portfolio that has any. */
async function recordFiles(
  deps: MoneyDeps,
  sha256: string,
  { fileName }: ArrivedFile,
  { companies }: FileCensus,
): Promise<void> {
  for (const [companyId, counts] of companies) {
    const portfolioId = ownerOf(deps, companyId)
    if (portfolioId !== WHOLE_SERVER) await recordFile(deps, { portfolioId, sha256, fileName, ...counts })
  }
}

/** Puts a file on record in a portfolio as imported, once. */
export async function recordFile(
  { units }: Pick<MoneyDeps, 'units'>,
  file: Omit<AchInboxFile, 'status' | 'errors' | 'receivedAt'>,
): Promise<void> {
  await units.write(async ({ tx, now }) => {
    const isNew = await insertInboxFile(tx, { ...file, status: imported, errors: [], receivedAt: now })
    if (!isNew) await markInboxFileImported(tx, file)
    return ok(undefined)
  })
}

/** Keeps a file with each of its owners, whole, and opens their work items. */
async function quarantineFile(
  deps: MoneyDeps,
  owners: readonly PortfolioData[],
  sha256: string,
  file: ArrivedFile,
  census: FileCensus,
): Promise<ImportedFile> {
  for (const { portfolio } of owners) await quarantine(deps, portfolio, sha256, file, census)
  const { fileName } = file
  const { faults: errors, entries } = census
  deps.log.error({ fileName, sha256, errors }, 'a file of the bank was quarantined')
  const none = { returns: 0, noticesOfChange: 0, alreadyKnown: 0, unmatchedCount: 0 }
  return { sha256, status: quarantined, entries, kinds: [], ...none, unmatched: [], errors }
}

async function quarantine(
  deps: MoneyDeps,
  { portfolioId, timeZone }: PortfolioData['portfolio'],
  sha256: string,
  { fileName, actor }: ArrivedFile,
  { faults: errors, clues }: FileCensus,
): Promise<void> {
  await deps.units.write(async (unit) => {
    const { tx, now } = unit
    const row = { portfolioId, sha256, fileName, status: quarantined, returns: 0, noticesOfChange: 0 }
    const faults = errors.map((fault) => ({ ...fault }))
    const isNew = await insertInboxFile(tx, { ...row, errors: faults, receivedAt: now })
    if (!isNew) return ok(undefined)
    const today = dateIn(now, timeZone)
    const damaged = { portfolioId, sha256, fileName, faults: errors.length, actor, today }
    await openQuarantined(deps, unit, damaged, clues)
    const facts = { fileName, sha256, faults: errors.length }
    const action = STORED_NAMES.auditAction.bankFileQuarantined
    await appendAudit(tx, { portfolioId, subject: 'portfolio', action, actor, facts, at: now })
    return ok(undefined)
  })
}

async function auditTaken(
  { units, database }: MoneyDeps,
  { portfolioId, sha256, actor }: ItemContext,
  { fileName }: ArrivedFile,
  { returns, noticesOfChange, alreadyKnown, unmatchedCount }: ImportedFile,
): Promise<void> {
  if (returns + noticesOfChange + unmatchedCount === 0) return
  const kept = await findInboxFile(database.db, { portfolioId, sha256 })
  await units.write(async ({ tx, now }) => {
    await appendAudit(tx, {
      portfolioId,
      subject: 'portfolio',
      action: STORED_NAMES.auditAction.bankFileImported,
      actor,
      facts: {
        fileName: kept?.fileName ?? fileName,
        sha256,
        returns,
        noticesOfChange,
        alreadyKnown,
        unmatched: unmatchedCount,
      },
      at: now,
    })
    return ok(undefined)
  })
}
