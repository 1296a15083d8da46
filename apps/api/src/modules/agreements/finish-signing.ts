import { inEachLanguage, type Words } from '@dolphin/domain/portfolios/localized'
import { releaseCoupon, useCoupon } from '@dolphin/database/coupons/coupon-repository'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  findSigningSession,
  lockSigningSession,
  type SigningSession,
  updateSigningSession,
} from '@dolphin/database/agreements/signing-session-repository'
import type { RequestKey } from '@dolphin/database/verification/ibv-repository'
import { findLoan, type Loan, lockLoan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import type { AgreementInput } from '@dolphin/domain/documents/agreement-input'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { longInstant } from '@dolphin/domain/documents/long-date'
import { LoanFlag, LoanStatus, SignStatus } from '@dolphin/domain/loans/codes'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok } from '@dolphin/domain/outcome'
import { newDocumentNo, recordDocument, type StoredFile } from '../documents/document-vault.ts'
import { refuse, refuseAndCommit, type Result } from '../../refusal.ts'
import { borrowerAddress } from '../borrowers/borrower-address.ts'
import { moveLoan, raiseFlags } from '../loans/loan-moves.ts'
import { isAmendment, postSignStatus, transitionSigningSession } from '../loans/open-signing-session.ts'
import { planDisbursement } from '../disbursement/plan-disbursement.ts'
import { pageAddress } from '../../config/page-address.ts'
import { recordAgreedAuthorization } from './agreed-authorization.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { makeAuthorization, makeSealedAgreement } from './agreement-files.ts'
import type { AgreementDeps } from './agreement-deps.ts'
import {
  evidenceOf,
  evidenceToStored,
  type Reservation,
  type SigningSessionEvidence,
} from '../loans/signing-evidence.ts'
import { stepRefusal } from './signing-session-state.ts'
import { readiness } from './open-signing.ts'
import { finishAmendment } from './finish-amendment.ts'
import { signedInput } from './signed-input.ts'

/** What the worker made of a reserved signature. */
interface SealedSigning {
  readonly input: AgreementInput
  readonly agreement: StoredFile
  /** Absent where automatic payments were declined. */
  readonly authorization: StoredFile | undefined
  readonly reservation: Reservation
}

/** Makes and stores reserved signatures; of requests for the same one at the same time, one does the work. */
export interface SigningFinisher {
  /** The signed signing session. Where it was signed before, that one. */
  finish(key: RequestKey): Promise<Result<SigningSession>>
}

export function createSigningFinisher(deps: AgreementDeps): SigningFinisher {
  const running = new Map<string, Promise<Result<SigningSession>>>()
  return {
    finish(key) {
      const name = `${key.portfolioId}/${key.requestCode}`
      const present = running.get(name)
      if (present !== undefined) return present
      const work = finishReserved(deps, key).finally(() => running.delete(name))
      running.set(name, work)
      return work
    },
  }
}

/**
 * Renders the signed document, checks its figures, seals it, all outside of any transaction; then commits it by
 * compare-and-set. Killed at any point, it is done again from the reservation, with the same content.
 */
async function finishReserved(deps: AgreementDeps, key: RequestKey): Promise<Result<SigningSession>> {
  const signingSession = await findSigningSession(deps.database.db, key)
  if (signingSession === undefined) return refuse('notFound')
  const { reservation } = evidenceOf(signingSession)
  if (signingSession.signStatus === SignStatus.signed) return ok(signingSession)
  if (signingSession.signStatus !== SignStatus.notSigned || reservation === undefined)
    return refuse('signingNotOpen')
  if (isAmendment(signingSession)) return await finishAmendment(deps, signingSession, reservation)
  const sealed = await sealReserved(deps, signingSession, reservation)
  const signed = await deps.units.write((unit) => commitSigning(deps, unit, signingSession, sealed))
  return signed
}

async function sealReserved(
  deps: AgreementDeps,
  signingSession: SigningSession,
  reservation: Reservation,
): Promise<SealedSigning> {
  const { portfolioId } = signingSession
  const signedAt = new Date(reservation.at)
  const input = await signedInput(deps, signingSession, reservation)
  const agreement = await makeSealedAgreement(deps, portfolioId, input, signedAt)
  const authorization = reservation.achAuthorization
    ? await makeAuthorization(deps, portfolioId, input, signedAt)
    : undefined
  return { input, agreement, authorization, reservation }
}

async function commitSigning(
  deps: AgreementDeps,
  unit: UnitOfWork,
  read: SigningSession,
  sealed: SealedSigning,
): Promise<Result<SigningSession>> {
  const loan = await lockLoan(unit.tx, read)
  const signingSession = await lockSigningSession(unit.tx, read)
  assert(loan !== undefined && signingSession !== undefined, 'a signing session has its loan')
  if (signingSession.signStatus === SignStatus.signed) return ok(signingSession)
  const reservedAt = new Date(sealed.reservation.at)
  const isOpen = stepRefusal(signingSession, reservedAt)
  if (!isOpen.ok) return isOpen
  if (!readiness(loan).ok || loan.termsDigest !== signingSession.termsDigest) {
    // Edited between the signer's click and now: what was signed no longer is the loan.
    await transitionSigningSession(deps, unit, signingSession, SignStatus.voided)
    await raiseFlags(unit, loan, [LoanFlag.recreateRequestCode])
    return refuseAndCommit('signingVoided')
  }
  const authorizationDocumentNo = await storeSigned(deps, unit, signingSession, sealed)
  await recordAgreedAuthorization(deps, unit, loan, {
    given: sealed.reservation.achAuthorization,
    grantedAt: reservedAt,
    documentNo: authorizationDocumentNo,
  })
  // A coupon that takes nothing off the signed plan is not spent on it.
  if (sealed.input.coupon === undefined) await releaseCoupon(unit.tx, loan, unit.now)
  else await useCoupon(unit.tx, loan, unit.now)
  await postSignStatus(deps, unit, signingSession, SignStatus.signed)
  const moved = await moveSigned(deps, unit, loan, sealed)
  if (!moved.ok) return moved
  await notifySigned(deps, unit, loan, sealed)
  const signed = await findSigningSession(unit.tx, signingSession)
  assert(signed !== undefined, 'a signed session exists')
  return ok(signed)
}

/** Records what was signed; answers the number of the authorization, where one was given. */
async function storeSigned(
  { cipher }: Pick<AgreementDeps, 'cipher'>,
  unit: UnitOfWork,
  signingSession: SigningSession,
  { agreement, authorization, reservation }: SealedSigning,
): Promise<string | null> {
  const { portfolioId, loanNo, openId, requestCode, documentHash, documentNo: shownNo } = signingSession
  assert(documentHash !== null && shownNo !== null, 'what is signed was shown')
  const signedAt = new Date(reservation.at)
  const about = { portfolioId, loanNo, openId, role: 'record' as const, evidence: { requestCode } }
  const documentNo = await newDocumentNo(unit.tx)
  await recordDocument(unit, agreement, {
    ...about,
    documentNo,
    documentType: DocumentType.agreement,
    title: 'Loan agreement',
    sealedAt: signedAt,
  })
  const authorizationDocumentNo = authorization === undefined ? null : await newDocumentNo(unit.tx)
  if (authorization !== undefined && authorizationDocumentNo !== null) {
    await recordDocument(unit, authorization, {
      ...about,
      documentNo: authorizationDocumentNo,
      documentType: DocumentType.achAuthorization,
      title: 'Authorization of automatic payments',
      sealedAt: null,
    })
  }
  const signed: SigningSessionEvidence['signed'] = {
    shownDocumentNo: shownNo,
    shownSha256: documentHash,
    sealedSha256: agreement.sha256,
    authorizationDocumentNo,
  }
  const evidence = evidenceToStored(cipher, signingSession, { signed })
  const to = { from: SignStatus.notSigned, to: SignStatus.signed }
  const patch = { documentNo, documentHash: agreement.sha256, evidence, signedAt }
  const moved = await updateSigningSession(unit.tx, signingSession, { ...to, ...patch }, unit.now)
  assert(moved, 'a locked signing session keeps its status')
  await appendAudit(unit.tx, {
    portfolioId,
    subject: loanNo,
    action: 'agreementSigned',
    actor: `customer:${openId ?? ''}`,
    facts: { requestCode, ...signed, markKind: reservation.markKind, ach: reservation.achAuthorization },
    at: unit.now,
  })
  return authorizationDocumentNo
}

/** Approved at once where approval is automatic or was given before; else to the underwriter. domain.md §2. */
async function moveSigned(
  deps: AgreementDeps,
  unit: UnitOfWork,
  loan: Loan,
  { input, reservation }: SealedSigning,
): Promise<Result<Loan>> {
  const data = deps.portfolios.byId(loan.portfolioId)
  assert(data !== undefined, 'a loan has a portfolio')
  const isApproved = data.portfolio.approvalMode === 'automatic' || loan.approvedAt !== null
  const done: readonly LoanFlag[] = [LoanFlag.recreateRequestCode, LoanFlag.reSignLoanAgreement]
  const actor = `customer:${loan.openId ?? ''}`
  const patch = {
    signedAt: new Date(reservation.at),
    disbursementDate: input.effectiveDate,
    flags: loan.flags.filter((flag) => !done.includes(flag)),
    ...(isApproved ? { approvedAt: loan.approvedAt ?? unit.now } : {}),
  }
  const event = isApproved ? 'signedAndApproved' : 'signedForReview'
  const moved = await moveLoan(deps, unit, loan, { event, actor, patch })
  if (!moved.ok || moved.value.status !== LoanStatus.approved) return moved
  await planDisbursement(deps, unit, moved.value, actor)
  const after = await findLoan(unit.tx, loan)
  assert(after !== undefined, 'a loan that was approved is there')
  return ok(after)
}

async function notifySigned(
  deps: AgreementDeps,
  unit: UnitOfWork,
  loan: Loan,
  { input, reservation }: SealedSigning,
): Promise<void> {
  const { portfolioId, loanNo, openId } = loan
  const borrower = await borrowerAddress(unit.tx, deps.cipher, loan)
  const data = deps.portfolios.byId(portfolioId)
  assert(borrower !== undefined && data !== undefined, 'a signed loan has a customer')
  await deps.notices.send(unit, {
    portfolioId,
    loanNo,
    openId,
    kind: 'agreementCopy',
    recipient: borrower.email,
    dedupKey: `agreementCopy/${loanNo}/${input.signature?.requestCode ?? ''}`,
    values: agreementCopyValues(input, borrower.firstName, new Date(reservation.at), {
      link: pageAddress(deps.config, data.portfolio, '/documents'),
    }),
  })
}

/** What the mail with the agreement says. */
export function agreementCopyValues(
  { loanNo, itemization, disclosure }: AgreementInput,
  firstName: Words,
  signedAt: Date,
  { link }: { readonly link: string },
) {
  return {
    firstName,
    loanNo,
    amount: formatCurrency(itemization.principal),
    apr: `${disclosure.apr}%`,
    signedAt: inEachLanguage((locale) => longInstant(signedAt, locale)),
    link,
  }
}
