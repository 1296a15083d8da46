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
import { verifyLedgerPage } from '../modules/servicing/verify-ledgers.ts'

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
  /** Undefined: documents are not looked at. */
  readonly objects: ObjectStore | undefined
  /** Where keys of records lie; undefined: they are not looked for. */
  readonly keyFolder?: ObjectFolder | undefined
  /** Where the build put the migrations; those of the sources by default. */
  readonly migrations?: string | undefined
  /** How far it has come. */
  readonly writeLine?: ((line: string) => void) | undefined
}

const AT_ONCE = 200

/** How the schema stands to this build, in words; undefined where they fit. */
async function schemaComplaint(executor: Executor, migrations?: string): Promise<string | undefined> {
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
  migrations,
  writeLine = () => undefined,
}: StoreDeps): Promise<StoreReport> {
  const complaints: string[] = []
  const schema = await schemaComplaint(executor, migrations)
  const { shipped } = await readMigrationState(executor, migrations)
  const nothing = {
    migrations: shipped,
    loans: 0,
    postings: 0,
    auditSubjects: 0,
    documents: 0,
    unopened: 0,
    erased: 0,
  }
  // Tables of another schema would not be read as they are.
  if (schema !== undefined) return { ...nothing, complaints: [`schema: ${schema}`] }
  const complain = (text: string): void => void complaints.push(text)
  const sealed = { unopened: 0 }
  const readable = objects && noting(objects, sealed)
  const ledgers = await verifyLedgers(executor, complain, writeLine)
  const auditSubjects = await verifyAudit(executor, complain)
  const documents =
    readable === undefined ? 0 : await verifyDocuments(executor, readable, complain, writeLine)
  if (readable !== undefined) {
    await verifyLetters(executor, readable, complain)
    await verifyUnsentFiles(executor, readable, complain)
  }
  const erased = keyFolder === undefined ? 0 : await countErased(executor, keyFolder)
  return { migrations: shipped, ...ledgers, auditSubjects, documents, ...sealed, erased, complaints }
}

type Say = (text: string) => void

/** What of an object can be looked at: its bytes, or that it is there. */
type Looked = Uint8Array | 'sealed' | undefined
type LookAt = (key: string) => Promise<Looked>

function noting(objects: ObjectStore, sealed: { unopened: number }): LookAt {
  return async (key) => {
    try {
      return await objects.get(key)
    } catch (error) {
      if (!(error instanceof ObjectSealed)) throw error
      sealed.unopened += 1
      return 'sealed'
    }
  }
}

async function countErased(executor: Executor, keyFolder: ObjectFolder): Promise<number> {
  const present = new Set<string>()
  for await (const name of keyFolder.names(RECORD_KEYS_FOLDER)) present.add(name)
  let erased = 0
  for await (const { name, values } of countByRecordKey(executor)) if (!present.has(name)) erased += values
  return erased
}

async function verifyLedgers(executor: Executor, complain: Say, writeLine: Say) {
  let [loans, postings] = [0, 0]
  for (const portfolioId of await listLedgerPortfolios(executor)) {
    let after: string | undefined = ''
    while (after !== undefined) {
      const page: Awaited<ReturnType<typeof verifyLedgerPage>> = await verifyLedgerPage(
        executor,
        portfolioId,
        after,
      )
      for (const { loanNo, intact, loanTotal } of page.loans) {
        if (!intact) complain(`ledger: the chain of loan ${loanNo} is broken`)
        if (loanTotal !== ZERO_CENTS) complain(`ledger: loan ${loanNo} sums to ${moneyToWire(loanTotal)}`)
      }
      loans += page.loans.length
      postings += page.loans.reduce((sum, one) => sum + one.postings, 0)
      after = page.after
      writeLine(`ledgers of portfolio ${portfolioId}: ${loans} of ${page.loansInAll}`)
    }
  }
  const total = await ledgerTotal(executor)
  if (total !== ZERO_CENTS) complain(`ledger: all postings sum to ${moneyToWire(total)}`)
  return { loans, postings }
}

async function verifyAudit(executor: Executor, complain: Say): Promise<number> {
  let seen = 0
  let after = { portfolioId: 0, subject: '' }
  for (let more = true; more; ) {
    const page = await listAuditSubjects(executor, after, AT_ONCE)
    for (const { portfolioId, subject } of page) {
      if (!(await isAuditIntact(executor, portfolioId, subject)))
        complain(`audit: the chain of ${portfolioId}/${subject} is broken`)
    }
    seen += page.length
    after = page.at(-1) ?? after
    more = page.length === AT_ONCE
  }
  return seen
}

async function verifyDocuments(
  executor: Executor,
  lookAt: LookAt,
  complain: Say,
  writeLine: Say,
): Promise<number> {
  let seen = 0
  let after = { portfolioId: 0, documentNo: '' }
  for (let more = true; more; ) {
    const page = await listDocumentsAfter(executor, after, AT_ONCE)
    for (const document of page) {
      const fault = await documentFault(lookAt, document)
      if (fault !== undefined) complain(`document ${document.portfolioId}/${document.documentNo}: ${fault}`)
    }
    seen += page.length
    after = page.at(-1) ?? after
    more = page.length === AT_ONCE
    if (seen > 0) writeLine(`${seen} documents`)
  }
  return seen
}

/** Checks that each printed letter has its bytes: they show what was mailed. */
async function verifyLetters(executor: Executor, lookAt: LookAt, complain: Say): Promise<void> {
  let after = { portfolioId: 0, noticeId: '' }
  for (let more = true; more; ) {
    const page = await listLettersAfter(executor, after, AT_ONCE)
    for (const letter of page) {
      const fault = await documentFault(lookAt, letter)
      if (fault !== undefined) complain(`letter ${letter.portfolioId}/${letter.noticeId}: ${fault}`)
    }
    after = page.at(-1) ?? after
    more = page.length === AT_ONCE
  }
}

/** Checks that each generated but untransmitted ACH file has its bytes: it is transmitted after the restore. */
async function verifyUnsentFiles(executor: Executor, lookAt: LookAt, complain: Say): Promise<void> {
  for (const { fileNo, objectKey } of await listUnsentAchFiles(executor)) {
    if ((await lookAt(objectKey)) === undefined)
      complain(`ACH file ${fileNo}: it is not transmitted yet, and its bytes are missing`)
  }
}

async function documentFault(
  lookAt: LookAt,
  { objectKey, sha256, sizeBytes }: Pick<StoredDocument, 'objectKey' | 'sha256' | 'sizeBytes'>,
): Promise<string | undefined> {
  try {
    const bytes = await lookAt(objectKey)
    if (bytes === undefined) return 'its bytes are missing'
    if (bytes === 'sealed') return undefined
    return bytes.length === sizeBytes && sha256Hex(bytes) === sha256
      ? undefined
      : 'its bytes are not those that were stored'
  } catch (error) {
    if (error instanceof ObjectDamaged) return 'its bytes are not those that were stored'
    throw error
  }
}

/** A report in a few lines, for a terminal. */
export function reportLines({
  loans,
  postings,
  auditSubjects,
  documents,
  unopened,
  erased,
  complaints,
}: StoreReport): string[] {
  const looked = `${loans} ledgers with ${postings} postings, ${auditSubjects} audit chains, ${documents} documents`
  const sealed =
    unopened === 0
      ? []
      : [`The master key of ${unopened} of them is not here: only that they are there was looked at.`]
  const closed =
    erased === 0
      ? []
      : [`${erased} values have no key any more: they were erased since, or keys of records are missing.`]
  if (complaints.length === 0) return [`Whole: ${looked}.`, ...sealed, ...closed]
  return [`NOT WHOLE: ${looked}; ${complaints.length} complaints:`, ...complaints.map((line) => `  ${line}`)]
}
