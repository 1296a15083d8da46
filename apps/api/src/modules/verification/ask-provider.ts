import type { JobData, JobDefinition } from '../../ports/job-queue.ts'
import { applyNews, findRequestOfSession } from './request-progress.ts'
import type { VerificationDeps } from './verification-deps.ts'

export const ASK_JOB = 'ask-bank-link'

/** Asks a vendor about one session, because a message said that there is news. */
export function askProviderJob(deps: VerificationDeps): JobDefinition {
  return { name: ASK_JOB, run: (data) => ask(deps, data) }
}

/** Throws where the vendor does not answer or has the report not ready yet, so that the queue asks again. */
async function ask(deps: VerificationDeps, { provider, providerSessionId }: JobData): Promise<void> {
  const vendor = deps.vendors.byId.get(String(provider))
  const request = await findRequestOfSession(deps, String(provider), String(providerSessionId))
  // A session of ours that was never recorded: no request waits for it.
  if (vendor === undefined || request === undefined) return
  const progress = await vendor.pollStatus(request.providerReference)
  const result = await applyNews(deps, { request, progress, eventId: undefined })
  if (result === 'notReady') throw new Error('the report is not ready')
}
