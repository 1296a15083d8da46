import { join } from 'node:path'
import { loadSealIdentity, type SealIdentity } from '@dolphin/integrations/document/seal-identity'
import { dataPaths } from '../../config/config.ts'
import type { ExternalDeps } from '../../deps.ts'
import type { PortfolioEntry } from '../../ports/portfolio-catalog.ts'

/** The seals of all lenders, by portfolio; lenders that come later are added. */
export interface Seals {
  readonly byPortfolio: ReadonlyMap<number, SealIdentity>
  /** Opens the seal of every portfolio that has none yet. */
  add(all: readonly PortfolioEntry[]): Promise<void>
}

/** The seal of every portfolio's lender, made when it is first needed and kept beside the other keys. */
export function createSeals({ config, clock }: Pick<ExternalDeps, 'config' | 'clock'>): Seals {
  const folder = dataPaths(config.dataDir).keys
  const byPortfolio = new Map<number, SealIdentity>()
  return {
    byPortfolio,
    async add(all) {
      for (const { portfolio } of all) {
        const { portfolioId, lender } = portfolio
        if (byPortfolio.has(portfolioId)) continue
        const place = join(folder, String(portfolioId))
        byPortfolio.set(portfolioId, await loadSealIdentity(place, lender.legalName, clock.now()))
      }
    },
  }
}
