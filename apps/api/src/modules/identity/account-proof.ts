import { recordsProofCall } from '@dolphin/contract/identity'
import type { Owner } from '@dolphin/database/driver/owner'
import type { Resource } from '@dolphin/database/applications/resource-repository'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { documentLender } from '@dolphin/domain/documents/party'
import { ok } from '@dolphin/domain/outcome'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import { linkFileRoute, type RouteDefinition } from '../../http/route.ts'
import { type Result, refuse, refuseAndCommit } from '../../refusal.ts'
import { hashToken } from '../../security/secrets.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { newDocumentNo, recordDocument, type StoredFile, storeFile } from '../documents/document-vault.ts'
import {
  isProof,
  proofCodeOfLink,
  proofDigest,
  proofReadAt,
  renderProof,
  WRONG_CODE,
} from '../documents/records-proof.ts'
import { readLink } from './account-service.ts'
import type { IdentityDeps } from './identity-deps.ts'

/** The PDF that shows, before the account is made, that records of this kind open. Source: 15 USC 7001(c)(1)(C)(ii). */
export function recordsProofRoute(deps: IdentityDeps): RouteDefinition {
  return linkFileRoute(recordsProofCall, async ({ query, portfolio, origin, now }) => {
    const { db } = deps.database
    const wait = await deps.limits.take(db, 'recordsProofs', origin.ip, now)
    if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
    const link = await readLink(deps, { tx: db, now }, portfolio.portfolioId, query.resource)
    if (link.fault !== null || link.purpose !== 'createAccount' || link.madeAt === null)
      return refuse('linkNoLongerValid')
    const bytes = await fileOf(deps, portfolio, hashToken(query.resource), link.madeAt)
    return ok({ fileName: `${TITLE}.pdf`, contentType: 'application/pdf', bytes, inline: true })
  })
}

const TITLE = 'Electronic records test'

const fileOf = (deps: IdentityDeps, { lender, theme }: Portfolio, tokenHash: string, at: Date) =>
  renderProof(deps, documentLender(lender, theme.primaryColor), proofCodeOfLink(deps, tokenHash), at)

/** A code that was typed, and the file that it was read in; no file where the code is not the one in it. */
export interface TypedProof {
  readonly tokenHash: string
  readonly file: StoredFile | undefined
}

/** Looks at a typed code and stores the file it proves, outside of any transaction; undefined where none was typed. */
export async function typedProof(
  deps: IdentityDeps,
  portfolio: Portfolio,
  { tokenHash, createdAt }: Resource,
  code: string | undefined,
): Promise<TypedProof | undefined> {
  if (code === undefined) return undefined
  const subject = `link/${tokenHash}`
  const isRight = isProof(
    proofDigest(deps, subject, proofCodeOfLink(deps, tokenHash)),
    proofDigest(deps, subject, code),
  )
  if (!isRight) return { tokenHash, file: undefined }
  const bytes = await fileOf(deps, portfolio, tokenHash, createdAt)
  return {
    tokenHash,
    file: await storeFile(deps.objects, portfolio.portfolioId, { bytes, extension: 'pdf' }),
  }
}

/** Counts the try; refuses a wrong code at its field. */
export async function checkTypedProof(
  { limits }: Pick<IdentityDeps, 'limits'>,
  { tx, now }: UnitOfWork,
  { tokenHash, file }: TypedProof,
): Promise<Result<StoredFile>> {
  const wait = await limits.take(tx, 'linkProofCodes', tokenHash, now)
  if (wait !== undefined) return refuseAndCommit('tooManyRequests', { retryAfterSeconds: wait.seconds })
  if (file !== undefined) return ok(file)
  const errors = [{ elementKey: 'proofCode', message: WRONG_CODE }]
  return refuseAndCommit('signingConsentMissing', { errors })
}

/** Records the file as read at the instant of the consents that it proves. */
export async function recordAccountProof(unit: UnitOfWork, owner: Owner, file: StoredFile): Promise<void> {
  const { portfolioId, openId } = owner
  await recordDocument(unit, file, {
    portfolioId,
    openId,
    loanNo: null,
    documentNo: await newDocumentNo(unit.tx),
    documentType: DocumentType.electronicRecordsConsent,
    title: TITLE,
    role: 'proof',
    sealedAt: null,
    evidence: proofReadAt(unit.now),
  })
}
