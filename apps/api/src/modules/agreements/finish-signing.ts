import { inEachLanguage, type Words } from '@dolphin/domain/portfolios/localized'
import { releaseCoupon, useCoupon } from '@dolphin/database/coupons/coupon-repository'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  type Ceremony,
  findCeremony,
  lockCeremony,
  moveCeremony,
} from '@dolphin/database/agreements/ceremony-repository'
import type { RequestKey } from '@dolphin/database/verification/ibv-repository'
import { findLoan, type Loan, lockLoan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import type { AgreementInput } from '@dolphin/domain/documents/agreement-input'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { longInstant } from '@dolphin/domain/documents/long-date'
import { LoanFlag, LoanStatus, SignStatus } from '@dolphin/domain/loans/codes'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok } from '@dolphin/domain/outcome'
import { type KeptFile, newDocumentNo, recordDocument } from '../documents/document-vault.ts'
import { type Answer, refuse, refuseAndKeep } from '../../refusal.ts'
import { borrowerAddress } from '../borrowers/borrower-address.ts'
import { moveLoan, raiseFlags } from '../loans/loan-moves.ts'
import { postSignStatus, turnCeremony } from '../loans/open-ceremony.ts'
import { planDisbursement } from '../disbursement/plan-disbursement.ts'
import { pageAddress } from '../../config/page-address.ts'
import { recordAgreedPermission } from './agreed-permission.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { makeAuthorization, makeSealedAgreement } from './agreement-files.ts'
import type { AgreementParts } from './agreement-parts.ts'
import { type CeremonyEvidence, evidenceOf, evidenceToStored, type Reservation } from './ceremony-evidence.ts'
import { stepRefusal } from './ceremony-state.ts'
import { readiness } from './open-signing.ts'
import { signedInput } from './signed-input.ts'

/** What the worker made of a reserved signature. */
interface SealedSigning {
  readonly input: AgreementInput
  readonly agreement: KeptFile
  /** Absent where automatic payments were declined. */
  readonly authorization: KeptFile | undefined
  readonly reservation: Reservation
}

/** Makes and stores reserved signatures; of requests for the same one at the same time, one does the work. */
export interface SigningFinisher {
  /** The signed ceremony. Where it was signed before, that one. */
  finish(key: RequestKey): Promise<Answer<Ceremony>>
}

export function createSigningFinisher(parts: AgreementParts): SigningFinisher {
  const running = new Map<string, Promise<Answer<Ceremony>>>()
  return {
    finish(key) {
      const name = `${key.portfolioId}/${key.requestCode}`
      const present = running.get(name)
      if (present !== undefined) return present
      const work = finishReserved(parts, key).finally(() => running.delete(name))
      running.set(name, work)
      return work
    },
  }
}

/**
 * Renders the signed document, checks its figures, seals it, all outside of any transaction; then commits it by
 * compare-and-set. Killed at any point, it is done again from the reservation, with the same content.
 */
async function finishReserved(parts: AgreementParts, key: RequestKey): Promise<Answer<Ceremony>> {
  const ceremony = await findCeremony(parts.database.db, key)
  if (ceremony === undefined) return refuse('notFound')
  const { reservation } = evidenceOf(ceremony)
  if (ceremony.signStatus === SignStatus.signed) return ok(ceremony)
  if (ceremony.signStatus !== SignStatus.notSigned || reservation === undefined)
    return refuse('ceremonyNotOpen')
  parts.mark?.('signing: reserved, before the document is made')
  const sealed = await sealReserved(parts, ceremony, reservation)
  parts.mark?.('signing: document stored, before the rows')
  const signed = await parts.units.write((unit) => commitSigning(parts, unit, ceremony, sealed))
  parts.mark?.('signing: after the commit, before the answer is kept')
  return signed
}

async function sealReserved(
  parts: AgreementParts,
  ceremony: Ceremony,
  reservation: Reservation,
): Promise<SealedSigning> {
  const { portfolioId } = ceremony
  const signedAt = new Date(reservation.at)
  const input = await signedInput(parts, ceremony, reservation)
  const agreement = await makeSealedAgreement(parts, portfolioId, input, signedAt)
  const authorization = reservation.achAuthorization
    ? await makeAuthorization(parts, portfolioId, input, signedAt)
    : undefined
  return { input, agreement, authorization, reservation }
}

async function commitSigning(
  parts: AgreementParts,
  unit: UnitOfWork,
  read: Ceremony,
  sealed: SealedSigning,
): Promise<Answer<Ceremony>> {
  const loan = await lockLoan(unit.tx, read)
  const ceremony = await lockCeremony(unit.tx, read)
  assert(loan !== undefined && ceremony !== undefined, 'a ceremony has its loan')
  if (ceremony.signStatus === SignStatus.signed) return ok(ceremony)
  const reservedAt = new Date(sealed.reservation.at)
  const isOpen = stepRefusal(ceremony, reservedAt)
  if (!isOpen.ok) return isOpen
  if (!readiness(loan).ok || loan.termsDigest !== ceremony.termsDigest) {
    // Edited between the signer's click and now: what was signed no longer is the loan.
    await turnCeremony(parts, unit, ceremony, SignStatus.voided)
    await raiseFlags(unit, loan, [LoanFlag.recreateRequestCode])
    return refuseAndKeep('ceremonyVoided')
  }
  const authorizationDocumentNo = await storeSigned(unit, ceremony, sealed)
  parts.mark?.('signing: agreement recorded, before the permission')
  await recordAgreedPermission(parts, unit, loan, {
    given: sealed.reservation.achAuthorization,
    grantedAt: reservedAt,
    documentNo: authorizationDocumentNo,
  })
  // A coupon that takes nothing off the signed plan is not spent on it.
  if (sealed.input.coupon === undefined) await releaseCoupon(unit.tx, loan, unit.now)
  else await useCoupon(unit.tx, loan, unit.now)
  await postSignStatus(parts, unit, ceremony, SignStatus.signed)
  const moved = await moveSigned(parts, unit, loan, sealed)
  if (!moved.ok) return moved
  parts.mark?.('signing: loan moved, before the notice')
  await tellSigned(parts, unit, loan, sealed)
  parts.mark?.('signing: before the commit')
  const signed = await findCeremony(unit.tx, ceremony)
  assert(signed !== undefined, 'a ceremony that was signed is there')
  return ok(signed)
}

/** Records what was signed; answers the number of the authorisation, where one was given. */
async function storeSigned(
  unit: UnitOfWork,
  ceremony: Ceremony,
  { agreement, authorization, reservation }: SealedSigning,
): Promise<string | null> {
  const { portfolioId, loanNo, openId, requestCode, documentHash, documentNo: shownNo } = ceremony
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
  const signed: CeremonyEvidence['signed'] = {
    shownDocumentNo: shownNo,
    shownSha256: documentHash,
    sealedSha256: agreement.sha256,
    authorizationDocumentNo,
  }
  const evidence = { ...ceremony.evidence, ...evidenceToStored({ signed }) }
  const to = { from: SignStatus.notSigned, to: SignStatus.signed }
  const patch = { documentNo, documentHash: agreement.sha256, evidence, signedAt }
  const moved = await moveCeremony(unit.tx, ceremony, { ...to, ...patch }, unit.now)
  assert(moved, 'a locked ceremony stays where it was read')
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
  parts: AgreementParts,
  unit: UnitOfWork,
  loan: Loan,
  { input, reservation }: SealedSigning,
): Promise<Answer<Loan>> {
  const data = parts.portfolios.byId(loan.portfolioId)
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
  const moved = await moveLoan(parts, unit, loan, { event, actor, patch })
  if (!moved.ok || moved.value.status !== LoanStatus.approved) return moved
  await planDisbursement(parts, unit, moved.value, actor)
  const after = await findLoan(unit.tx, loan)
  assert(after !== undefined, 'a loan that was approved is there')
  return ok(after)
}

async function tellSigned(
  parts: AgreementParts,
  unit: UnitOfWork,
  loan: Loan,
  { input, reservation }: SealedSigning,
): Promise<void> {
  const { portfolioId, loanNo, openId } = loan
  const borrower = await borrowerAddress(unit.tx, parts.cipher, loan)
  const data = parts.portfolios.byId(portfolioId)
  assert(borrower !== undefined && data !== undefined, 'a signed loan has a customer')
  await parts.notices.send(unit, {
    portfolioId,
    loanNo,
    openId,
    kind: 'agreementCopy',
    recipient: borrower.email,
    dedupKey: `agreementCopy/${loanNo}/${input.signature?.requestCode ?? ''}`,
    values: agreementCopyValues(input, borrower.firstName, new Date(reservation.at), {
      link: pageAddress(parts.config, data.portfolio, '/documents'),
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
