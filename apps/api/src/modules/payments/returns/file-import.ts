import type { AchInboxEntry } from '@dolphin/database/payments/ach-inbox-repository'
import { WHOLE_SERVER } from '@dolphin/database/work-items/work-item-repository'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { describe, failureCode } from '../../../http/describe-error.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { applyInboxEntry } from './apply-entry.ts'
import { openFailed } from './bank-entry-items.ts'
import type { FileCensus } from './file-census.ts'
import type { ArrivedFile, ImportedFile, ItemContext } from './import-file.ts'
import { type EntryCounts, type EntryKind, ImportTally } from './import-tally.ts'
import { clueOf, type InboxEntry, inboxItems, type UnreadEntry } from './inbox-file.ts'
import {
  type DeliveredFile,
  kindOfRecords,
  openUnread,
  ownerOf,
  quarantineEntry,
  type UnreadLines,
} from './quarantined-entries.ts'
import type { MoneyDeps } from '../../../deps.ts'

const { imported } = STORED_NAMES.inboxFileStatus

/** An item for which no transaction is known. */
export interface UnmatchedEntry {
  readonly line: number
  readonly traceNumber: string
  readonly code: string
}

/** Most that are named; the others are counted, and each is a work item. */
const MOST_UNMATCHED = 10_000

/** What each item of a file needs to know in a portfolio. */
export function contextIn(
  { portfolios, clock }: Pick<MoneyDeps, 'portfolios' | 'clock'>,
  { sha256, actor }: Pick<ItemContext, 'sha256' | 'actor'>,
  portfolioId: number,
): ItemContext {
  const zone = portfolios.byId(portfolioId)?.portfolio.timeZone ?? NEW_YORK
  return { portfolioId, sha256, actor, today: dateIn(clock.now(), zone) }
}

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

/** Headers and controls that do not agree, of which no more than these are looked at. */
const MOST_FRAMES = 100

/** One run over the items of a file. */
export class FileImport {
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
    const own = this.unread.get(owner) ?? []
    if (found.isEntry || own.length < MOST_FRAMES) own.push(found)
    this.unread.set(owner, own)
  }

  private async openUnreadItems(entries: number): Promise<void> {
    const traces = this.traces.size > MOST_TRACES ? null : [...this.traces]
    for (const [owner, found] of this.unread) {
      const lines = { found, traces, entries }
      const isNew = await this.write((unit) =>
        openUnread(this.deps, unit, this.delivered, { portfolioId: owner, unread: lines }),
      )
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
async function applyAlone(
  deps: MoneyDeps,
  context: ItemContext,
  item: InboxEntry,
  failures: unknown[],
): Promise<AchInboxEntry['applied'] | 'alreadyKnown' | undefined> {
  try {
    const applied = await deps.units.write(async (unit) =>
      ok(await applyInboxEntry(deps, unit, context, { item })),
    )
    return applied.ok ? applied.value : undefined
  } catch (error) {
    const { sha256 } = context
    deps.log.error({ failure: describe(error), sha256, line: item.line }, 'an entry of the bank failed')
    if (failures.length === 0) failures.push(error)
    const failure = failureCode(error)
    await deps.units.write(async (unit) => ok(await openFailed(deps, unit, { context, item }, failure)))
    return undefined
  }
}
