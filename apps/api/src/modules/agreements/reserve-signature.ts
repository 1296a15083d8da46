import { createHash } from 'node:crypto'
import type { CallRequest } from '@dolphin/contract/call'
import type { signingSignCall } from '@dolphin/contract/agreements'
import {
  addEvidence,
  lockSigningSession,
  type SigningSession,
} from '@dolphin/database/agreements/signing-session-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import type { AgreementInput } from '@dolphin/domain/documents/agreement-input'
import { assert } from '@dolphin/domain/assert'
import { daysBetween } from '@dolphin/domain/calendar/local-date'
import { productFor } from '@dolphin/domain/decisions/decide'
import { disbursementDays } from '@dolphin/domain/disbursement/disbursement-days'
import { LoanFlag, SignStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import type { CustomerActor } from '../../http/actor.ts'
import { refuse, refuseAndCommit, type Result } from '../../refusal.ts'
import type { RequestOrigin } from '../../http/route.ts'
import { lockBorrowerLoan } from '../loans/loan-access.ts'
import { approvalStateOf } from '../loans/approval-state.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { raiseFlags } from '../loans/loan-moves.ts'
import { isAmendment, transitionSigningSession } from '../loans/open-signing-session.ts'
import type { AmendmentInput } from '../servicing/amendment-document.ts'
import { effectOnAmendment } from '../servicing/follow-amendment.ts'
import { amendmentToSign } from '../servicing/sign-amendment.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { AgreementDeps } from './agreement-deps.ts'
import { consentBefore, standingConsent } from './consent-step.ts'
import { evidenceOf, evidenceToStored, type Reservation } from '../loans/signing-evidence.ts'
import { findOwnSigningSession, stepRefusal } from './signing-session-state.ts'
import { readInput, storeSignatureMark } from '../documents/kept-input.ts'
import { readiness } from './open-signing.ts'
import { firstDayOf } from '../disbursement/plan-disbursement.ts'
import { savePlanAgain, signsAgain } from '../plans/plan-again.ts'
import { markFault } from '../documents/signature-mark.ts'

export type SignBody = CallRequest<typeof signingSignCall>['body']

export interface SignRequest {
  readonly actor: CustomerActor
  readonly requestCode: string
  readonly body: SignBody
  readonly origin: RequestOrigin
}

/** Job that finishes what a crash left reserved. */
export const FINISH_SIGNING_JOB = 'finish-signing'
const FINISH_AFTER_SECONDS = 30

/**
 * Records the signer's intent: exactly one per signing session, even for concurrent requests. From here on the
 * signature will be made, by this request or, after a crash, by the job queued with it. Repeating the same intent
 * returns ok, so that a repeated request gets its reply.
 *
 * Errors: those of the call `signingSign`.
 */
export async function reserveSignature(
  deps: AgreementDeps,
  { actor, requestCode, body, origin }: SignRequest,
): Promise<Result<undefined>> {
  const own = await findOwnSigningSession(deps.database.db, actor, requestCode)
  if (own === undefined) return refuse('notFound')
  const intent = intentOf(body)
  const repeated = repetition(own.signingSession, intent)
  if (repeated !== undefined) return repeated
  const isOpen = stepRefusal(own.signingSession, deps.clock.now())
  if (!isOpen.ok) return isOpen
  if ((await standingConsent(deps, deps.database.db, actor, own.signingSession)) === undefined)
    return refuse('signingConsentMissing')
  const fits = fitsShown(own.signingSession, body)
  if (!fits.ok) return fits
  const fault = markFault(body.mark, await signerName(deps, own.signingSession))
  if (fault !== undefined) {
    return refuse('signatureInvalid', { errors: [{ elementKey: 'mark', message: fault }] })
  }
  const { portfolioId, loanNo } = own.signingSession
  const markKey = await storeSignatureMark(deps.objects, portfolioId, body.mark)
  return deps.units.write(async (unit) => {
    const loan = await lockBorrowerLoan(unit.tx, actor, { loanNo })
    const signingSession = loan.ok ? await lockSigningSession(unit.tx, own.signingSession) : undefined
    if (!loan.ok || signingSession === undefined) return refuse('notFound')
    const again = repetition(signingSession, intent)
    if (again !== undefined) return again
    const stands = await stillStands(deps, unit, actor, { loan: loan.value, signingSession })
    if (!stands.ok) return stands
    const choice = body.achAuthorization ?? evidenceOf(signingSession).consent?.achAuthorization ?? false
    const reservation: Reservation = {
      intent,
      markKey,
      markKind: body.mark.kind,
      achAuthorization: choice,
      at: unit.now.toISOString(),
      ip: origin.ip,
      userAgent: origin.userAgent,
    }
    const consent = await consentBefore(deps, unit.tx, actor, signingSession)
    const evidence = evidenceToStored(deps.cipher, signingSession, {
      reservation,
      ...(consent && { consent }),
    })
    await addEvidence(unit.tx, signingSession, evidence, unit.now)
    const options = { key: `${FINISH_SIGNING_JOB}/${requestCode}`, delaySeconds: FINISH_AFTER_SECONDS }
    await deps.jobs.send(unit, FINISH_SIGNING_JOB, { portfolioId, requestCode }, options)
    return ok(undefined)
  })
}

/**
 * Returns undefined while no signature exists or has begun; else ok for the same intent, and a refusal for another.
 */
function repetition(signingSession: SigningSession, intent: string): Result<undefined> | undefined {
  const { reservation } = evidenceOf(signingSession)
  if (reservation === undefined || signingSession.signStatus > SignStatus.signed) return undefined
  return reservation.intent === intent ? ok(undefined) : refuse('signingAlreadySigned')
}

function intentOf({ documents, mark, achAuthorization }: SignBody): string {
  return createHash('sha256')
    .update(JSON.stringify([documents, mark, achAuthorization ?? null]))
    .digest('hex')
}

/** Exactly the bytes that were shown. */
function fitsShown(signingSession: SigningSession, { documents }: SignBody): Result<undefined> {
  const [document] = documents
  const isShown =
    documents.length === 1 &&
    document?.documentNo === signingSession.documentNo &&
    document?.sha256 === signingSession.documentHash
  return isShown ? ok(undefined) : refuse('documentHashMismatch')
}

/** A locked loan and the signing session of its document. */
interface LoanToSign {
  readonly loan: Loan
  readonly signingSession: SigningSession
}

/** Under the lock: loan, terms and first date are still those of the document. */
async function stillStands(
  deps: AgreementDeps,
  unit: UnitOfWork,
  actor: CustomerActor,
  { loan, signingSession }: LoanToSign,
): Promise<Result<undefined>> {
  const isOpen = stepRefusal(signingSession, unit.now)
  if (!isOpen.ok) return isOpen
  if ((await standingConsent(deps, unit.tx, actor, signingSession)) === undefined)
    return refuse('signingConsentMissing')
  if (isAmendment(signingSession)) return await amendmentStands(deps, unit, loan, signingSession)
  const isReady = readiness(loan)
  if (!isReady.ok) return isReady
  if (loan.termsDigest === signingSession.termsDigest && (await isFirstDateKept(deps, unit, loan)))
    return ok(undefined)
  await transitionSigningSession(deps, unit, signingSession, SignStatus.voided)
  const again = await saveNewDates(deps, unit, loan)
  const stale = again === undefined ? [LoanFlag.recalculatePaymentPlan] : []
  await raiseFlags(unit, again ?? loan, [...stale, LoanFlag.recreateRequestCode])
  return refuseAndCommit('signingVoided')
}

/** Terms that are signed again get the next dates of their own; undefined where the borrower picks a plan first. */
async function saveNewDates(deps: AgreementDeps, unit: UnitOfWork, loan: Loan): Promise<Loan | undefined> {
  const current = signsAgain(loan) ? await findCurrentPlan(unit.tx, loan) : undefined
  const saved = current && (await savePlanAgain(deps, unit, loan, current))
  return saved?.ok === true ? saved.value.loan : undefined
}

/** The change still comes to what was shown, and the life table lets it be signed. */
async function amendmentStands(
  deps: AgreementDeps,
  unit: UnitOfWork,
  loan: Loan,
  signingSession: SigningSession,
): Promise<Result<undefined>> {
  const toSign = await amendmentToSign(deps, unit, loan, {
    requestCode: signingSession.requestCode,
    at: unit.now,
  })
  const effect = toSign.ok ? effectOnAmendment(toSign.value, 'reserved') : toSign
  return effect.ok ? ok(undefined) : effect
}

/** As the document names the signer. */
async function signerName({ objects }: AgreementDeps, signingSession: SigningSession): Promise<string> {
  const { inputKey } = evidenceOf(signingSession)
  return isAmendment(signingSession)
    ? (await readInput<AmendmentInput>(objects, inputKey)).borrowerName
    : (await readInput<AgreementInput>(objects, inputKey)).borrower.name
}

/**
 * Money that is paid out later than agreed leaves the dates as they are, but the first payment stays at least the
 * product's days away from it; else the borrower picks a later one. Source: domain.md §6, §7.
 */
async function isFirstDateKept(deps: AgreementDeps, unit: UnitOfWork, loan: Loan): Promise<boolean> {
  const data = deps.portfolios.byId(loan.portfolioId)
  const current = await findCurrentPlan(unit.tx, loan)
  assert(data !== undefined && current !== undefined, 'a loan that is ready has its plan')
  const request = {
    now: unit.now,
    amount: current.plan.amountFinanced,
    approval: approvalStateOf(data, loan),
  }
  const { expected } = disbursementDays(hoursOf(data, deps.calendar), request)
  const paidOut = firstDayOf(loan, current, expected)
  const { firstDateMinimumDays } = productFor(data.products, { militaryStatus: loan.military })
  return daysBetween(paidOut, current.plan.firstDate) >= firstDateMinimumDays
}
