import {
  type AchInboxFile,
  findInboxFile,
  insertInboxFile,
  markInboxFileImported,
} from '@dolphin/database/payments/ach-inbox-repository'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { WHOLE_SERVER } from '@dolphin/database/work-items/work-item-repository'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { ok } from '@dolphin/domain/outcome'
import { dateIn } from '@dolphin/domain/time/new-york'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { sha256Hex } from '@dolphin/integrations/objects/object-key'
import type { NachaError } from '@dolphin/nacha/nacha-error'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { closeReplacedFiles, openQuarantined } from './bank-entry-items.ts'
import { type FileCensus, takeCensus } from './file-census.ts'
import { contextIn, FileImport, type UnmatchedEntry } from './file-import.ts'
import type { ImportedKind } from './import-tally.ts'
import { keepFile } from './kept-files.ts'
import { ownerOf } from './quarantined-entries.ts'
import type { MoneyDeps } from '../../../deps.ts'

const { imported, quarantined } = STORED_NAMES.inboxFileStatus

/** A file as it came. */
export interface ArrivedFile {
  readonly fileName: string
  readonly bytes: Uint8Array
  readonly actor: string
}

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
  if (!census.isWhole) return await quarantineFile(deps, owners, { sha256, file, census })
  await recordFiles(deps, sha256, file, census)
  const result = await new FileImport(deps, sha256, file).run(census)
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

/** The portfolios whose companies have entries in a file. */
const portfoliosOf = (deps: Pick<MoneyDeps, 'portfolios'>, { companies }: FileCensus): number[] => [
  ...new Set(
    [...companies.keys()].map((company) => ownerOf(deps, company)).filter((id) => id !== WHOLE_SERVER),
  ),
]

/** The entries refer to their file, so it is on record before them, in each portfolio that has any. */
async function recordFiles(
  deps: MoneyDeps,
  sha256: string,
  { fileName }: ArrivedFile,
  { companies }: FileCensus,
): Promise<void> {
  for (const [companyId, counts] of companies) {
    const portfolioId = ownerOf(deps, companyId)
    if (portfolioId === WHOLE_SERVER) continue
    await deps.units.write(async ({ tx, now }) => {
      const file = { portfolioId, sha256, fileName, ...counts }
      const isNew = await insertInboxFile(tx, { ...file, status: imported, errors: [], receivedAt: now })
      if (!isNew) await markInboxFileImported(tx, file)
      return ok(undefined)
    })
  }
}

/** A file of which not all can be read. */
interface DamagedFile {
  readonly sha256: string
  readonly file: ArrivedFile
  readonly census: FileCensus
}

/** Keeps a file with each of its owners, whole, and opens their work items. */
async function quarantineFile(
  deps: MoneyDeps,
  owners: readonly PortfolioData[],
  { sha256, file, census }: DamagedFile,
): Promise<ImportedFile> {
  for (const { portfolio } of owners) await quarantine(deps, portfolio, { sha256, file, census })
  const { fileName } = file
  const { faults: errors, entries } = census
  deps.log.error({ fileName, sha256, errors }, 'a file of the bank was quarantined')
  const none = { returns: 0, noticesOfChange: 0, alreadyKnown: 0, unmatchedCount: 0 }
  return { sha256, status: quarantined, entries, kinds: [], ...none, unmatched: [], errors }
}

async function quarantine(
  deps: MoneyDeps,
  { portfolioId, timeZone }: PortfolioData['portfolio'],
  { sha256, file: { fileName, actor }, census: { faults: errors, clues } }: DamagedFile,
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
