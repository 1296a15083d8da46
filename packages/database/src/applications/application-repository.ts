import type { SectionKey } from '@dolphin/domain/applications/codes'
import { type Hold, isHeld } from '@dolphin/domain/retention/hold'
import { and, asc, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { type Executor, sqlRunnerOf } from '../driver/executor.ts'
import { type FieldCipher, type FieldPlace, openJson, sealJson } from '../driver/field-cipher.ts'
import { noteInDirectory } from '../loans/loan-directory-repository.ts'
import { hasOpenLoanLocked } from '../loans/loan-repository.ts'
import type { ApplicationKey, LoanKey, Owner } from '../driver/owner.ts'
import { packedRows, queryOneRow } from '../driver/packed-rows.ts'
import { applicationSections, applications } from '../schema/application.ts'
import { loans } from '../schema/loan.ts'

export type Application = typeof applications.$inferSelect
export type NewApplication = Pick<
  Application,
  'portfolioId' | 'customerKey' | 'applicationNo' | 'loanNo' | 'openId'
>

/** Answers by element key, as stored: unmasked digits, dates "YYYY-MM-DD", money "500.00". */
export type Answers = Readonly<Record<string, unknown>>

export interface Section {
  readonly sectionKey: SectionKey
  readonly answers: Answers
  readonly complete: boolean
  /** Version of the form definition it was answered with. */
  readonly formVersion: number
  /** 1 after the first save. */
  readonly version: number
  readonly updatedAt: Date
}

/** A saved section as it is stored. None is ever sealed alike twice: where the text is the same, so are the answers. */
export interface SealedSection extends Omit<Section, 'answers'> {
  readonly sealed: string
  /** The answers; throws `SealBroken`. */
  readonly open: () => Answers
}

/** Stored under a new version, or the section as somebody else left it. */
export type SectionSave =
  | { readonly saved: true; readonly version: number }
  | { readonly saved: false; readonly current: Section | undefined }

const isApplication = ({ portfolioId, applicationNo }: ApplicationKey) =>
  and(eq(applications.portfolioId, portfolioId), eq(applications.applicationNo, applicationNo))

const isSectionOf = ({ portfolioId, applicationNo }: ApplicationKey) =>
  and(eq(applicationSections.portfolioId, portfolioId), eq(applicationSections.applicationNo, applicationNo))

const place = (key: ApplicationKey, sectionKey: SectionKey): FieldPlace => ({
  table: 'application_sections',
  id: `${key.portfolioId}/${key.applicationNo}/${sectionKey}`,
  column: 'answers',
  of: `application/${key.portfolioId}/${key.applicationNo}`,
})

/** Adds an application; its loan is added in the same transaction. */
export async function insertApplication(
  executor: Executor,
  application: NewApplication,
  at: Date,
): Promise<void> {
  const attachedAt = application.openId === null ? null : at
  await executor.insert(applications).values({ ...application, createdAt: at, updatedAt: at, attachedAt })
}

/** The customer's newest application before that one: what a returning customer is pre-filled from. */
export async function findEarlierApplication(
  executor: Executor,
  { portfolioId, openId }: Owner,
  before: Date,
): Promise<Application | undefined> {
  const [row] = await executor
    .select()
    .from(applications)
    .where(
      and(
        eq(applications.portfolioId, portfolioId),
        eq(applications.openId, openId),
        lt(applications.createdAt, before),
      ),
    )
    .orderBy(desc(applications.createdAt))
    .limit(1)
  return row
}

/**
 * Gives an application begun in guidance, and its loan, to a customer, once. False if somebody owns it or the
 * customer has another open loan.
 */
export async function attachApplication(
  executor: Executor,
  { portfolioId, openId }: Owner,
  applicationNo: string,
  at: Date,
): Promise<boolean> {
  if (await hasOpenLoanLocked(executor, { portfolioId, openId })) return false
  const [attached] = await executor
    .update(applications)
    .set({ openId, attachedAt: at, updatedAt: at })
    .where(and(isApplication({ portfolioId, applicationNo }), isNull(applications.openId)))
    .returning({ loanNo: applications.loanNo })
  if (!attached) return false
  const taken = await executor
    .update(loans)
    .set({ openId, updatedAt: at, version: sql`${loans.version} + 1` })
    .where(and(eq(loans.portfolioId, portfolioId), eq(loans.loanNo, attached.loanNo)))
    .returning()
  for (const loan of taken) await noteInDirectory(executor, loan)
  return true
}

/** Notes that the customer asked for the amount. */
export async function markSubmitted(executor: Executor, key: ApplicationKey, at: Date): Promise<void> {
  await executor.update(applications).set({ submittedAt: at, updatedAt: at }).where(isApplication(key))
}

/** Saved sections of an application. */
export async function listSections(
  executor: Executor,
  cipher: FieldCipher,
  key: ApplicationKey,
): Promise<Section[]> {
  const rows = await executor
    .select()
    .from(applicationSections)
    .where(isSectionOf(key))
    .orderBy(asc(applicationSections.sectionKey))
  return rows.map((row) => sectionOf(cipher, row))
}

const packed = packedRows(applicationSections)

const SECTION = `select ${packed.row} as section from application_sections
  where portfolio_id = $1 and application_no = $2 and section_key = $3`

/** One saved section, or undefined before its first save. */
export async function findSection(
  executor: Executor,
  cipher: FieldCipher,
  key: ApplicationKey,
  sectionKey: SectionKey,
): Promise<Section | undefined> {
  const { portfolioId, applicationNo } = key
  const { section } = await queryOneRow(executor, SECTION, [portfolioId, applicationNo, sectionKey])
  return section === undefined ? undefined : sectionOf(cipher, packed.unpack(section))
}

/** A row of a section. */
export function sealedSectionOf(
  cipher: FieldCipher,
  row: typeof applicationSections.$inferSelect,
): SealedSection {
  const { sectionKey, complete, formVersion, version, updatedAt, answers: sealed } = row
  const open = () => openJson(cipher, place(row, sectionKey), sealed) as Answers
  return { sectionKey, complete, formVersion, version, updatedAt, sealed, open }
}

/** A section with its answers; throws `SealBroken`. */
export const openedSection = ({ sealed: _sealed, open, ...section }: SealedSection): Section => ({
  ...section,
  answers: open(),
})

const sectionOf = (cipher: FieldCipher, row: typeof applicationSections.$inferSelect): Section =>
  openedSection(sealedSectionOf(cipher, row))

const FIRST = `insert into application_sections
    (portfolio_id, application_no, section_key, answers, complete, form_version, version, updated_at, customer_key)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict do nothing
  returning version`

const REWRITE = `update application_sections
  set answers = $4, complete = $5, form_version = $6, version = $7, updated_at = $8
  where portfolio_id = $1 and application_no = $2 and section_key = $3 and version = $7 - 1 and customer_key = $9
  returning version`

/** A section as it is to be stored, over the version that was read (0: never saved). */
interface SectionWrite {
  readonly section: Pick<Section, 'sectionKey' | 'answers' | 'complete' | 'formVersion'>
  readonly readVersion: number
  readonly at: Date
}

/**
 * Saves a section if it still has the version that was read (0: never saved). Of two saves at once one wins
 * and the other is answered with what the winner stored.
 */
export async function saveSection(
  executor: Executor,
  cipher: FieldCipher,
  key: ApplicationKey & Pick<Application, 'customerKey'>,
  { section, readVersion, at }: SectionWrite,
): Promise<SectionSave> {
  const { sectionKey, complete, formVersion } = section
  const version = readVersion + 1
  const { portfolioId, applicationNo, customerKey } = key
  const answers = sealJson(cipher, place(key, sectionKey), section.answers)
  const values = [
    portfolioId,
    applicationNo,
    sectionKey,
    answers,
    complete,
    formVersion,
    version,
    at.toISOString(),
    customerKey,
  ]
  const { rows } = await sqlRunnerOf(executor).executeNamed(readVersion === 0 ? FIRST : REWRITE, values)
  if (rows.length === 1) return { saved: true, version }
  return { saved: false, current: await findSection(executor, cipher, key, sectionKey) }
}

/**
 * Deletes applications begun in guidance before an instant and never given to a customer, with their answers, but for
 * those on hold. Answers their loans, which the caller withdraws; those hold no personal data.
 */
export async function deleteUnattached(
  executor: Executor,
  before: Date,
  holds: readonly Hold[] = [],
): Promise<(LoanKey & ApplicationKey)[]> {
  const { portfolioId, applicationNo, loanNo, customerKey } = applications
  const found = await executor
    .select({ portfolioId, applicationNo, loanNo, customerKey })
    .from(applications)
    .where(and(isNull(applications.attachedAt), lt(applications.createdAt, before)))
  const recordClass = 'unattachedApplication'
  const free = found.filter((one) => !isHeld(holds, { ...one, recordClass, openIds: [one.customerKey] }))
  const gone: (LoanKey & ApplicationKey)[] = []
  for (const one of free) {
    // A customer may have taken it since.
    const [deleted] = await executor
      .delete(applications)
      .where(and(isApplication(one), eq(customerKey, one.customerKey), isNull(applications.attachedAt)))
      .returning({ applicationNo })
    if (deleted !== undefined) gone.push(one)
  }
  return gone
}
