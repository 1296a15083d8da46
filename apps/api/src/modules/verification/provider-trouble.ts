import type { Executor } from '@dolphin/database/driver/executor'
import { bypassRowSecurity } from '@dolphin/database/driver/row-security'
import { countIbvEndings } from '@dolphin/database/verification/ibv-repository'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'

/** Long enough to see a pattern, short enough that an outage which is over is soon forgotten. */
const WINDOW_MS = 30 * 60_000
/** Fewer may be chance. */
const FEWEST_FAILED = 3

/** Endings that are the bank's or the provider's; an account that cannot be used is neither's. */
const FAILED: readonly IbvStatus[] = [IbvStatus.financialInstitutionError, IbvStatus.otherError]

/**
 * Whether a provider seems to be down: of the links of the last half hour more failed than came through. The vendors
 * tell of an outage on pages for people only, so that our own borrowers' links are what we know. ux.md
 * "Bank link".
 */
export async function seemsDown(
  executor: Executor,
  portfolioId: number,
  provider: string,
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - WINDOW_MS)
  const statuses = [...FAILED, IbvStatus.successful]
  const endings = await bypassRowSecurity(() =>
    countIbvEndings(executor, { portfolioId, provider }, statuses, since),
  )
  const failed = FAILED.map((status) => endings.get(status) ?? 0).reduce((sum, count) => sum + count, 0)
  return failed >= FEWEST_FAILED && failed > (endings.get(IbvStatus.successful) ?? 0)
}
