import type { Executor } from '@dolphin/database/driver/executor'
import { besideOpen } from '@dolphin/domain/servicing/changes/standing-beside'
import { replayAccount } from '@dolphin/domain/servicing/loan-account'
import type { LoadedLoan } from './load-serviced-loan.ts'
import { withoutChange } from './schedule-after-failure.ts'

/**
 * The loan that hardship assistance is computed for: as it is, or beside a payoff under way as it will be if the payoff
 * fails, without the payoff's money. Source: domain.md §14, "one debit is under way".
 */
export async function assistanceBasis(
  executor: Executor,
  loaded: LoadedLoan,
  now: Date,
): Promise<LoadedLoan> {
  const { openChange: payoff, serviced, terms } = loaded
  if (payoff === undefined || !waitsForFailure(loaded)) return loaded
  const without = await withoutChange(executor, loaded, payoff, { now, restarts: false })
  const events = serviced.events.filter(({ id }) => id !== payoff.transactionNo)
  return {
    ...without.loaded,
    events,
    account: replayAccount(terms, events),
    serviced: { ...without.loaded.serviced, events },
  }
}

/** Whether hardship assistance takes effect only if the change that is open fails. */
const waitsForFailure = ({ serviced: { open } }: LoadedLoan): boolean =>
  open !== null && besideOpen(open, { kind: 'schedule', isHardship: true }) === 'onFailure'
