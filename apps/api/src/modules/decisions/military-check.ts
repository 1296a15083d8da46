import { DAY_MS } from '@dolphin/domain/time/durations'
import { createHmac } from 'node:crypto'
import { currentConsents } from '@dolphin/database/consents/consent-repository'
import { listDocumentsOfLoan } from '@dolphin/database/documents/document-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { Military } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import { ConsentKind } from '@dolphin/domain/portfolios/consent-template'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import type { MilitaryCertificate } from '@dolphin/integrations/military/provider'
import type { Deps } from '../../deps.ts'
import { storeFile, type StoredFile, newDocumentNo, recordDocument } from '../documents/document-vault.ts'
import { describe } from '../../http/describe-error.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { Applicant } from '../borrowers/applicant.ts'

/** A check older than that is made again. Source: 32 CFR 232.5(b)(3)(ii). */
const TIMELY_MS = 30 * DAY_MS

/** What the covered-borrower database says of an applicant. */
export interface MilitaryStatus {
  readonly status: Military
  /** A certificate not yet on record; recordMilitaryCheck writes its row. */
  readonly fresh: (StoredFile & FreshCertificate) | undefined
}

interface FreshCertificate {
  readonly certificateNo: string
  readonly mediaType: MilitaryCertificate['mediaType']
  readonly subject: string
}

type NeededDeps = Pick<Deps, 'database' | 'clock' | 'keys' | 'military' | 'objects' | 'log'>

/**
 * Returns the status of the applicant: from the certificate on record where it is timely and of the same person,
 * else from the covered-borrower database. Runs outside of any transaction, because the database may be slow.
 *
 * Errors: `militaryCheckUnavailable` where it does not respond; no applicant counts as not covered then.
 * Source: 32 CFR 232.5(b); domain.md §6.
 */
export async function checkMilitaryStatus(
  deps: NeededDeps,
  loan: Loan,
  applicant: Applicant,
  { portfolioId, timeZone }: Pick<Portfolio, 'portfolioId' | 'timeZone'>,
): Promise<Result<MilitaryStatus>> {
  const now = deps.clock.now()
  const subject = subjectDigest(deps, applicant)
  const onRecord = (await listDocumentsOfLoan(deps.database.db, loan)).find(
    ({ documentType, evidence, createdAt }) =>
      documentType === DocumentType.militaryCertificate &&
      evidence['subject'] === subject &&
      now.getTime() - createdAt.getTime() < TIMELY_MS,
  )
  const known = Object.values(Military).find((status) => status === onRecord?.evidence['status'])
  if (known !== undefined) return ok({ status: known, fresh: undefined })
  try {
    const check = await deps.military.check(applicant, dateIn(now, timeZone))
    const { status, certificateNo, certificate } = check
    const { bytes, mediaType } = certificate
    const ending = mediaType === 'application/pdf' ? 'pdf' : 'txt'
    const kept = await storeFile(deps.objects, portfolioId, { bytes: Buffer.from(bytes), extension: ending })
    return ok({ status, fresh: { ...kept, certificateNo, mediaType, subject } })
  } catch (error) {
    deps.log.error({ failure: describe(error) }, 'the covered-borrower check does not answer')
    return refuse('militaryCheckUnavailable', { retryAfterSeconds: 60 })
  }
}

/** What the applicant says: in the personal section, or by the consent that identifies a covered borrower. */
export async function statedStatus(
  executor: Executor,
  { portfolioId, openId }: Loan,
  { military }: Applicant,
): Promise<Military> {
  if (military === Military.military || openId === null) return military
  const consents = await currentConsents(executor, { portfolioId, openId })
  return consents.get(ConsentKind.militarySelfIdentification)?.given === true ? Military.military : military
}

/** Puts a fresh certificate on record, in the transaction that relies on it. */
export async function recordMilitaryCheck(
  unit: UnitOfWork,
  { portfolioId, loanNo, openId }: Loan,
  { status, fresh }: MilitaryStatus,
): Promise<void> {
  if (fresh === undefined) return
  const { certificateNo, mediaType, subject, ...kept } = fresh
  await recordDocument(unit, kept, {
    portfolioId,
    loanNo,
    openId,
    documentNo: await newDocumentNo(unit.tx),
    documentType: DocumentType.militaryCertificate,
    title: 'Covered borrower certificate',
    mediaType,
    sealedAt: null,
    role: 'record',
    evidence: { certificateNo, subject, status },
  })
}

/** Tells whether a certificate is about the person who applies now, without holding who that is. */
function subjectDigest(
  { keys }: Pick<Deps, 'keys'>,
  { firstName, lastName, birthDate, ssn }: Applicant,
): string {
  const key = keys.derive('military check subject')
  return createHmac('sha256', key)
    .update(JSON.stringify([firstName, lastName, birthDate, ssn]))
    .digest('hex')
}
