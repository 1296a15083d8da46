import { listUnsentAchFiles } from '@dolphin/database/payments/ach-file-repository'
import { isAuditIntact, listAuditSubjects } from '@dolphin/database/examiner/audit-repository'
import { listLettersAfter } from '@dolphin/database/notices/paper-notice-repository'
import { listDocumentsAfter, type StoredDocument } from '@dolphin/database/documents/document-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { RECORD_KEYS_FOLDER } from '@dolphin/database/driver/record-keys'
import { countByRecordKey } from '@dolphin/database/driver/reseal'
import { ledgerTotal, listLedgerPortfolios } from '@dolphin/database/payments/ledger-repository'
import { countNewerMigrations, readMigrationState } from '@dolphin/database/migration-state'
import { moneyToWire, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { sha256Hex } from '@dolphin/integrations/objects/object-key'
import {
  ObjectDamaged,
  type ObjectFolder,
  type ObjectStore,
} from '@dolphin/integrations/objects/object-store'
import { ObjectSealed } from '@dolphin/integrations/objects/sealed-store'
import { type LedgerPage, verifyLedgerPage } from '../modules/servicing/verify-ledgers.ts'
import { BackupFailure } from './backup-failure.ts'

/** What was looked at, and every reason not to trust it; without a complaint the store is whole. */
export interface StoreReport {
  /** Migrations of this build, all of them applied. */
  readonly migrations: number
  readonly loans: number
  readonly postings: number
  readonly auditSubjects: number
  readonly documents: number
  /** Documents, letters and files that are sealed with a master key that is not here: only that they are there is known. */
  readonly unopened: number
  /** Values that no key of a record opens: erased since the backup, or the keys are not here. */
  readonly erased: number
  readonly complaints: readonly string[]
}

interface StoreDeps {
  readonly executor: Executor
  readonly objects: ObjectStore
  /** Where keys of records lie; undefined: they are not looked for. */
  readonly keyFolder?: ObjectFolder | undefined
  /** Where the build put the migrations; those of the sources by default. */
  readonly migrations?: string | undefined
  /** How far it has come. */
  readonly writeLine?: ((line: string) => void) | undefined
}

const AT_ONCE = 200

/** How the schema stands to this build, in words; undefined where they fit. */
export async function schemaComplaint(executor: Executor, migrations?: string): Promise<string | undefined> {
  const newer = await countNewerMigrations(executor, migrations)
  if (newer > 0) return `a newer release has migrated it (${newer} migrations that this one does not know)`
  const { missing } = await readMigrationState(executor, migrations)
  return missing === 0 ? undefined : `${missing} migrations of this release are missing`
}

/**
 * Proves a database and its documents: the schema is this build's, every ledger is whole (the walk of
 * `ops ledger verify`) and the book sums to zero, every audit chain is whole, and every document lies there with the
 * bytes that were stored. Writes nothing.
 */
export async function verifyStore({
  executor,
  objects,
  keyFolder,
  migrations: folder,
  writeLine = () => undefined,
}: StoreDeps): Promise<StoreReport> {
  const schema = await schemaComplaint(executor, folder)
  const { shipped: migrations } = await readMigrationState(executor, folder)
  const counts = { loans: 0, postings: 0, auditSubjects: 0, documents: 0, unopened: 0, erased: 0 }
  // Tables of another schema would not be read as they are.
  if (schema !== undefined) return { migrations, ...counts, complaints: [`schema: ${schema}`] }
  const walk: Walk = { executor, objects, counts, complaints: [], writeLine }
  await verifyLedgers(walk)
  await verifyAudit(walk)
  await verifyObjects(walk)
  if (keyFolder !== undefined) counts.erased = await countErased(executor, keyFolder)
  return { migrations, ...counts, complaints: walk.complaints }
}

/** What was looked at in a store that is whole. */
export type ProvedStore = Omit<StoreReport, 'complaints'>

/** The same. Throws BackupFailure, which names each complaint below a heading, where the store is not whole. */
export async function proveStore(deps: StoreDeps, heading: string): Promise<ProvedStore> {
  const { complaints, ...proved } = await verifyStore(deps)
  if (complaints.length > 0)
    throw new BackupFailure([heading, ...complaints.map((line) => `  ${line}`)].join('\n'))
  return proved
}

/** A store that is walked, what was counted, and what is amiss. */
interface Walk extends Pick<StoreDeps, 'executor' | 'objects'> {
  readonly counts: { -readonly [Name in keyof Omit<ProvedStore, 'migrations'>]: number }
  readonly complaints: string[]
  readonly writeLine: (line: string) => void
}

/** Every row of a list that is read page by page. */
async function* each<After, Row extends After>(
  executor: Executor,
  list: (executor: Executor, after: After, limit: number) => Promise<readonly Row[]>,
  first: After,
): AsyncGenerator<Row> {
  for (let after: After | undefined = first; after !== undefined; ) {
    const page: readonly Row[] = await list(executor, after, AT_ONCE)
    yield* page
    after = page.length === AT_ONCE ? page.at(-1) : undefined
  }
}

async function verifyLedgers({ executor, counts, complaints, writeLine }: Walk): Promise<void> {
  for (const portfolioId of await listLedgerPortfolios(executor)) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: LedgerPage = await verifyLedgerPage(executor, portfolioId, after)
      for (const { loanNo, postings, intact, loanTotal } of page.loans) {
        counts.loans += 1
        counts.postings += postings
        if (!intact) complaints.push(`ledger: the chain of loan ${loanNo} is broken`)
        if (loanTotal !== ZERO_CENTS)
          complaints.push(`ledger: loan ${loanNo} sums to ${moneyToWire(loanTotal)}`)
      }
      after = page.after
      writeLine(`ledgers of portfolio ${portfolioId}: ${counts.loans} of ${page.loansInAll}`)
    }
  }
  const total = await ledgerTotal(executor)
  if (total !== ZERO_CENTS) complaints.push(`ledger: all postings sum to ${moneyToWire(total)}`)
}

async function verifyAudit({ executor, counts, complaints }: Walk): Promise<void> {
  const subjects = each(executor, listAuditSubjects, { portfolioId: 0, subject: '' })
  for await (const { portfolioId, subject } of subjects) {
    counts.auditSubjects += 1
    if (!(await isAuditIntact(executor, portfolioId, subject)))
      complaints.push(`audit: the chain of ${portfolioId}/${subject} is broken`)
  }
}

/**
 * Checks that each document, each printed letter (it shows what was mailed) and each ACH file that is not transmitted yet (it will be
 * after the restore) has its bytes.
 */
async function verifyObjects(walk: Walk): Promise<void> {
  const { executor, counts, writeLine } = walk
  for await (const document of each(executor, listDocumentsAfter, { portfolioId: 0, documentNo: '' })) {
    await verifyObject(walk, `document ${document.portfolioId}/${document.documentNo}`, document)
    counts.documents += 1
    if (counts.documents % AT_ONCE === 0) writeLine(`${counts.documents} documents`)
  }
  for await (const letter of each(executor, listLettersAfter, { portfolioId: 0, noticeId: '' }))
    await verifyObject(walk, `letter ${letter.portfolioId}/${letter.noticeId}`, letter)
  for (const { fileNo, objectKey } of await listUnsentAchFiles(executor))
    await verifyObject(walk, `ACH file ${fileNo}, which is not transmitted yet`, { objectKey })
}

/** Where an object lies; what its bytes are, where that is on file. */
type Stored = Pick<StoredDocument, 'objectKey'> & Partial<Pick<StoredDocument, 'sha256' | 'sizeBytes'>>

async function verifyObject(
  { objects, counts, complaints }: Walk,
  what: string,
  stored: Stored,
): Promise<void> {
  const { objectKey, sha256, sizeBytes } = stored
  try {
    const bytes = await objects.get(objectKey)
    if (bytes === undefined) complaints.push(`${what}: its bytes are missing`)
    else if (sha256 !== undefined && (bytes.length !== sizeBytes || sha256Hex(bytes) !== sha256))
      throw new ObjectDamaged(objectKey)
  } catch (error) {
    if (error instanceof ObjectDamaged) complaints.push(`${what}: its bytes are not those that were stored`)
    else if (error instanceof ObjectSealed) counts.unopened += 1
    else throw error
  }
}

async function countErased(executor: Executor, keyFolder: ObjectFolder): Promise<number> {
  const present = new Set<string>()
  for await (const name of keyFolder.names(RECORD_KEYS_FOLDER)) present.add(name)
  let erased = 0
  for await (const { name, values } of countByRecordKey(executor)) if (!present.has(name)) erased += values
  return erased
}

/** What was found whole, in a few lines for a terminal. */
export function reportLines(proved: Omit<ProvedStore, 'migrations'>): string[] {
  const { loans, postings, auditSubjects, documents, unopened, erased } = proved
  return [
    `Whole: ${loans} ledgers with ${postings} postings, ${auditSubjects} audit chains, ${documents} documents.`,
    ...(unopened === 0
      ? []
      : [`The master key of ${unopened} of them is not here: only that they are there was looked at.`]),
    ...(erased === 0
      ? []
      : [`${erased} values have no key any more: they were erased since, or keys of records are missing.`]),
  ]
}
