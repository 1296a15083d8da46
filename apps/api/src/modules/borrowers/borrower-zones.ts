import type { Executor } from '@dolphin/database/driver/executor'
import { findCustomer } from '@dolphin/database/identity/customer-repository'
import { assert } from '@dolphin/domain/assert'
import { zonesOfPlace } from '@dolphin/domain/notices/quiet-hours'
import type { Deps } from '../../deps.ts'

/**
 * The time zones a borrower may be in: by the address on file now, wherever they lived
 * when the notice was queued. Without an account or an address, the portfolio's.
 */
export async function borrowerZones(
  { cipher, portfolios }: Pick<Deps, 'cipher' | 'portfolios'>,
  executor: Executor,
  { portfolioId, openId }: { readonly portfolioId: number; readonly openId: string | null },
): Promise<readonly string[]> {
  const data = portfolios.byId(portfolioId)
  assert(data !== undefined, 'a borrower belongs to a portfolio')
  const customer = openId === null ? undefined : await findCustomer(executor, cipher, { portfolioId, openId })
  return zonesOfPlace(customer?.profile.address ?? null, data.portfolio.timeZone)
}
