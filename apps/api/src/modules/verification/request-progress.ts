import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  findIbvRequest,
  findIbvRequestByReference,
  type IbvRequest,
  listSilentIbvRequests,
  moveIbvStatus,
  saveIbvReport,
  takeProviderEvent,
} from '@dolphin/database/verification/ibv-repository'
import { type Loan, lockLoan } from '@dolphin/database/loans/loan-repository'
import { flagsRaisedBy } from '@dolphin/domain/loans/loan-flag'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { BankReport } from '@dolphin/domain/verification/bank-report'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { nextIbvStatus } from '@dolphin/domain/verification/request-lifecycle'
import { ProviderFailure } from '@dolphin/integrations/ibv/provider-failure'
import type { IbvProvider } from '@dolphin/integrations/ibv/provider'
import type { JobDefinition } from '../../ports/job-queue.ts'
import { describe } from '../../http/error-handler.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { postProgress, raiseFlags } from '../loans/loan-moves.ts'
import { reportToStored } from '../borrowers/verified-income.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { closeLater } from './close-link.ts'
import type { VerificationDeps } from './verification-deps.ts'

/** What a provider said, by webhook or when it was asked. */
export interface ProviderNews {
  readonly request: IbvRequest
  readonly status: IbvStatus
  /** A webhook's own id, taken once; undefined where we asked. */
  readonly eventId: string | undefined
}

export type NewsResult = 'applied' | 'ignored' | 'notReady'

/**
 * Lets a provider's news take effect once: the report is fetched before the transaction; status, report, audit and
 * the ticket to the borrower's pages are one transaction. Late, doubled and backward news change nothing.
 */
export async function applyNews(deps: VerificationDeps, news: ProviderNews): Promise<NewsResult> {
  const { request, status } = news
  const next = nextIbvStatus(request.status, status)
  const report =
    next === IbvStatus.successful && next !== request.status ? await fetchReport(deps, request) : undefined
  if (report === 'notReady') return 'notReady'
  const applied = await deps.units.write((unit) => store(deps, unit, news, report))
  return applied.ok && applied.value ? 'applied' : 'ignored'
}

async function fetchReport(
  { providers, portfolios, clock }: VerificationDeps,
  { provider, providerReference, portfolioId }: IbvRequest,
): Promise<BankReport | 'notReady'> {
  const timeZone = portfolios.byId(portfolioId)?.portfolio.timeZone
  if (timeZone === undefined) return 'notReady'
  const answer = await providers.get(provider)?.fetchReport(providerReference, dateIn(clock.now(), timeZone))
  return answer?.ok === true ? answer.value : 'notReady'
}

async function store(
  deps: VerificationDeps,
  unit: UnitOfWork,
  { request: { portfolioId, requestCode, loanNo, provider }, status, eventId }: ProviderNews,
  report: BankReport | undefined,
) {
  const fresh = eventId === undefined || (await takeProviderEvent(unit.tx, provider, eventId, unit.now))
  if (!fresh) return ok(false)
  const loan = await lockLoan(unit.tx, { portfolioId, loanNo })
  const request = await findIbvRequest(unit.tx, { portfolioId, requestCode })
  if (loan === undefined || request === undefined) return ok(false)
  const next = nextIbvStatus(request.status, status)
  if (next === request.status) return ok(false)
  const institution = report?.institution
  const change = { from: [request.status], to: next, ...(institution === undefined ? {} : { institution }) }
  if (!(await moveIbvStatus(unit.tx, request, change, unit.now))) return ok(false)
  await closeLater(deps, unit, request, next)
  if (report !== undefined) await storeReport(deps, unit, request, loan, report)
  const facts = { requestCode, from: request.status, to: next, provider }
  const note = {
    portfolioId,
    subject: loanNo,
    action: 'bankLinkMoved',
    actor: SYSTEM_ACTOR,
    facts,
    at: unit.now,
  }
  await appendAudit(unit.tx, note)
  await postProgress(deps, unit, loan)
  return ok(true)
}

/** Another bank's report after an offer makes the amount stale (domain.md §2, loan flags). */
async function storeReport(
  { cipher }: VerificationDeps,
  unit: UnitOfWork,
  request: IbvRequest,
  loan: Loan,
  report: BankReport,
): Promise<void> {
  await saveIbvReport(unit.tx, cipher, request, reportToStored(report), unit.now)
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

export const POLL_JOB = 'poll-bank-links'
const POLL_SECONDS = 30
const SILENT_MS = 10_000
const BATCH = 200
const QUIET_MS = 15 * 60_000
/** A session that tells nothing for a day after its end is over. */
const GIVEN_UP_MS = 24 * 3_600_000
const OPEN: readonly IbvStatus[] = [
  IbvStatus.notStarted,
  IbvStatus.startedNotCompleted,
  IbvStatus.loginVerified,
  IbvStatus.inProgress,
]

/** Asks providers about sessions that nothing was heard of, in case a webhook was lost. Reading moves nothing there. */
export function pollJob(deps: VerificationDeps): JobDefinition {
  return { name: POLL_JOB, everySeconds: POLL_SECONDS, run: () => pollSilent(deps) }
}

/**
 * An outside provider is asked at every round while the borrower may be at its page; after that, when only its own
 * reading of the bank is waited for, at the rounds that begin a quarter of an hour.
 */
function isDue({ vendors }: VerificationDeps, { provider, expiresAt }: IbvRequest, now: Date): boolean {
  return !vendors.byId.has(provider) || now < expiresAt || now.getTime() % QUIET_MS < POLL_SECONDS * 1_000
}

/** A session that is over by now has failed, unless its provider knows better, or even where it knows nothing. */
async function lastWord(
  provider: IbvProvider,
  { status, providerReference }: IbvRequest,
): Promise<IbvStatus> {
  try {
    const reported = await provider.pollStatus(providerReference)
    return nextIbvStatus(status, reported) === status ? IbvStatus.otherError : reported
  } catch (error) {
    if (error instanceof ProviderFailure) return IbvStatus.otherError
    throw error
  }
}

async function pollSilent(deps: VerificationDeps): Promise<void> {
  const now = deps.clock.now()
  const before = new Date(now.getTime() - SILENT_MS)
  const open = { providers: [...deps.providers.keys()], states: OPEN }
  for (const request of await listSilentIbvRequests(deps.database.db, open, before, BATCH)) {
    const provider = deps.providers.get(request.provider)
    const isGivenUp = now.getTime() - request.expiresAt.getTime() > GIVEN_UP_MS
    if (provider === undefined || !(isGivenUp || (provider.isAvailable && isDue(deps, request, now))))
      continue
    try {
      const status = isGivenUp
        ? await lastWord(provider, request)
        : await provider.pollStatus(request.providerReference)
      await applyNews(deps, { request, status, eventId: undefined })
    } catch (error) {
      // One provider that does not answer must not keep the others from being asked.
      deps.log.warn(
        { provider: provider.id, failure: describe(error) },
        'a bank link could not be asked about',
      )
    }
  }
}
