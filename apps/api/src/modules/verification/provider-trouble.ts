import { MINUTE_MS } from '@dolphin/domain/time/durations'
import type { Executor } from '@dolphin/database/driver/executor'
import { bypassRowSecurity } from '@dolphin/database/driver/row-security'
import {
  countIbvEndings,
  type IbvEndings,
  type IbvRequest,
} from '@dolphin/database/verification/ibv-repository'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'

/** Long enough to see a pattern, short enough that an outage which is over is soon forgotten. */
const WINDOW_MS = 30 * MINUTE_MS
/** Fewer may be chance. */
const FEWEST_FAILED = 3

/** Endings that are the bank's or the provider's; an account that cannot be used is neither's. */
const FAILED: readonly IbvStatus[] = [IbvStatus.financialInstitutionError, IbvStatus.otherError]

type ProviderKey = Pick<IbvRequest, 'portfolioId' | 'provider'>

/**
 * Whether a provider seems to be down: of the links of the last half hour more failed than came through. The vendors
 * tell of an outage on pages for people only, so that our own borrowers' links are what we know. ux.md
 * "Bank link".
 */
export async function seemsDown(executor: Executor, provider: ProviderKey, now: Date): Promise<boolean> {
  return failsMoreThanNot(await recentEndings(executor, provider, now))
}

/** The banks of a provider's directory that seem to be down, by the same rule. */
export async function banksDown(
  executor: Executor,
  provider: ProviderKey,
  now: Date,
): Promise<ReadonlySet<string>> {
  const byBank = Map.groupBy(
    await recentEndings(executor, provider, now),
    ({ institutionId }) => institutionId,
  )
  return new Set(
    [...byBank].flatMap(([bank, endings]) => (bank !== null && failsMoreThanNot(endings) ? [bank] : [])),
  )
}

async function recentEndings(executor: Executor, provider: ProviderKey, now: Date) {
  const since = new Date(now.getTime() - WINDOW_MS)
  const statuses = [...FAILED, IbvStatus.successful]
  return await bypassRowSecurity(() => countIbvEndings(executor, provider, statuses, since))
}

function failsMoreThanNot(endings: readonly IbvEndings[]): boolean {
  const numberOf = (wanted: readonly IbvStatus[]) =>
    endings.reduce((sum, { status, number }) => sum + (wanted.includes(status) ? number : 0), 0)
  const failed = numberOf(FAILED)
  return failed >= FEWEST_FAILED && failed > numberOf([IbvStatus.successful])
}
