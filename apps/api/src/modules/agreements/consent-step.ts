import type { ForReaders } from '../../reader-words.ts'
import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { ceremonyConsentCall } from '@dolphin/contract/agreements'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { addEvidence, lockCeremony } from '@dolphin/database/agreements/ceremony-repository'
import { currentConsents, recordConsents } from '@dolphin/database/consents/consent-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Owner } from '@dolphin/database/driver/owner'
import { checkConsents } from '@dolphin/domain/consents/consent-check'
import { SignStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import { ConsentKind, type ConsentTemplate } from '@dolphin/domain/portfolios/consent-template'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { consentRefusal } from '../consents/consent-refusal.ts'
import { consentTemplateView } from '../consents/consent-template-view.ts'
import { actorName, type CustomerActor } from '../../http/actor.ts'
import { type Answer, refuse, refuseAndKeep } from '../../refusal.ts'
import type { RequestOrigin } from '../../http/route.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { isProof, proofDigest } from './agreement-files.ts'
import type { AgreementParts } from './agreement-parts.ts'
import { evidenceOf, evidenceToStored } from './ceremony-evidence.ts'
import { findOwnCeremony, stepRefusal } from './ceremony-state.ts'

type Reply = ForReaders<CallReply<typeof ceremonyConsentCall>>
type Body = CallRequest<typeof ceremonyConsentCall>['body']

/** Consents of a signing: the first is needed, the second is a choice. Source: domain.md §8. */
const ASKED: readonly ConsentKind[] = [ConsentKind.electronicRecords, ConsentKind.achAuthorization]
const PROOF_TRIES = { limit: 20, windowMs: 3_600_000 }

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
  parts: AgreementParts,
  unit: UnitOfWork,
  { actor, requestCode, portfolio, origin }: ConsentStep,
  body: Body,
): Promise<Answer<Reply>> {
  const own = await findOwnCeremony(unit.tx, actor, requestCode)
  if (own === undefined) return refuse('notFound')
  const ceremony = await lockCeremony(unit.tx, own.ceremony)
  if (ceremony === undefined) return refuse('notFound')
  const isOpen = stepRefusal(ceremony, unit.now)
  if (!isOpen.ok) return isOpen
  const { proofCodeDigest, reservation } = evidenceOf(ceremony)
  if (reservation !== undefined) return refuse('ceremonyAlreadySigned')
  const wait = await parts.limits.take(unit.tx, `proof/${requestCode}`, PROOF_TRIES, unit.now)
  if (wait !== undefined) return refuseAndKeep('tooManyRequests', { retryAfterSeconds: wait.seconds })
  if (!isProof(proofCodeDigest, proofDigest(parts, requestCode, body.proofCode))) {
    const message = {
      en: 'This is not the code in the file. Open the file and type its 6 letters and digits.',
      es: 'Este no es el código del archivo. Abra el archivo y escriba sus 6 letras y números.',
    }
    return refuseAndKeep('ceremonyConsentMissing', { errors: [{ elementKey: 'proofCode', message }] })
  }
  const templates = askedTemplates(parts, portfolio)
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
  await recordConsents(unit.tx, actor, records, unit.now)
  const consent = {
    at: unit.now.toISOString(),
    ip,
    userAgent,
    proofCodeRead: true as const,
    consents: checked.value.filter(({ given }) => given).map(({ kind, version }) => `${kind}@${version}`),
    achAuthorization: checked.value.some(({ kind, given }) => kind === ConsentKind.achAuthorization && given),
  }
  await addEvidence(unit.tx, ceremony, evidenceToStored({ consent }), unit.now)
  await appendAudit(unit.tx, {
    portfolioId: ceremony.portfolioId,
    subject: ceremony.loanNo,
    action: 'ceremonyConsented',
    actor: actorName(actor),
    facts: { requestCode, given: consent.consents },
    at: unit.now,
  })
  const consents = await consentViews(parts, unit.tx, actor, portfolio)
  return ok({ requestCode, signStatus: SignStatus.notSigned, consents })
}

function askedTemplates(
  { portfolios }: Pick<AgreementParts, 'portfolios'>,
  { portfolioId }: Portfolio,
): readonly ConsentTemplate[] {
  const all = portfolios.byId(portfolioId)?.consents ?? []
  return all.filter(({ kind }) => ASKED.includes(kind))
}

/** The consents that a signing asks for, and how they stand. */
export async function consentViews(
  parts: Pick<AgreementParts, 'portfolios'>,
  executor: Executor,
  owner: Owner,
  portfolio: Portfolio,
): Promise<Reply['consents']> {
  const held = await currentConsents(executor, owner)
  return askedTemplates(parts, portfolio).map((template) => {
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
