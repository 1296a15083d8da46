import { RECALCULATE_FLAGS } from '@dolphin/domain/loans/loan-flag'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  findOpenSigningSession,
  findSigningSession,
  insertSigningSession,
  type SigningSession,
} from '@dolphin/database/agreements/signing-session-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import { coveredStatus } from '@dolphin/domain/decisions/covered-borrower'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import {
  AmountResult,
  LoanFlag,
  LoanStatus,
  OriginatingSubStatus,
  SignStatus,
} from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { newDocumentNo, recordDocument, type StoredFile } from '../documents/document-vault.ts'
import { actorName, type CustomerActor } from '../../http/actor.ts'
import { refuse, refuseAndCommit, type Result } from '../../refusal.ts'
import type { RequestOrigin } from '../../http/route.ts'
import { type ApplicationAnswers, loadAnswers } from '../borrowers/answers.ts'
import { applicantOf } from '../borrowers/applicant.ts'
import { newId } from '../../security/secrets.ts'
import { findBorrowerLoan, lockBorrowerLoan } from '../loans/loan-access.ts'
import { raiseFlags } from '../loans/loan-moves.ts'
import { checkMilitaryStatus, recordMilitaryCheck, statedStatus } from '../decisions/military-check.ts'
import {
  isAmendment,
  transitionSigningSession,
  voidOutdatedSigningSession,
} from '../loans/open-signing-session.ts'
import { planFacts } from '../plans/plan-facts.ts'
import { savePlanAgain, signsAgain } from '../plans/plan-again.ts'
import { choiceOf, savePlanChoice } from '../plans/save-plan.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { makeProof, newProofCode, proofDigest } from '../documents/records-proof.ts'
import { makeAgreement } from './agreement-files.ts'
import { type Agreed, agreementInput } from './agreement-input.ts'
import type { AgreementDeps } from './agreement-deps.ts'
import { evidenceToStored, type SigningSessionEvidence } from '../loans/signing-evidence.ts'
import { keepInput } from '../documents/kept-input.ts'
import { type GivenDisclosure, makeDisclosures, recordDisclosures } from './given-disclosures.ts'

/** A signing session stays open for seven days. Source: domain.md §8. */
const LIFE_MS = 7 * DAY_MS

export interface OpenRequest {
  readonly actor: CustomerActor
  readonly loanNo: string
  readonly portfolio: Portfolio
  readonly origin: RequestOrigin
}

/** The files of a signing session, made outside of any transaction, for the terms they were made of. */
export interface PreparedSigning {
  readonly termsDigest: string
  /** Version of the personal section that the documents name. */
  readonly personalVersion: number
  readonly inputKey: string
  readonly shown: StoredFile
  readonly proof: StoredFile
  readonly disclosures: readonly GivenDisclosure[]
  readonly requestCode: string
  readonly proofCodeDigest: string
}

/** The amendment that the lender sent, which a loan that is paid out has open instead of an agreement. */
async function openAmendment(
  { database: { db } }: AgreementDeps,
  { actor, loanNo }: OpenRequest,
): Promise<SigningSession | undefined> {
  const loan = await findBorrowerLoan(db, actor, { loanNo })
  const open = loan.ok ? await findOpenSigningSession(db, loan.value) : undefined
  return open !== undefined && isAmendment(open) ? open : undefined
}

/**
 * First step: the loan is ready to be signed and its plan still begins on a day that can be kept; else the plan
 * is computed anew for today's payout day. Then the documents are made in the worker. A signing session that is open
 * for these very terms is answered instead.
 */
export async function prepareSigning(
  deps: AgreementDeps,
  request: OpenRequest,
): Promise<Result<PreparedSigning | SigningSession>> {
  const { actor, loanNo, portfolio } = request
  const amendment = await openAmendment(deps, request)
  if (amendment !== undefined) return ok(amendment)
  const checked = await checkCovered(deps, request)
  if (!checked.ok) return checked
  const agreed = await deps.units.write((unit) => readyToSign(deps, unit, actor, loanNo))
  if (!agreed.ok) return agreed
  const { loan, open } = agreed.value
  if (open !== undefined) return ok(open)
  assert(loan.termsDigest !== null, 'a loan with a plan has a digest')
  const at = deps.clock.now()
  const input = agreementInput(agreed.value, at)
  const requestCode = newId(deps.random)
  const code = newProofCode(deps)
  const { portfolioId } = portfolio
  return ok({
    termsDigest: loan.termsDigest,
    personalVersion: agreed.value.personalVersion,
    inputKey: await keepInput(deps.objects, portfolioId, input),
    shown: await makeAgreement(deps, portfolioId, input, at),
    disclosures: await makeDisclosures(deps, loan, input, at),
    proof: await makeProof(deps, portfolioId, { lender: input.lender, code }, at),
    requestCode,
    proofCodeDigest: proofDigest(deps, requestCode, code),
  })
}

/** The covered-borrower check is timely at signing too; another answer asks for another offer. */
async function checkCovered(
  deps: AgreementDeps,
  { actor, loanNo, portfolio }: OpenRequest,
): Promise<Result<undefined>> {
  const { db } = deps.database
  const loan = await findBorrowerLoan(db, actor, { loanNo })
  if (!loan.ok) return loan
  const isReady = readiness(loan.value)
  if (!isReady.ok) return isReady
  const applicant = applicantOf(await loadAnswers(db, deps.cipher, loan.value))
  if (applicant === undefined) return refuse('planRecalculationRequired')
  const checked = await checkMilitaryStatus(deps, loan.value, applicant, portfolio)
  if (!checked.ok) return checked
  const policy = deps.portfolios.byId(loan.value.portfolioId)?.policy
  assert(policy !== undefined, 'a loan has a portfolio')
  const stated = await statedStatus(db, loan.value, applicant)
  const covered = coveredStatus(policy, { database: checked.value.status, stated })
  if (checked.value.fresh === undefined && covered === loan.value.military) return ok(undefined)
  return deps.units.write(async (unit) => {
    const locked = await lockBorrowerLoan(unit.tx, actor, { loanNo })
    if (!locked.ok) return locked
    await recordMilitaryCheck(unit, locked.value, checked.value)
    if (covered === locked.value.military) return ok(undefined)
    await raiseFlags(unit, locked.value, [LoanFlag.recalculateLoanAmount])
    return refuseAndCommit('planRecalculationRequired')
  })
}

/** Customer review, unsigned, a plan saved, nothing stale before it. */
export function readiness(loan: Loan): Result<undefined> {
  const inReview =
    loan.status === LoanStatus.originating && loan.subStatus === OriginatingSubStatus.customerReview
  if (!inReview || loan.signedAt !== null) return refuse('loanStatusInvalid')
  const stale = RECALCULATE_FLAGS.some((flag) => loan.flags.includes(flag))
  if (stale || loan.planNo === null || loan.termsDigest === null) return refuse('planRecalculationRequired')
  return loan.amountResult === AmountResult.availableMatched ? ok(undefined) : refuse('bankAccountNotMatched')
}

type Ready = Agreed & { readonly open: SigningSession | undefined; readonly personalVersion: number }

const personalVersionOf = ({ sections }: ApplicationAnswers): number =>
  sections.get(SectionKey.personal)?.version ?? 0

async function readyToSign(
  deps: AgreementDeps,
  unit: UnitOfWork,
  actor: CustomerActor,
  loanNo: string,
): Promise<Result<Ready>> {
  const locked = await lockBorrowerLoan(unit.tx, actor, { loanNo })
  if (!locked.ok) return locked
  const isReady = readiness(locked.value)
  if (!isReady.ok) return isReady
  const current = await findCurrentPlan(unit.tx, locked.value)
  const answers = await loadAnswers(unit.tx, deps.cipher, locked.value)
  const applicant = applicantOf(answers)
  if (current === undefined || applicant === undefined) return refuse('planRecalculationRequired')
  const { paymentMode } = planFacts(current.plan)
  const saved = signsAgain(locked.value)
    ? await savePlanAgain(deps, unit, locked.value, current)
    : await savePlanChoice(deps, unit, locked.value, { choice: choiceOf(current), paymentMode })
  if (!saved.ok) {
    // The offer is over, or the payout day has moved past what the first date allows: that step is done again.
    const isOfferOver = saved.error.name === 'offerExpired'
    const flag = isOfferOver ? LoanFlag.recalculateLoanAmount : LoanFlag.recalculatePaymentPlan
    await raiseFlags(unit, locked.value, [flag])
    return refuseAndCommit(isOfferOver ? 'offerExpired' : 'planRecalculationRequired')
  }
  const open = await openFor(deps, unit, saved.value.loan)
  return ok({
    ...saved.value,
    saved: saved.value,
    applicant,
    open,
    personalVersion: personalVersionOf(answers),
  })
}

/** The open signing session, if its time is not over; one that is over is written down as expired. */
async function openFor(
  deps: AgreementDeps,
  unit: UnitOfWork,
  loan: Loan,
): Promise<SigningSession | undefined> {
  const open = await findOpenSigningSession(unit.tx, loan)
  if (open === undefined || open.expiresAt > unit.now) return open
  await transitionSigningSession(deps, unit, open, SignStatus.expired)
  await raiseFlags(unit, loan, [LoanFlag.recreateRequestCode])
  return undefined
}

/**
 * Second step, in the transaction of the call: opens the signing session on the prepared documents, if the loan's terms
 * are still those. Of two at once one opens and both are answered with it.
 */
export async function openSigningSession(
  deps: AgreementDeps,
  unit: UnitOfWork,
  { actor, loanNo, origin }: OpenRequest,
  prepared: PreparedSigning,
): Promise<Result<{ readonly loan: Loan; readonly signingSession: SigningSession }>> {
  const locked = await lockBorrowerLoan(unit.tx, actor, { loanNo })
  if (!locked.ok) return locked
  const loan = locked.value
  const isReady = readiness(loan)
  if (!isReady.ok) return isReady
  if (loan.termsDigest !== prepared.termsDigest) return refuse('planRecalculationRequired')
  const answers = await loadAnswers(unit.tx, deps.cipher, loan)
  // The address was corrected while the documents were made.
  if (personalVersionOf(answers) !== prepared.personalVersion) return refuse('planRecalculationRequired')
  await voidOutdatedSigningSession(deps, unit, loan, prepared.termsDigest)
  const present = await findOpenSigningSession(unit.tx, loan)
  if (present !== undefined) return ok({ loan, signingSession: present })
  const added = await add(deps, unit, loan, { prepared, origin })
  if (!added) return refuse('loanStatusInvalid')
  await recordDisclosures(unit, loan, prepared.disclosures)
  await appendAudit(unit.tx, {
    portfolioId: loan.portfolioId,
    subject: loan.loanNo,
    action: STORED_NAMES.auditAction.signingSessionOpened,
    actor: actorName(actor),
    facts: { requestCode: prepared.requestCode, sha256: prepared.shown.sha256 },
    at: unit.now,
  })
  const { portfolioId } = loan
  const signingSession = await findSigningSession(unit.tx, { portfolioId, requestCode: prepared.requestCode })
  assert(signingSession !== undefined, 'an opened signing session exists')
  return ok({ loan, signingSession })
}

/** What was prepared to be signed, and the browser that asked for it. */
interface OpenedSigning {
  readonly prepared: PreparedSigning
  readonly origin: RequestOrigin
}

async function add(
  { cipher }: Pick<AgreementDeps, 'cipher'>,
  unit: UnitOfWork,
  { portfolioId, customerKey, loanNo, openId }: Loan,
  { prepared, origin: { ip, userAgent } }: OpenedSigning,
): Promise<boolean> {
  const { requestCode, shown, proof, inputKey, proofCodeDigest, termsDigest } = prepared
  const documentNo = await newDocumentNo(unit.tx)
  const proofDocumentNo = await newDocumentNo(unit.tx)
  const about = { portfolioId, loanNo, openId, sealedAt: null, evidence: { requestCode } }
  await recordDocument(unit, shown, {
    ...about,
    documentNo,
    documentType: DocumentType.agreement,
    title: 'Loan agreement',
    role: 'shown',
  })
  await recordDocument(unit, proof, {
    ...about,
    documentNo: proofDocumentNo,
    documentType: DocumentType.electronicRecordsConsent,
    title: 'Electronic records test',
    role: 'proof',
  })
  const evidence: SigningSessionEvidence = {
    opened: { at: unit.now.toISOString(), ip, userAgent },
    inputKey,
    proofDocumentNo,
    proofCodeDigest,
  }
  return insertSigningSession(unit.tx, {
    portfolioId,
    customerKey,
    requestCode,
    loanNo,
    openId,
    termsDigest,
    documentNo,
    documentHash: shown.sha256,
    evidence: evidenceToStored(cipher, { portfolioId, loanNo }, evidence),
    openedAt: unit.now,
    expiresAt: new Date(unit.now.getTime() + LIFE_MS),
  })
}
