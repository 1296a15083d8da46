import { join } from 'node:path'
import { loadSealIdentity } from '@dolphin/integrations/document/seal-identity'
import { dataPaths } from '../config.ts'
import type { Deps, World } from '../deps.ts'

/** The seal of every portfolio's lender, made at the first start and kept beside the other keys. */
export async function openSeals({
  config,
  portfolios,
  clock,
}: Pick<World, 'config' | 'portfolios' | 'clock'>): Promise<Deps['seals']> {
  const folder = dataPaths(config.dataDir).keys
  const opened = portfolios.all.map(async ({ portfolio: { portfolioId, lender } }) => {
    const seal = await loadSealIdentity(join(folder, String(portfolioId)), lender.legalName, clock.now())
    return [portfolioId, seal] as const
  })
  return new Map(await Promise.all(opened))
}
