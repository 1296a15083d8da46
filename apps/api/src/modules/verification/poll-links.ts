import { DAY_MS, MINUTE_MS } from '@dolphin/domain/time/durations'
import {
  type IbvRequest,
  listIbvRequestsToPoll,
  setNextPoll,
} from '@dolphin/database/verification/ibv-repository'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { IbvProvider } from '@dolphin/integrations/ibv/provider'
import { ProviderFailure } from '@dolphin/integrations/ibv/provider-failure'
import { describe } from '../../http/describe-error.ts'
import type { JobDefinition } from '../../ports/job-queue.ts'
import { applyNews } from './request-progress.ts'
import type { VerificationDeps } from './verification-deps.ts'

export const POLL_JOB = 'poll-bank-links'
const POLL_SECONDS = 30
/** Less than a round, so that an open session is due at each. */
const SOON_MS = 10_000
const QUIET_MS = 15 * MINUTE_MS
const MOST_IN_A_ROUND = 200
/** A session that has no report a day after its end is over. */
const GIVEN_UP_MS = DAY_MS
const OPEN: readonly IbvStatus[] = [
  IbvStatus.notStarted,
  IbvStatus.startedNotCompleted,
  IbvStatus.loginVerified,
  IbvStatus.inProgress,
]

/** Asks providers about sessions that are open, in case a webhook was lost. Reading moves nothing there. */
export function pollJob(deps: VerificationDeps): JobDefinition {
  return { name: POLL_JOB, everySeconds: POLL_SECONDS, run: () => pollDue(deps) }
}

/**
 * An outside provider is asked at every round while the borrower may be at its page; after that, when only its own
 * reading of the bank is waited for, every quarter of an hour.
 */
function nextPoll({ vendors }: VerificationDeps, { provider, expiresAt }: IbvRequest, now: Date): Date {
  const isQuiet = vendors.byId.has(provider) && now >= expiresAt
  return new Date(now.getTime() + (isQuiet ? QUIET_MS : SOON_MS))
}

/** Providers side by side, so that a slow one does not delay the others. */
async function pollDue(deps: VerificationDeps): Promise<void> {
  await Promise.all([...deps.providers.values()].map((provider) => pollProvider(deps, provider)))
}

async function pollProvider(deps: VerificationDeps, provider: IbvProvider): Promise<void> {
  const now = deps.clock.now()
  const { db } = deps.database
  const due = { providers: [provider.id], states: OPEN }
  for (const request of await listIbvRequestsToPoll(db, due, now, MOST_IN_A_ROUND)) {
    // Before it is asked: one that fails takes its turn behind the others.
    await setNextPoll(db, request, nextPoll(deps, request, now))
    const isGivenUp = now.getTime() - request.expiresAt.getTime() > GIVEN_UP_MS
    if (provider.isAvailable) await ask(deps, provider, request)
    if (isGivenUp) await applyNews(deps, { request, progress: 'noReport', eventId: undefined })
  }
}

/** Only this link's matter, whatever goes wrong: the others are asked all the same. */
async function ask(deps: VerificationDeps, provider: IbvProvider, request: IbvRequest): Promise<void> {
  try {
    const progress = await provider.pollStatus(request.providerReference)
    await applyNews(deps, { request, progress, eventId: undefined })
  } catch (error) {
    const failure = describe(error)
    if (error instanceof ProviderFailure) deps.log.warn({ provider: provider.id, failure }, NOT_ASKED)
    else deps.log.error({ provider: provider.id, failure }, NOT_ASKED)
  }
}

const NOT_ASKED = 'a bank link could not be asked about'
