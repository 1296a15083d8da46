import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  checkPortfolioFiles,
  describeProblems,
  type PortfolioData,
  type PortfolioFiles,
} from '@dolphin/contract/portfolio/portfolio-data'
import { isLoopback } from './http/origin.ts'

/** The portfolio of a developer's own machine. Source: product.md §9. */
const LOCALHOST_PORTFOLIO_ID = 118

/** All brands this server serves, read and checked once at start. */
export interface PortfolioCatalog {
  readonly all: readonly PortfolioData[]
  byId(portfolioId: number): PortfolioData | undefined
  /** By host name without port; localhost is 118, and `110.localhost` is 110 so that all can be looked at. */
  byHost(host: string): PortfolioData | undefined
}

/** Portfolio data is missing or wrong; the message names each file, the path inside it and what is wrong. */
export class PortfolioDataError extends Error {
  override readonly name = 'PortfolioDataError'
}

/** Reads `<folder>/<id>/**.json`. Throws PortfolioDataError with every problem of every portfolio. */
export function loadPortfolios(folder: string): PortfolioCatalog {
  if (!existsSync(folder)) throw new PortfolioDataError(`There is no folder ${folder} (PORTFOLIOS_DIR).`)
  const ids = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()
  if (ids.length === 0) throw new PortfolioDataError(`${folder} holds no portfolio.`)
  const results = ids.map((id) => checkPortfolioFiles(id, readJsonFiles(join(folder, id), id)))
  const problems = results.flatMap((result) => (result.ok ? [] : result.error))
  if (problems.length > 0) {
    throw new PortfolioDataError(`Portfolio data is wrong:\n${describeProblems(problems)}`)
  }
  return createCatalog(results.flatMap((result) => (result.ok ? [result.value] : [])))
}

export function createCatalog(all: readonly PortfolioData[]): PortfolioCatalog {
  const byId = new Map(all.map((data) => [data.portfolio.portfolioId, data]))
  const byHost = new Map<string, PortfolioData>()
  for (const data of all) {
    const { domainOfWeb, domainOfWap, hosts, portfolioId } = data.portfolio
    for (const host of [domainOfWeb, domainOfWap, ...hosts, `${portfolioId}.localhost`]) {
      const other = byHost.get(host)
      if (other !== undefined && other !== data)
        throw new PortfolioDataError(`Two portfolios claim the host ${host}.`)
      byHost.set(host, data)
    }
  }
  return {
    all,
    byId: (portfolioId) => byId.get(portfolioId),
    byHost: (host) => byHost.get(host) ?? (isLoopback(host) ? byId.get(LOCALHOST_PORTFOLIO_ID) : undefined),
  }
}

function readJsonFiles(folder: string, id: string): PortfolioFiles {
  const files: Record<string, unknown> = {}
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.json')) continue
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length + 1)
    try {
      files[name] = JSON.parse(readFileSync(path, 'utf8'))
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unreadable'
      throw new PortfolioDataError(`${id}/${name}: is no JSON: ${reason}`)
    }
  }
  return files
}
