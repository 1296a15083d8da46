import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import { assert } from '@dolphin/domain/assert'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { legalEffects } from '@dolphin/domain/loans/legal-facts'
import { ok } from '@dolphin/domain/outcome'
import type { AmendmentEvent } from '@dolphin/domain/servicing/changes/amendment-life'
import { isAsShown, type ShownTerms } from '@dolphin/domain/servicing/changes/amendment-terms'
import { planChange } from '@dolphin/domain/servicing/changes/plan-change'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { refuse, refuseAndCommit, type Result } from '../../refusal.ts'
import type { ReadPoint, UnitOfWork } from '../../unit-of-work.ts'
import { type ChangeDocument, type PlannedChange, recordChangeDocument } from './change-document.ts'
import { storedRequest } from './employee-request.ts'
import {
  effectOnAmendment,
  followAmendment,
  lockWaitingAmendment,
  type WaitingAmendment,
} from './follow-amendment.ts'
import type { ModificationDeps } from './follow-modification.ts'
import { loadServicedLoan } from './load-serviced-loan.ts'
import { notifyChanged } from './notify-change.ts'
import { saveChange } from './save-change.ts'

/** An amendment beside its loan at an instant: what it comes to, or what has happened to it. */
export async function standAmendment(
  deps: ModificationDeps,
  { tx, now: at }: ReadPoint,
  loan: Loan,
  { change }: WaitingAmendment,
): Promise<PlannedChange | { readonly event: AmendmentEvent }> {
  const loaded = await loadServicedLoan(deps, tx, loan, at)
  if (loaded === undefined || loan.status === LoanStatus.terminated) return { event: 'loanEnded' }
  if (legalEffects(loan.legalFacts).asksNothing) return { event: 'bankruptcyNoted' }
  if (at >= change.cutOffAt) return { event: 'lastDayPassed' }
  const worked = planChange(loaded.serviced, storedRequest(change))
  // The row holds what shownTerms made.
  const shown = change.result as unknown as ShownTerms
  const stands = worked.ok && isAsShown(shown, worked.value, loaded.serviced.today)
  return stands ? { loaded, plan: worked.value } : { event: 'figuresChanged' }
}

/** The signing session that is signed, and when. */
interface SigningMoment {
  readonly requestCode: string
  readonly at: Date
}

/**
 * Whether the waiting amendment of a locked loan can be signed at an instant. One that does not hold any more ends as
 * the life table says, and the refusal keeps that. Errors: `signingNotOpen`, `signingVoided`, `signingExpired`.
 */
export async function amendmentToSign(
  deps: ModificationDeps,
  unit: UnitOfWork,
  loan: Loan,
  { requestCode, at }: SigningMoment,
): Promise<Result<WaitingAmendment & PlannedChange>> {
  const waiting = await lockWaitingAmendment(unit.tx, loan)
  if (waiting?.signingSession.requestCode !== requestCode) return refuse('signingNotOpen')
  const stands = await standAmendment(deps, { tx: unit.tx, now: at }, loan, waiting)
  if (!('event' in stands)) return ok({ ...waiting, ...stands })
  const ended = await followAmendment(deps, unit, { loan, waiting }, { ...stands, actor: SYSTEM_ACTOR })
  if (!ended.ok) return ended
  if (ended.value.state === 'paused') return refuse('signingSuspended')
  return refuseAndCommit(ended.value.state === 'expired' ? 'signingExpired' : 'signingVoided')
}

/** A signature that is made: the sealed document, and when it was given. */
export interface MadeSignature {
  readonly requestCode: string
  readonly sealed: Pick<ChangeDocument, 'kept' | 'title'>
  readonly signedAt: Date
  readonly actor: string
}

/**
 * Saves the change of a signed amendment exactly as it was shown, with its sealed document; the caller moves the signing.
 * What fits no more is void: the loan was changed between the signature and now. Errors: those of amendmentToSign.
 */
export async function signAmendment(
  deps: ModificationDeps,
  unit: UnitOfWork,
  loan: Loan,
  { requestCode, sealed, signedAt, actor }: MadeSignature,
): Promise<Result<LoanChange>> {
  const toSign = await amendmentToSign(deps, unit, loan, { requestCode, at: signedAt })
  if (!toSign.ok) return toSign
  const { loaded, plan, change } = toSign.value
  const effect = effectOnAmendment(toSign.value, 'signed')
  if (!effect.ok) return effect
  assert(effect.value.acts.includes('saveChange'), 'a signature saves the change')
  const document = { ...sealed, documentType: DocumentType.amendment }
  const documentNo = await recordChangeDocument(unit, loaded, document, requestCode)
  const saved = await saveChange(deps, unit, {
    loaded,
    plan,
    changeNo: change.changeNo,
    request: change.request,
    actor,
    documentNo,
    sent: change,
  })
  assert(saved !== undefined, 'an amendment that stands can be saved')
  await notifyChanged(deps, unit, { loaded, plan }, saved)
  return ok(saved)
}
