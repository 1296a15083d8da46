import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  findIbvRequest,
  findIbvRequestByReference,
  type IbvRequest,
  moveIbvStatus,
  saveIbvReport,
  takeProviderEvent,
} from '@dolphin/database/verification/ibv-repository'
import { findLoan, lockLoan } from '@dolphin/database/loans/loan-repository'
import { flagsRaisedBy } from '@dolphin/domain/loans/loan-flag'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { ok, type Outcome, refused } from '@dolphin/domain/outcome'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { BankReport } from '@dolphin/domain/verification/bank-report'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import {
  type LinkFailure,
  type LinkProgress,
  statusOfProgress,
} from '@dolphin/domain/verification/link-failure'
import { nextIbvStatus } from '@dolphin/domain/verification/request-lifecycle'
import { ProviderFailure } from '@dolphin/integrations/ibv/provider-failure'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { isOver, postProgress, raiseFlags } from '../loans/loan-moves.ts'
import { reopenConfirmed } from '../borrowers/report-answers.ts'
import { loadVerifiedIncome, reportToStored } from '../borrowers/verified-income.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { openWorkItem } from '../work-items/work-item-service.ts'
import { closeLater } from './close-link.ts'
import { relinkAccount, waitsForNewLinkSince, type NewLink } from './relink-account.ts'
import type { VerificationDeps } from './verification-deps.ts'

/** What a provider said, by webhook or when it was asked. */
export interface ProviderNews {
  readonly request: IbvRequest
  readonly progress: LinkProgress
  /** A webhook's own id, taken once; undefined where we asked. */
  readonly eventId: string | undefined
}

export type NewsResult = 'applied' | 'ignored' | 'notReady'

/**
 * Lets a provider's news take effect once: the report is fetched before the transaction; status, report, audit and
 * the ticket to the borrower's pages are one transaction. Late, doubled and backward news change nothing. A bank that is
 * linked and whose report cannot be had yet is in progress; for good, the link ends with its cause. An application that
 * was withdrawn meanwhile needs no report: none is fetched, and none is stored.
 *
 * @throws ProviderFailure where the provider fails to give the report; the link is in progress then.
 */
export async function applyNews(deps: VerificationDeps, news: ProviderNews): Promise<NewsResult> {
  const { request, progress } = news
  const next = nextIbvStatus(request.status, statusOfProgress(progress))
  if (next !== IbvStatus.successful || next === request.status) return await change(deps, news, undefined)
  if (await isForNothing(deps, request))
    return await change(deps, { ...news, progress: 'noReport' }, undefined)
  const waiting = { request, progress: IbvStatus.inProgress, eventId: undefined }
  try {
    const answer = await fetchReport(deps, request)
    if (answer.ok) return await change(deps, news, answer.value)
    if (answer.error !== 'notReady') return await change(deps, { ...news, progress: answer.error }, undefined)
  } catch (error) {
    if (error instanceof ProviderFailure) await change(deps, waiting, undefined)
    throw error
  }
  await change(deps, waiting, undefined)
  return 'notReady'
}

async function isForNothing(
  { database }: VerificationDeps,
  { portfolioId, loanNo }: IbvRequest,
): Promise<boolean> {
  const loan = await findLoan(database.db, { portfolioId, loanNo })
  return loan !== undefined && isOver(loan)
}

async function change(
  deps: VerificationDeps,
  news: ProviderNews,
  report: BankReport | undefined,
): Promise<NewsResult> {
  const applied = await deps.units.write((unit) => store(deps, unit, news, report))
  return applied.ok && applied.value ? 'applied' : 'ignored'
}

async function fetchReport(
  { providers, portfolios, clock }: VerificationDeps,
  { provider, providerReference, portfolioId }: IbvRequest,
): Promise<Outcome<BankReport, 'notReady' | LinkFailure>> {
  const timeZone = portfolios.byId(portfolioId)?.portfolio.timeZone
  if (timeZone === undefined) return refused('notReady')
  const answer = await providers.get(provider)?.fetchReport(providerReference, dateIn(clock.now(), timeZone))
  if (answer === undefined) return refused('notReady')
  if (answer.ok) return answer
  return refused(answer.error === 'unknownSession' ? 'notReady' : answer.error)
}

async function store(
  deps: VerificationDeps,
  unit: UnitOfWork,
  { request: { portfolioId, requestCode, loanNo, provider }, progress, eventId }: ProviderNews,
  report: BankReport | undefined,
) {
  const fresh = eventId === undefined || (await takeProviderEvent(unit.tx, provider, eventId, unit.now))
  if (!fresh) return ok(false)
  const loan = await lockLoan(unit.tx, { portfolioId, loanNo })
  const request = await findIbvRequest(unit.tx, { portfolioId, requestCode })
  if (loan === undefined || request === undefined) return ok(false)
  if (report !== undefined && isOver(loan)) return ok(false)
  const next = nextIbvStatus(request.status, statusOfProgress(progress))
  if (next === request.status) return ok(false)
  const cause = typeof progress === 'string' ? progress : undefined
  const change = {
    from: [request.status],
    to: next,
    ...(report === undefined ? {} : institutionOf(request, report)),
    ...(cause === undefined ? {} : { refusal: cause }),
  }
  if (!(await moveIbvStatus(unit.tx, request, change, unit.now))) return ok(false)
  await closeLater(deps, unit, request, { status: next, report })
  if (report !== undefined) await storeReport(deps, unit, { loan, request, report })
  if (cause === 'notEnabled') await openNotEnabled(deps, unit, request)
  const note = {
    portfolioId,
    subject: loanNo,
    action: 'bankLinkMoved',
    actor: SYSTEM_ACTOR,
    facts: {
      requestCode,
      from: request.status,
      to: next,
      provider,
      ...(cause === undefined ? {} : { cause }),
      ...(report?.unreadLines === undefined ? {} : { unreadLines: report.unreadLines }),
    },
    at: unit.now,
  }
  await appendAudit(unit.tx, note)
  await postProgress(deps, unit, loan)
  return ok(true)
}

/** The bank that was read, which may be another one than was chosen before the visit. */
function institutionOf(
  chosen: Pick<IbvRequest, 'institution' | 'institutionId'>,
  { institution, institutionId }: BankReport,
): { readonly institution: string; readonly institutionId: string | null } {
  const sameId = chosen.institution === institution ? chosen.institutionId : null
  return { institution, institutionId: institutionId ?? sameId }
}

/** A bank that wants the lender registered or named is the lender's to allow, not the borrower's. */
async function openNotEnabled(
  deps: VerificationDeps,
  unit: UnitOfWork,
  { portfolioId, provider, requestCode }: IbvRequest,
): Promise<void> {
  await openWorkItem(deps, unit, {
    portfolioId,
    kind: 'bankNotEnabled',
    subject: `provider/${provider}`,
    reason: 'A bank does not let this lender link its customers yet.',
    facts: { provider, requestCode },
    actor: SYSTEM_ACTOR,
  })
}

/**
 * Another bank's report after an offer makes the amount stale (domain.md §2, loan flags); of a bank that is linked again
 * it brings new numbers alone. Before an offer, what was confirmed of an earlier report is confirmed anew.
 */
async function storeReport(
  deps: VerificationDeps,
  unit: UnitOfWork,
  { loan, request, report }: NewLink,
): Promise<void> {
  const earlier = await loadVerifiedIncome(unit.tx, deps.cipher, deps.calendar, loan)
  await saveIbvReport(unit.tx, deps.cipher, request, { report: reportToStored(report), at: unit.now })
  await reopenConfirmed(deps, unit, loan, earlier)
  if ((await waitsForNewLinkSince(unit, loan)) !== undefined)
    return await relinkAccount(deps, unit, { loan, request, report })
  if (loan.status !== LoanStatus.initializing) await raiseFlags(unit, loan, flagsRaisedBy('bankChanged'))
}

/** The request that a provider's session belongs to. */
export async function findRequestOfSession(
  { database }: Pick<VerificationDeps, 'database'>,
  provider: string,
  providerReference: string,
): Promise<IbvRequest | undefined> {
  return await findIbvRequestByReference(database.db, provider, providerReference)
}
