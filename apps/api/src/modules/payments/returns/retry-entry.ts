import { insertInboxFile } from '@dolphin/database/payments/ach-inbox-repository'
import {
  findWorkItem,
  listOpenItemsOfEntry,
  type WorkItem,
  WHOLE_SERVER,
} from '@dolphin/database/work-items/work-item-repository'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import type { WorkItemKind } from '@dolphin/domain/work-items/codes'
import type { MoneyDeps } from '../../../deps.ts'
import { type Result, refuse } from '../../../refusal.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { refuseIfHeld } from '../../work-items/taking.ts'
import { closeWorkItems } from '../../work-items/work-item-service.ts'
import { applyInboxEntry, findSame } from './apply-entry.ts'
import { isSentBack } from './dishonor-of.ts'
import { contextIn } from './file-import.ts'
import { importInboxFile, type ItemContext } from './import-file.ts'
import { type InboxEntry, inboxItems } from './inbox-file.ts'
import { findKept, type KeptEntry } from './kept-entry.ts'
import { openKeptFile } from './kept-files.ts'
import { fileSubject, heldSubject, ownerOf } from './quarantined-entries.ts'

/** What became of it now. */
export interface Retried {
  readonly sha256: string
  /** Null where the whole file was tried. */
  readonly line: number | null
  readonly outcome: 'applied' | 'refused' | 'unmatched' | 'quarantined' | 'imported'
  /** Why it still waits. */
  readonly problem: string | null
}

/**
 * Tries again what an open work item is about: an entry of the bank, or the whole file it is named by. Errors: `notFound`,
 * `workItemOver`; `workItemHeld` while a colleague works on it.
 */
export async function retryWorkItem(
  deps: MoneyDeps,
  { workItemNo, actor }: { readonly workItemNo: string; readonly actor: string },
): Promise<Result<Retried>> {
  const item = await findWorkItem(deps.database.db, workItemNo)
  if (item === undefined) return refuse('notFound')
  if (item.closedAt !== null) return refuse('workItemOver')
  const free = await refuseIfHeld({ tx: deps.database.db, now: deps.clock.now() }, item, actor)
  if (!free.ok) return free
  const { sha256, line } = item.facts
  if (typeof sha256 !== 'string') return refuse('notFound')
  if (item.subject === fileSubject(sha256)) return await retryFile(deps, item, sha256, actor)
  return typeof line === 'number'
    ? await applyKeptEntry(deps, { sha256, line }, { actor })
    : refuse('notFound')
}

/** Of which an entry that waits has one, in its portfolio or wherever it may belong. */
const ENTRY_KINDS: readonly WorkItemKind[] = ['unmatchedReturn', 'refusedReturn', 'entryQuarantined']

/**
 * Tries an entry of a file again, by its line. Errors: `notFound`; `workItemHeld` while a colleague works on what waits
 * for it.
 */
export async function retryEntry(deps: MoneyDeps, kept: KeptEntry, actor: string): Promise<Result<Retried>> {
  const { db } = deps.database
  for (const item of await listOpenItemsOfEntry(db, ENTRY_KINDS, kept)) {
    const free = await refuseIfHeld({ tx: db, now: deps.clock.now() }, item, actor)
    if (!free.ok) return free
  }
  return await applyKeptEntry(deps, kept, { actor })
}

/**
 * Applies an entry as it was kept: to the transaction of its trace number, or to the one that is named. The work items
 * that waited for it close with it. Refused where the file was not kept or has no entry there.
 */
export async function applyKeptEntry(
  deps: MoneyDeps,
  { sha256, line }: KeptEntry,
  { actor, transactionNo }: { readonly actor: string; readonly transactionNo?: string },
): Promise<Result<Retried>> {
  const item = await findKept(deps, { sha256, line })
  if (item === undefined) return refuse('notFound')
  const waits = (problem: string) => ok({ sha256, line, outcome: 'quarantined' as const, problem })
  if (item.is !== 'entry') {
    const { faults } = item.is === 'unread' ? item.unread : item.frame
    return waits(faults[0]?.problem ?? '')
  }
  const { entry } = item
  const portfolioId = ownerOf(deps, entry.companyId)
  if (portfolioId === WHOLE_SERVER) return waits(`no portfolio has the company ${entry.companyId}`)
  const context = contextIn(deps, { sha256, actor }, portfolioId)
  return await deps.units.write(async (unit) => {
    const outcome = await applyKept(deps, unit, context, { entry, transactionNo })
    const retried: Retried =
      outcome === 'sentBack'
        ? { sha256, line, outcome: 'refused', problem: 'it was sent back to the bank' }
        : { sha256, line, outcome, problem: null }
    return ok(retried)
  })
}

/** Applies a kept entry in the caller's transaction: to the transaction of its trace number, or to the one that is named. */
export async function applyKept(
  deps: MoneyDeps,
  unit: UnitOfWork,
  context: ItemContext,
  { entry, transactionNo }: { readonly entry: InboxEntry; readonly transactionNo?: string | undefined },
): Promise<'applied' | 'refused' | 'unmatched' | 'sentBack'> {
  if (await isSentBack(unit, context, entry)) return 'sentBack'
  await insertInboxFile(unit.tx, fileOf(entry, context, unit.now))
  await applyInboxEntry(deps, unit, context, { item: entry, transactionNo })
  const kept = await findSame(unit, context, entry)
  assert(kept !== undefined, 'what was tried is on record')
  if (kept.applied === 'applied') await closeHeld(deps, unit, entry, context.actor)
  return kept.applied
}

/** Closes what waited for an entry that could not be read or had no portfolio, wherever it waited. */
async function closeHeld(
  { portfolios }: Pick<MoneyDeps, 'portfolios'>,
  unit: UnitOfWork,
  { place, exception: { code } }: InboxEntry,
  by: string,
): Promise<void> {
  const about = { kind: 'entryQuarantined', subject: heldSubject(place) } as const
  const reason = `${code} was tried again and applied`
  for (const portfolioId of [WHOLE_SERVER, ...portfolios.all.map(({ portfolio }) => portfolio.portfolioId)]) {
    await closeWorkItems(unit, { portfolioId, ...about }, { by, reason })
  }
}

/** Imports a kept file again; what was applied of it is known. */
async function retryFile(
  deps: MoneyDeps,
  { portfolioId, kind, subject, facts }: WorkItem,
  sha256: string,
  actor: string,
): Promise<Result<Retried>> {
  const bytes = await openKeptFile(deps, sha256)
  if (bytes === undefined) return refuse('notFound')
  const file = { fileName: String(facts['fileName']), bytes, actor }
  const { status, errors } = await importInboxFile(deps, [], file)
  const problem = errors[0]?.problem ?? problemFor(deps, bytes, portfolioId)
  if (status !== STORED_NAMES.inboxFileStatus.imported || problem !== undefined) {
    return ok({ sha256, line: null, outcome: 'quarantined', problem: problem ?? '' })
  }
  return await deps.units.write(async (unit) => {
    const reason = 'the file was tried again and read'
    await closeWorkItems(unit, { portfolioId, kind, subject }, { by: actor, reason })
    return ok({ sha256, line: null, outcome: 'imported', problem: null })
  })
}

/** What is still not read of a file, or does not agree, for a portfolio or the server; undefined for nothing. */
function problemFor(
  deps: Pick<MoneyDeps, 'portfolios'>,
  bytes: Uint8Array,
  portfolioId: number,
): string | undefined {
  for (const item of inboxItems(bytes)) {
    if (item.is === 'entry') continue
    const { companyId, faults } = item.is === 'unread' ? item.unread : item.frame
    if (ownerOf(deps, companyId) === portfolioId) return faults[0]?.problem ?? ''
  }
  return undefined
}

/** An entry refers to its file; one whose portfolio is known only now has none there. */
const fileOf = (
  { exception: { kind } }: InboxEntry,
  { portfolioId, sha256 }: ItemContext,
  receivedAt: Date,
) => ({
  portfolioId,
  sha256,
  fileName: `${sha256}.ach`,
  status: STORED_NAMES.inboxFileStatus.imported,
  errors: [],
  returns: kind === 'noticeOfChange' ? 0 : 1,
  noticesOfChange: kind === 'noticeOfChange' ? 1 : 0,
  receivedAt,
})
