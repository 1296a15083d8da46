import type { ForReaders } from '../../reader-words.ts'
import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { signingConsentCall } from '@dolphin/contract/agreements'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  addEvidence,
  listSigningSessions,
  lockSigningSession,
  type SigningSession,
} from '@dolphin/database/agreements/signing-session-repository'
import {
  type ConsentRecord,
  currentConsents,
  listConsents,
  recordConsents,
} from '@dolphin/database/consents/consent-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Owner } from '@dolphin/database/driver/owner'
import { listOwnLoans } from '@dolphin/database/loans/loan-repository'
import { checkConsents } from '@dolphin/domain/consents/consent-check'
import { SignStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import { ConsentKind, type ConsentTemplate } from '@dolphin/domain/portfolios/consent-template'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { consentRefusal } from '../consents/consent-refusal.ts'
import { consentTemplateView } from '../consents/consent-template-view.ts'
import { actorName, type CustomerActor } from '../../http/actor.ts'
import { refuse, refuseAndCommit, type Result } from '../../refusal.ts'
import type { RequestOrigin } from '../../http/route.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { isProof, proofDigest, recordsProofInstants, WRONG_CODE } from '../documents/records-proof.ts'
import type { AgreementDeps } from './agreement-deps.ts'
import { isAmendment } from '../loans/open-signing-session.ts'
import { evidenceOf, evidenceToStored, type SigningSessionEvidence } from '../loans/signing-evidence.ts'
import { findOwnSigningSession, stepRefusal } from './signing-session-state.ts'

type Reply = ForReaders<CallReply<typeof signingConsentCall>>
type Body = CallRequest<typeof signingConsentCall>['body']

/** Consents of a signing: the first is needed, the second is a choice. Source: domain.md §8. */
const ASKED: readonly ConsentKind[] = [ConsentKind.electronicRecords, ConsentKind.achAuthorization]

export interface ConsentStep {
  readonly actor: CustomerActor
  readonly requestCode: string
  readonly portfolio: Portfolio
  readonly origin: RequestOrigin
}

/**
 * Agrees to electronic records, shown possible by the code read in the PDF, and says yes or no to automatic
 * payments. Doing it again replaces the choice while nothing is signed. Source: 15 USC 7001(c).
 */
export async function giveConsents(
  deps: AgreementDeps,
  unit: UnitOfWork,
  { actor, requestCode, portfolio, origin }: ConsentStep,
  body: Body,
): Promise<Result<Reply>> {
  const own = await findOwnSigningSession(unit.tx, actor, requestCode)
  if (own === undefined) return refuse('notFound')
  const signingSession = await lockSigningSession(unit.tx, own.signingSession)
  if (signingSession === undefined) return refuse('notFound')
  const isOpen = stepRefusal(signingSession, unit.now)
  if (!isOpen.ok) return isOpen
  const { proofCodeDigest, reservation } = evidenceOf(signingSession)
  if (reservation !== undefined) return refuse('signingAlreadySigned')
  const wait = await deps.limits.take(unit.tx, 'signingProofCodes', requestCode, unit.now)
  if (wait !== undefined) return refuseAndCommit('tooManyRequests', { retryAfterSeconds: wait.seconds })
  if (!isProof(proofCodeDigest, proofDigest(deps, requestCode, body.proofCode))) {
    const errors = [{ elementKey: 'proofCode', message: WRONG_CODE }]
    return refuseAndCommit('signingConsentMissing', { errors })
  }
  const templates = askedTemplates(deps, portfolio, signingSession)
  const checked = checkConsents(templates, body.consents)
  if (!checked.ok) return consentRefusal(checked.error)
  const { ip, userAgent } = origin
  const records = checked.value.map(({ kind, version, given }) => ({
    kind,
    given,
    templateVersion: String(version),
    ipAddress: ip,
    userAgent,
  }))
  await recordConsents(unit.tx, deps.cipher, actor, { consents: records, at: unit.now })
  const consent = {
    at: unit.now.toISOString(),
    ip,
    userAgent,
    proofCodeRead: true as const,
    consents: checked.value.filter(({ given }) => given).map(({ kind, version }) => `${kind}@${version}`),
    achAuthorization: checked.value.some(({ kind, given }) => kind === ConsentKind.achAuthorization && given),
  }
  await addEvidence(
    unit.tx,
    signingSession,
    evidenceToStored(deps.cipher, signingSession, { consent }),
    unit.now,
  )
  await appendAudit(unit.tx, {
    portfolioId: signingSession.portfolioId,
    subject: signingSession.loanNo,
    action: STORED_NAMES.auditAction.signingSessionConsented,
    actor: actorName(actor),
    facts: { requestCode, given: consent.consents },
    at: unit.now,
  })
  const consents = await consentViews(deps, unit.tx, { signer: actor, portfolio }, signingSession)
  return ok({ requestCode, signStatus: SignStatus.notSigned, consents })
}

/** An amendment leaves the choice about automatic payments as it is. */
function askedTemplates(
  { portfolios }: Pick<AgreementDeps, 'portfolios'>,
  { portfolioId }: Portfolio,
  signingSession: SigningSession,
): readonly ConsentTemplate[] {
  const all = portfolios.byId(portfolioId)?.consents ?? []
  const asked = isAmendment(signingSession) ? [ConsentKind.electronicRecords] : ASKED
  return all.filter(({ kind }) => asked.includes(kind))
}

/**
 * The consent to electronic records that a signing rests on: not withdrawn, and of the present text. For an agreement
 * it counts with the proof of that very moment, when the account was made or at a signing; of an amendment the
 * agreement had it. Undefined where it is still to be asked for. Source: 15 USC 7001(c)(1).
 */
export async function standingConsent(
  { portfolios }: Pick<AgreementDeps, 'portfolios'>,
  executor: Executor,
  owner: Owner,
  signingSession: SigningSession,
): Promise<ConsentRecord | undefined> {
  const templates = portfolios.byId(signingSession.portfolioId)?.consents ?? []
  const version = templates.find(({ kind }) => kind === ConsentKind.electronicRecords)?.version
  const records = (await listConsents(executor, owner)).filter(
    ({ kind }) => kind === ConsentKind.electronicRecords,
  )
  const ended = records.findLastIndex(
    ({ given, templateVersion }) => !given || templateVersion !== String(version),
  )
  const standing = records.slice(ended + 1)
  if (isAmendment(signingSession) || standing.length === 0) return standing.at(-1)
  const proven = new Set([
    ...(await recordsProofInstants(executor, owner)),
    ...(await signingProofInstants(executor, owner)),
  ])
  return standing.find(({ at }) => proven.has(at.toISOString()))
}

/** When codes were read at the customer's signings. */
async function signingProofInstants(executor: Executor, owner: Owner): Promise<readonly string[]> {
  const instants: string[] = []
  for (const loan of await listOwnLoans(executor, owner))
    for (const each of await listSigningSessions(executor, loan)) {
      const { consent } = evidenceOf(each)
      if (consent !== undefined) instants.push(consent.at)
    }
  return instants
}

/** What the evidence of a signature says of a consent that was given before its signing; undefined where it has its own. */
export async function consentBefore(
  deps: Pick<AgreementDeps, 'portfolios'>,
  executor: Executor,
  owner: Owner,
  signingSession: SigningSession,
): Promise<SigningSessionEvidence['consent']> {
  if (isAmendment(signingSession) || evidenceOf(signingSession).consent !== undefined) return undefined
  const record = await standingConsent(deps, executor, owner, signingSession)
  if (record === undefined) return undefined
  const { at, ipAddress, userAgent, kind, templateVersion } = record
  return {
    at: at.toISOString(),
    ip: ipAddress,
    userAgent,
    proofCodeRead: true,
    consents: [`${kind}@${templateVersion}`],
    achAuthorization: false,
  }
}

/** A borrower who signs, at their portfolio. */
export interface SignerOfPortfolio {
  readonly signer: CustomerActor
  readonly portfolio: Portfolio
}

/** The consents that a signing asks for, and how they stand. */
export async function consentViews(
  deps: Pick<AgreementDeps, 'portfolios'>,
  executor: Executor,
  { signer: owner, portfolio }: SignerOfPortfolio,
  signingSession: SigningSession,
): Promise<Reply['consents']> {
  const held = await currentConsents(executor, owner)
  return askedTemplates(deps, portfolio, signingSession).map((template) => {
    const record = held.get(template.kind)
    const given = record?.given === true
    return {
      ...consentTemplateView(template, portfolio),
      given,
      givenAt: given ? isoInZone(record.at, portfolio.timeZone) : null,
      outdated: given && record.templateVersion !== String(template.version),
    }
  })
}
