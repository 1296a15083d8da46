import type { CallReply } from '@dolphin/contract/call'
import type { createRequestCodeCall } from '@dolphin/contract/verification'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  type IbvRequest,
  insertIbvRequest,
  listIbvRequests,
} from '@dolphin/database/verification/ibv-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { isSectionEditable } from '@dolphin/domain/applications/sections'
import { Ticket } from '@dolphin/domain/channel/ticket'
import { ok } from '@dolphin/domain/outcome'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { IbvProvider, Institution, LinkSession } from '@dolphin/integrations/ibv/provider'
import { actorName, type SessionActor } from '../../http/actor.ts'
import { describe } from '../../http/describe-error.ts'
import { type Result, refuse } from '../../refusal.ts'
import { loanDetailsPath } from '../../config/page-address.ts'
import { newId } from '../../security/secrets.ts'
import { lockBorrowerLoan } from '../loans/loan-access.ts'
import { ensureLoanLink } from '../loans/loan-link.ts'
import { loadProgress } from '../borrowers/section-progress.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { linksLeft } from '../borrowers/links-left.ts'
import { verificationWay } from '../borrowers/statement-provider.ts'
import { waitsForNewLinkSince } from './relink-account.ts'
import { wantedProvider } from './link-choice.ts'
import type { VerificationDeps } from './verification-deps.ts'

export type RequestCodeReply = CallReply<typeof createRequestCodeCall>

export interface LinkWish {
  readonly actor: SessionActor
  readonly portfolio: Portfolio
  readonly loanNo: string
  /** Another provider than the portfolio's first; it must be one of the fall-backs. */
  readonly providerId: string | undefined
  /** The bank to begin with, of the provider's directory. */
  readonly institutionId: string | undefined
  readonly locale: Locale
}

export interface PreparedLink {
  readonly provider: IbvProvider
  readonly requestCode: string
  readonly customerAlias: string
  readonly locale: Locale
  readonly returnUrl: string
  readonly institutionId: string | undefined
  /** An attempt that is open and not begun is gone on with rather than counted again. */
  readonly open: IbvRequest | undefined
}

/** A link whose session is open at its provider. */
interface OpenedLink extends PreparedLink {
  readonly session: LinkSession
  /** Undefined where none was chosen, or the directory could not be asked. */
  readonly institution: Institution | undefined
}

/** No provider of this name links a bank here. */
export const NOT_OFFERED = {
  errors: [
    {
      elementKey: 'providerId',
      message: {
        en: 'This way to link a bank is not offered. Choose one of those shown.',
        es: 'Esta forma de conectar un banco no se ofrece. Elija una de las que se muestran.',
      },
    },
  ],
}

/** A session at a provider is open by then, and goes on for who asks again. */
const OPENED_SOON_SECONDS = 2

const openingOf = ({ portfolioId, loanNo }: Pick<Loan, 'portfolioId' | 'loanNo'>): string =>
  `${portfolioId}/${loanNo}`

/** Lets the next link of a loan be opened, whatever came of the last. */
export const endOpening = (
  { limits, database }: VerificationDeps,
  loan: Pick<Loan, 'portfolioId' | 'loanNo'>,
): Promise<void> => limits.release(database.db, 'bankLinkOpenings', openingOf(loan))

const UNFINISHED: readonly IbvStatus[] = [IbvStatus.notStarted, IbvStatus.startedNotCompleted]

/**
 * First step of a bank link: may this loan be linked, through whom, and how often was it tried? Sessions at the
 * provider are opened after it and recorded by recordLink, so that no transaction waits for an outside server. One is
 * opened at a time: requests at the same time would each open a session. Call endOpening when it is recorded, or not.
 */
export async function prepareLink(
  deps: VerificationDeps,
  unit: UnitOfWork,
  wish: LinkWish,
): Promise<Result<PreparedLink>> {
  const found = await linkableLoan(deps, unit, wish)
  if (!found.ok) return found
  const loan = found.value
  const { portfolio, providerId, institutionId } = wish
  const provider = wantedProvider(portfolio, deps.providers, providerId)
  if (provider === undefined)
    return providerId === undefined
      ? refuse('verificationProviderUnavailable')
      : refuse('invalidInput', NOT_OFFERED)
  const attempts = await countedAttempts(unit, loan)
  const open = attempts.find(
    (one) =>
      one.provider === provider.id &&
      UNFINISHED.includes(one.status) &&
      unit.now < one.expiresAt &&
      (institutionId === undefined || one.institutionId === institutionId),
  )
  if (open === undefined && linksLeft(deps, loan, attempts, unit.now) === 0) {
    return refuse('verificationTriesUsedUp')
  }
  if (open === undefined) {
    const wait = await deps.limits.take(unit.tx, 'bankLinkOpenings', openingOf(loan), unit.now)
    if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: OPENED_SOON_SECONDS })
  }
  const returnUrl = await pathBack(deps, unit, loan)
  const requestCode = open?.requestCode ?? newId(deps.random)
  const customerAlias = deps.cipher.blindIndex(
    'bank link customer',
    `${loan.portfolioId}/${loan.openId ?? loan.customerKey}`,
  )
  return ok({ provider, requestCode, customerAlias, locale: wish.locale, returnUrl, institutionId, open })
}

async function linkableLoan(
  { cipher }: VerificationDeps,
  unit: UnitOfWork,
  { actor, loanNo }: LinkWish,
): Promise<Result<Loan>> {
  const found = await lockBorrowerLoan(unit.tx, actor, { loanNo })
  if (!found.ok) return found
  if ((await waitsForNewLinkSince(unit, found.value)) !== undefined) return found
  const { progress } = await loadProgress(unit.tx, cipher, found.value)
  return isSectionEditable(SectionKey.ibv, progress) ? found : refuse('loanStatusInvalid')
}

/** The page that asked for the link: a running loan has its own, before that home asks. */
async function pathBack(deps: VerificationDeps, unit: UnitOfWork, loan: Loan): Promise<string> {
  if ((await waitsForNewLinkSince(unit, loan)) === undefined)
    return (await ensureLoanLink(deps, unit, loan, 'application')).path
  return loan.effectiveDate === null ? HOME_PATH : loanDetailsPath(loan.loanNo)
}

const HOME_PATH = '/home'

/** Where a link has ended and is asked for anew, what was tried before that does not count. */
async function countedAttempts(unit: UnitOfWork, loan: Loan): Promise<IbvRequest[]> {
  const since = await waitsForNewLinkSince(unit, loan)
  return (await listIbvRequests(unit.tx, loan)).filter(
    (one) => verificationWay(one) === 'bank' && (since === undefined || one.createdAt >= since),
  )
}

/** Asks the provider for a session; the same request code gets the same session again. */
export async function openLinkSession(
  { log }: VerificationDeps,
  { portfolioId }: Portfolio,
  { provider, requestCode, customerAlias, locale, returnUrl, institutionId }: PreparedLink,
): Promise<Result<LinkSession>> {
  try {
    const request = { requestCode, portfolioId, customerAlias, locale, returnUrl, institutionId }
    return ok(await provider.createLinkSession(request))
  } catch (error) {
    log.warn({ provider: provider.id, failure: describe(error) }, 'a bank link could not be opened')
    return refuse('verificationProviderUnavailable')
  }
}

/** Records the session; the rules are asked again, because others may have been faster. */
export async function recordLink(
  deps: VerificationDeps,
  unit: UnitOfWork,
  wish: LinkWish,
  { provider, requestCode, open, session, institution }: OpenedLink,
): Promise<Result<RequestCodeReply>> {
  const found = await linkableLoan(deps, unit, wish)
  if (!found.ok) return found
  const loan = found.value
  const { portfolioId, customerKey, loanNo } = loan
  if (open === undefined) {
    if (linksLeft(deps, loan, await countedAttempts(unit, loan), unit.now) === 0) {
      return refuse('verificationTriesUsedUp')
    }
    const wait = await deps.limits.take(unit.tx, 'bankLinks', `${portfolioId}/${loanNo}`, unit.now)
    if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
    await insertIbvRequest(unit.tx, {
      portfolioId,
      customerKey,
      requestCode,
      loanNo,
      provider: provider.id,
      providerReference: session.providerSessionId,
      status: IbvStatus.notStarted,
      institution: institution?.name ?? null,
      institutionId: institution?.institutionId ?? null,
      createdAt: unit.now,
      expiresAt: session.expiresAt,
    })
    const [actor, facts] = [actorName(wish.actor), { provider: provider.id, requestCode }]
    await appendAudit(unit.tx, {
      portfolioId,
      subject: loanNo,
      action: 'bankLinkOpened',
      actor,
      facts,
      at: unit.now,
    })
  }
  return ok({
    requestCode,
    purpose: 'IBV',
    expiresAt: isoInZone(session.expiresAt, wish.portfolio.timeZone),
    ticket: Ticket.inProgress,
    url: session.linkUrl,
    linkToken: null,
  })
}
