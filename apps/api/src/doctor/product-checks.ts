import { join } from 'node:path'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { readSealIdentity, type SealIdentity, sealEndsAt } from '@dolphin/integrations/document/seal-identity'
import { dataPaths } from '../config/config.ts'
import { loadPortfolios, PortfolioDataError } from '../modules/portfolios/portfolio-catalog.ts'
import type { PortfolioCatalog } from '../ports/portfolio-catalog.ts'
import type { Check, Examined } from './examined.ts'
import { type Finding, notAsked, right, wrong } from './finding.ts'
import { sampleDataIn } from './sample-data.ts'

/** An authority takes days to give another one. */
const SEAL_WARNING_DAYS = 30

async function lookAtPortfolios(examined: Examined): Promise<readonly Finding[]> {
  const { config, now } = examined
  let portfolios: PortfolioCatalog
  try {
    portfolios = loadPortfolios(config.portfoliosDir)
  } catch (error) {
    if (!(error instanceof PortfolioDataError)) throw error
    return [wrong('portfolios', error.message, 'Correct the files (docs/guides/portfolios.md).')]
  }
  const seals = new Map<number, SealIdentity>()
  const findings: Finding[] = [right('portfolios', `${portfolios.all.length} are valid`)]
  for (const { portfolio } of portfolios.all) {
    const { portfolioId } = portfolio
    const seal = await readSealIdentity(join(dataPaths(config.dataDir).keys, String(portfolioId)))
    if (seal !== undefined) seals.set(portfolioId, seal)
    findings.push(sealFinding(portfolioId, seal, now()))
  }
  const samples = sampleDataIn({ config, portfolios, seals })
  if (config.mode !== 'production')
    return [
      ...findings,
      notAsked('sample data', `${samples.length} kinds, as outside of production it may be`),
    ]
  return samples.length === 0
    ? [...findings, right('sample data', 'none')]
    : [
        ...findings,
        ...samples.map(({ what, mend }) => wrong('sample data', what, `Before real customers: ${mend}`)),
      ]
}

function sealFinding(portfolioId: number, seal: SealIdentity | undefined, now: Date): Finding {
  const part = 'document seal'
  if (seal === undefined) return notAsked(part, `portfolio ${portfolioId}: made at the first start`)
  const endsAt = sealEndsAt(seal)
  const text = `portfolio ${portfolioId}: its certificate counts until ${endsAt.toISOString().slice(0, 10)}`
  const daysLeft = (endsAt.getTime() - now.getTime()) / DAY_MS
  return daysLeft >= SEAL_WARNING_DAYS
    ? right(part, text)
    : wrong(part, text, `Replace DATA_DIR/keys/${portfolioId}/document-seal.pem.`)
}

function lookAtMetrics({ config: { metrics, mode } }: Examined): Promise<readonly Finding[]> {
  const part = 'metrics'
  if (metrics !== undefined) {
    const guard = metrics.token === undefined ? 'for this machine alone' : 'by a token'
    return Promise.resolve([right(part, `served at ${metrics.host}:${metrics.port}, ${guard}`)])
  }
  return Promise.resolve([
    mode === 'production'
      ? wrong(part, 'not served, so no alert can fire', 'METRICS_PORT=9464 (deploy/prometheus)')
      : notAsked(part, 'not served (no METRICS_PORT)'),
  ])
}

export const PRODUCT_CHECKS: readonly Check[] = [
  { part: 'portfolios', look: lookAtPortfolios },
  { part: 'metrics', look: lookAtMetrics },
]
