import { createHash } from 'node:crypto'
import type { CallRequest } from '@dolphin/contract/call'
import type { ceremonySignCall } from '@dolphin/contract/agreements'
import { addEvidence, type Ceremony, lockCeremony } from '@dolphin/database/agreements/ceremony-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import { defaultDisbursementDate } from '@dolphin/domain/calendar/cut-off'
import { daysBetween } from '@dolphin/domain/calendar/local-date'
import { productFor } from '@dolphin/domain/decisions/decide'
import { LoanFlag, SignStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import type { CustomerActor } from '../../http/actor.ts'
import { type Answer, refuse, refuseAndKeep } from '../../refusal.ts'
import type { RequestOrigin } from '../../http/route.ts'
import { lockBorrowerLoan } from '../loans/loan-access.ts'
import { raiseFlags } from '../loans/loan-moves.ts'
import { turnCeremony } from '../loans/open-ceremony.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { AgreementParts } from './agreement-parts.ts'
import { evidenceOf, evidenceToStored, type Reservation } from './ceremony-evidence.ts'
import { findOwnCeremony, stepRefusal } from './ceremony-state.ts'
import { keepMark, readAgreement } from './kept-agreement.ts'
import { readiness } from './open-signing.ts'
import { markFault } from '../documents/signature-mark.ts'

export type SignBody = CallRequest<typeof ceremonySignCall>['body']

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
 * Fixes the signer's intent: exactly one for a ceremony, whoever asks at the same time. From here on the
 * signature will be made, by this request or, after a crash, by the job queued with it. The same intent asked
 * again is answered ok, so that a repeated request gets its answer.
 *
 * Errors: those of ceremony-sign.
 */
export async function reserveSignature(
  parts: AgreementParts,
  { actor, requestCode, body, origin }: SignRequest,
): Promise<Answer<undefined>> {
  const own = await findOwnCeremony(parts.database.db, actor, requestCode)
  if (own === undefined) return refuse('notFound')
  const intent = intentOf(body)
  const repeated = repetition(own.ceremony, intent)
  if (repeated !== undefined) return repeated
  const isOpen = stepRefusal(own.ceremony, parts.clock.now())
  if (!isOpen.ok) return isOpen
  const fits = fitsShown(own.ceremony, body)
  if (!fits.ok) return fits
  const { inputKey } = evidenceOf(own.ceremony)
  const input = await readAgreement(parts.objects, inputKey)
  const fault = markFault(body.mark, input.borrower.name)
  if (fault !== undefined) {
    return refuse('signatureInvalid', { errors: [{ elementKey: 'mark', message: fault }] })
  }
  const { portfolioId, loanNo } = own.ceremony
  const markKey = await keepMark(parts.objects, portfolioId, body.mark)
  parts.mark?.('signing: mark stored, before the reservation')
  return parts.units.write(async (unit) => {
    const loan = await lockBorrowerLoan(unit.tx, actor, { loanNo })
    const ceremony = loan.ok ? await lockCeremony(unit.tx, own.ceremony) : undefined
    if (!loan.ok || ceremony === undefined) return refuse('notFound')
    const again = repetition(ceremony, intent)
    if (again !== undefined) return again
    const stands = await stillStands(parts, unit, loan.value, ceremony)
    if (!stands.ok) return stands
    const choice = body.achAuthorization ?? evidenceOf(ceremony).consent?.achAuthorization ?? false
    const reservation: Reservation = {
      intent,
      markKey,
      markKind: body.mark.kind,
      achAuthorization: choice,
      at: unit.now.toISOString(),
      ip: origin.ip,
      userAgent: origin.userAgent,
    }
    await addEvidence(unit.tx, ceremony, evidenceToStored({ reservation }), unit.now)
    const options = { key: `${FINISH_SIGNING_JOB}/${requestCode}`, delaySeconds: FINISH_AFTER_SECONDS }
    await parts.jobs.send(unit, FINISH_SIGNING_JOB, { portfolioId, requestCode }, options)
    parts.mark?.('signing: reserved, before the commit')
    return ok(undefined)
  })
}

/** Undefined while nobody has signed or begun to: else ok for the same intent, and refused for another. */
function repetition(ceremony: Ceremony, intent: string): Answer<undefined> | undefined {
  const { reservation } = evidenceOf(ceremony)
  if (reservation === undefined || ceremony.signStatus > SignStatus.signed) return undefined
  return reservation.intent === intent ? ok(undefined) : refuse('ceremonyAlreadySigned')
}

function intentOf({ documents, mark, achAuthorization }: SignBody): string {
  return createHash('sha256')
    .update(JSON.stringify([documents, mark, achAuthorization ?? null]))
    .digest('hex')
}

/** Consent first, and then exactly the bytes that were shown. */
function fitsShown(ceremony: Ceremony, { documents }: SignBody): Answer<undefined> {
  if (evidenceOf(ceremony).consent === undefined) return refuse('ceremonyConsentMissing')
  const [document] = documents
  const isShown =
    documents.length === 1 &&
    document?.documentNo === ceremony.documentNo &&
    document?.sha256 === ceremony.documentHash
  return isShown ? ok(undefined) : refuse('documentHashMismatch')
}

/** Under the lock: loan, terms and first date are still those of the document. */
async function stillStands(
  parts: AgreementParts,
  unit: UnitOfWork,
  loan: Loan,
  ceremony: Ceremony,
): Promise<Answer<undefined>> {
  const isOpen = stepRefusal(ceremony, unit.now)
  if (!isOpen.ok) return isOpen
  if (evidenceOf(ceremony).consent === undefined) return refuse('ceremonyConsentMissing')
  const isReady = readiness(loan)
  if (!isReady.ok) return isReady
  if (loan.termsDigest === ceremony.termsDigest && (await isFirstDateKept(parts, unit, loan)))
    return ok(undefined)
  await turnCeremony(parts, unit, ceremony, SignStatus.voided)
  await raiseFlags(unit, loan, [LoanFlag.recalculatePaymentPlan, LoanFlag.recreateRequestCode])
  return refuseAndKeep('ceremonyVoided')
}

/**
 * Money that is paid out later than agreed leaves the dates as they are, but the first payment stays at least the
 * product's days away from it; else the borrower picks a later one. Source: domain.md §6, §7.
 */
async function isFirstDateKept(parts: AgreementParts, unit: UnitOfWork, loan: Loan): Promise<boolean> {
  const data = parts.portfolios.byId(loan.portfolioId)
  const current = await findCurrentPlan(unit.tx, loan)
  assert(data !== undefined && current !== undefined, 'a loan that is ready has its plan')
  const { timeZone, cutOff } = data.portfolio
  const paidOut = defaultDisbursementDate({ calendar: parts.calendar, timeZone, cutOff }, unit.now)
  const { firstDateMinimumDays } = productFor(data.products, { militaryStatus: loan.military })
  return daysBetween(paidOut, current.plan.firstDate) >= firstDateMinimumDays
}
