import { DAY_SECONDS } from '@dolphin/domain/time/durations'
import type { IbvRequest } from '@dolphin/database/verification/ibv-repository'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { BankReport } from '@dolphin/domain/verification/bank-report'
import { isIbvSettled } from '@dolphin/domain/verification/request-lifecycle'
import type { JobDefinition } from '../../ports/job-queue.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { VerificationDeps } from './verification-deps.ts'

/** Ends our access to a linked bank at its vendor. */
export const CLOSE_JOB = 'close-bank-link'
/** A failed link can be mended from the same page for as long. */
const MENDING_SECONDS = DAY_SECONDS

export function closeLinkJob({ vendors }: Pick<VerificationDeps, 'vendors'>): JobDefinition {
  return {
    name: CLOSE_JOB,
    run: async ({ provider, providerSessionId }) => {
      await vendors.byId.get(String(provider))?.closeSession(String(providerSessionId))
    },
  }
}

/**
 * Has the vendor forget a link, queued in the transaction that settles it: at once when its report is kept, after
 * a day when it failed. A token that stands for an account lives as long as its link, so that link is kept while the loan
 * lives (close-unused-links.ts). Our own sandbox bank hands out nothing that would have to end.
 */
export async function closeLater(
  { vendors, jobs }: Pick<VerificationDeps, 'vendors' | 'jobs'>,
  unit: UnitOfWork,
  { provider, providerReference }: Pick<IbvRequest, 'provider' | 'providerReference'>,
  { status, report }: { readonly status: IbvStatus; readonly report: BankReport | undefined },
): Promise<void> {
  if (!vendors.byId.has(provider) || !isIbvSettled(status) || hasTokens(report)) return
  const options = status === IbvStatus.successful ? {} : { delaySeconds: MENDING_SECONDS }
  await jobs.send(unit, CLOSE_JOB, { provider, providerSessionId: providerReference }, options)
}

const hasTokens = (report: BankReport | undefined): boolean =>
  report?.accounts.some(({ tokenMask }) => tokenMask !== undefined) === true
