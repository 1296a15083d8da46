import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  findSigningSession,
  lockSigningSession,
  type SigningSession,
  updateSigningSession,
} from '@dolphin/database/agreements/signing-session-repository'
import { lockLoan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import { SignStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import type { Result } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { readInput, readSignatureMark } from '../documents/kept-input.ts'
import { postSignStatus } from '../loans/open-signing-session.ts'
import { evidenceToStored, evidenceOf, type Reservation } from '../loans/signing-evidence.ts'
import { type AmendmentInput, makeSignedAmendment } from '../servicing/amendment-document.ts'
import { signAmendment } from '../servicing/sign-amendment.ts'
import type { AgreementDeps } from './agreement-deps.ts'

type SealedAmendment = Awaited<ReturnType<typeof makeSignedAmendment>>

/**
 * Makes the signature of an amendment that is reserved: seals what was read, outside of any transaction, then saves the
 * change and moves the signing in one. Killed at any point, it is done again from the reservation.
 */
export async function finishAmendment(
  deps: AgreementDeps,
  signingSession: SigningSession,
  reservation: Reservation,
): Promise<Result<SigningSession>> {
  const { portfolioId, documentHash } = signingSession
  assert(documentHash !== null, 'what is signed was shown')
  const input = await readInput<AmendmentInput>(deps.objects, evidenceOf(signingSession).inputKey)
  const sealed = await makeSignedAmendment(deps, portfolioId, input, {
    mark: await readSignatureMark(deps.objects, reservation.markKey),
    at: new Date(reservation.at),
    shownSha256: documentHash,
  })
  const signed = await deps.units.write((unit) => commit(deps, unit, signingSession, { reservation, sealed }))
  return signed
}

/** What the borrower signed, and the document that holds it. */
interface SignedAmendment {
  readonly reservation: Reservation
  readonly sealed: SealedAmendment
}

async function commit(
  deps: AgreementDeps,
  unit: UnitOfWork,
  read: SigningSession,
  { reservation, sealed }: SignedAmendment,
): Promise<Result<SigningSession>> {
  const loan = await lockLoan(unit.tx, read)
  const signingSession = await lockSigningSession(unit.tx, read)
  assert(loan !== undefined && signingSession !== undefined, 'a signing session has its loan')
  if (signingSession.signStatus === SignStatus.signed) return ok(signingSession)
  const { openId, portfolioId, loanNo, requestCode, documentHash, documentNo: shownNo } = signingSession
  assert(documentHash !== null && shownNo !== null, 'what is signed was shown')
  const actor = `customer:${openId ?? ''}`
  const signedAt = new Date(reservation.at)
  const saved = await signAmendment(deps, unit, loan, { requestCode, sealed, signedAt, actor })
  if (!saved.ok) return saved
  const { changeNo, documentNo } = saved.value
  const signed = {
    shownDocumentNo: shownNo,
    shownSha256: documentHash,
    sealedSha256: sealed.kept.sha256,
    authorizationDocumentNo: null,
  }
  const moved = await updateSigningSession(
    unit.tx,
    signingSession,
    {
      from: SignStatus.notSigned,
      to: SignStatus.signed,
      documentNo,
      documentHash: sealed.kept.sha256,
      evidence: evidenceToStored(deps.cipher, signingSession, { signed }),
      signedAt,
    },
    unit.now,
  )
  assert(moved, 'a locked signing session keeps its status')
  const facts = { requestCode, changeNo, ...signed, markKind: reservation.markKind }
  const action = 'amendmentSigned'
  await appendAudit(unit.tx, { portfolioId, subject: loanNo, action, actor, facts, at: unit.now })
  await postSignStatus(deps, unit, signingSession, SignStatus.signed)
  const after = await findSigningSession(unit.tx, signingSession)
  assert(after !== undefined, 'a signed session exists')
  return ok(after)
}
