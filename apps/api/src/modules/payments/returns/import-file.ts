import {
  type AchInboxEntry,
  type AchInboxFile,
  findInboxFile,
  insertInboxFile,
} from '@dolphin/database/payments/ach-inbox-repository'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { ok } from '@dolphin/domain/outcome'
import { dateIn } from '@dolphin/domain/time/new-york'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { sha256Hex } from '@dolphin/integrations/objects/object-key'
import type { NachaError } from '@dolphin/nacha/nacha-error'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { describe, failureCode } from '../../../http/error-handler.ts'
import { applyInboxEntry } from './apply-entry.ts'
import { closeReplacedFiles, openFailed, openQuarantined } from './bank-entry-items.ts'
import { readFileClues } from './entry-clue.ts'
import { checkInboxFile, inboxEntries, type InboxEntry, type InboxFileCounts } from './inbox-file.ts'
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
 * Imports a file of the bank for one portfolio. The whole file is read before anything is done: a malformed file, or
 * a file of another company, is quarantined with its faults, and none of it is applied. Then each entry is a
 * transaction of its own, so that a large file holds no lock for long. An entry already known from any file is
 * skipped, so an import that a crash interrupted continues where it stopped when the file is imported again. Source:
 * domain.md §9.
 */
export async function importInboxFile(
  deps: MoneyDeps,
  data: PortfolioData,
  file: ArrivedFile,
): Promise<ImportedFile> {
  const { portfolioId, ach, timeZone } = data.portfolio
  const sha256 = sha256Hex(file.bytes)
  const read = checkInboxFile(file.bytes, ach.companyId)
  if (!read.ok) return await quarantine(deps, data.portfolio, sha256, file, read.error)
  await recordFile(deps, portfolioId, sha256, file, read.value)
  deps.faultPoint?.('returns: file kept, before its items')
  const today = dateIn(deps.clock.now(), timeZone)
  const context: ItemContext = { portfolioId, sha256, today, actor: file.actor }
  const result = await applyAll(deps, context, file.bytes)
  deps.faultPoint?.('returns: all items done, before the audit')
  await auditTaken(deps, context, file, result)
  await deps.units.write(async (unit) => ok(await closeReplacedFiles(unit, context, file.bytes)))
  return result
}

async function applyAll(deps: MoneyDeps, context: ItemContext, bytes: Uint8Array): Promise<ImportedFile> {
  const counts = { return: 0, noticeOfChange: 0, dishonored: 0, contested: 0 }
  const unmatched: UnmatchedEntry[] = []
  const failures: unknown[] = []
  let alreadyKnown = 0
  let unmatchedCount = 0
  for (const item of inboxEntries(bytes)) {
    const { kind, originalTrace: traceNumber, code } = item.exception
    const applied = await applyAlone(deps, context, item, failures)
    if (applied === 'alreadyKnown') alreadyKnown += 1
    else if (applied === 'unmatched') {
      unmatchedCount += 1
      if (unmatched.length < MOST_UNMATCHED) unmatched.push({ line: item.line, traceNumber, code })
    } else if (applied !== undefined) counts[kind] += 1
  }
  // The others are done; taking the file again tries these once more.
  if (failures.length > 0) throw failures[0]
  return {
    sha256: context.sha256,
    status: imported,
    returns: counts.return + counts.dishonored + counts.contested,
    noticesOfChange: counts.noticeOfChange,
    alreadyKnown,
    unmatched,
    unmatchedCount,
    errors: [],
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

/** The entries refer to their file, so it is on record before them. */
async function recordFile(
  { units }: MoneyDeps,
  portfolioId: number,
  sha256: string,
  { fileName }: ArrivedFile,
  { entries, noticesOfChange }: InboxFileCounts,
): Promise<void> {
  await units.write(async ({ tx, now }) => {
    await insertInboxFile(tx, {
      portfolioId,
      sha256,
      fileName,
      status: imported,
      errors: [],
      returns: entries - noticesOfChange,
      noticesOfChange,
      receivedAt: now,
    })
    return ok(undefined)
  })
}

async function quarantine(
  deps: MoneyDeps,
  { portfolioId, timeZone }: PortfolioData['portfolio'],
  sha256: string,
  { fileName, bytes, actor }: ArrivedFile,
  errors: readonly NachaError[],
): Promise<ImportedFile> {
  const { units, log } = deps
  await units.write(async (unit) => {
    const { tx, now } = unit
    const isNew = await insertInboxFile(tx, {
      portfolioId,
      sha256,
      fileName,
      status: quarantined,
      errors: errors.map((fault) => ({ ...fault })),
      returns: 0,
      noticesOfChange: 0,
      receivedAt: now,
    })
    if (isNew) {
      const today = dateIn(now, timeZone)
      const damaged = { portfolioId, sha256, fileName, faults: errors.length, actor, today }
      await openQuarantined(deps, unit, damaged, readFileClues(bytes))
      const facts = { fileName, sha256, faults: errors.length }
      const audit = {
        portfolioId,
        subject: 'portfolio',
        action: STORED_NAMES.auditAction.bankFileQuarantined,
        actor,
        facts,
        at: now,
      }
      await appendAudit(tx, audit)
    }
    return ok(undefined)
  })
  log.error({ portfolioId, fileName, sha256, errors }, 'a file of the bank was quarantined')
  return {
    sha256,
    status: quarantined,
    returns: 0,
    noticesOfChange: 0,
    alreadyKnown: 0,
    unmatched: [],
    unmatchedCount: 0,
    errors,
  }
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
