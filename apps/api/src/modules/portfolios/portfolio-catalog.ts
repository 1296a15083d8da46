import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  checkPortfolioFiles,
  type DataProblem,
  describeProblems,
  type PortfolioFiles,
} from '@dolphin/contract/portfolio/portfolio-data'
import { ok, type Outcome, refused } from '@dolphin/domain/outcome'
import { kindsWithoutWords, withDefaultNotices } from './default-notices.ts'
import { checkForms } from './form-files.ts'
import { isLoopback } from '../../config/loopback.ts'
import { checkPictures } from './portfolio-pictures.ts'
import type { FilesByPortfolio, PortfolioCatalog, PortfolioEntry } from '../../ports/portfolio-catalog.ts'

/** The portfolio of a developer's own machine. Source: product.md §9. */
const LOCALHOST_PORTFOLIO_ID = 118

/** Portfolio data is missing or wrong; the message names each file, the path inside it and what is wrong. */
export class PortfolioDataError extends Error {
  override readonly name = 'PortfolioDataError'
}

/** Reads `<folder>/<id>/**.json` and the pictures beside them. Throws PortfolioDataError with every problem of every portfolio. */
export function loadPortfolios(folder: string): PortfolioCatalog {
  if (!existsSync(folder)) throw new PortfolioDataError(`There is no folder ${folder} (PORTFOLIOS_DIR).`)
  const ids = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()
  if (ids.length === 0) throw new PortfolioDataError(`${folder} holds no portfolio.`)
  const files = new Map(ids.map((id) => [id, readDataFiles(join(folder, id), id)]))
  const catalog = checkCatalog(files)
  if (!catalog.ok)
    throw new PortfolioDataError(`Portfolio data is wrong:\n${describeProblems(catalog.error)}`)
  return catalog.value
}

/** Everything that speaks against the data of all portfolios together, or the brands they make. */
export function checkCatalog(files: FilesByPortfolio): Outcome<PortfolioCatalog, readonly DataProblem[]> {
  const results = [...files].map(([id, ofPortfolio]) => checkPortfolio(id, ofPortfolio))
  const problems = results.flatMap((result) => (result.ok ? [] : result.error))
  if (problems.length > 0) return refused(problems)
  return createCatalog(
    files,
    results.flatMap((result) => (result.ok ? [result.value] : [])),
  )
}

function checkPortfolio(id: string, files: PortfolioFiles): Outcome<PortfolioEntry, readonly DataProblem[]> {
  const defaultNotices = kindsWithoutWords(files)
  const data = checkPortfolioFiles(id, withDefaultNotices(files, defaultNotices))
  const forms = checkForms(id, files)
  const pictures = checkPictures(id, files)
  if (data.ok && forms.ok && pictures.ok)
    return ok({ ...data.value, forms: forms.value, pictures: pictures.value, defaultNotices })
  return refused([data, forms, pictures].flatMap((part) => (part.ok ? [] : part.error)))
}

function createCatalog(
  files: FilesByPortfolio,
  all: readonly PortfolioEntry[],
): Outcome<PortfolioCatalog, readonly DataProblem[]> {
  const byId = new Map(all.map((data) => [data.portfolio.portfolioId, data]))
  const byHost = new Map<string, PortfolioEntry>()
  const problems: DataProblem[] = []
  for (const data of all) {
    const { domainOfWeb, domainOfWap, hosts, portfolioId } = data.portfolio
    for (const host of [domainOfWeb, domainOfWap, ...hosts, `${portfolioId}.localhost`]) {
      const other = byHost.get(host)
      if (other !== undefined && other !== data) {
        const file = `${portfolioId}/portfolio.json`
        const message = `portfolio ${other.portfolio.portfolioId} claims the host ${host} too`
        problems.push({ file, path: 'hosts', message })
      }
      byHost.set(host, data)
    }
  }
  if (problems.length > 0) return refused(problems)
  return ok({
    files,
    all,
    byId: (portfolioId) => byId.get(portfolioId),
    byHost: (host) => byHost.get(host) ?? (isLoopback(host) ? byId.get(LOCALHOST_PORTFOLIO_ID) : undefined),
  })
}

function readDataFiles(folder: string, id: string): PortfolioFiles {
  const files: Record<string, unknown> = {}
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length + 1)
    if (entry.isFile() && name.endsWith('.svg')) files[name] = { svg: readFileSync(path, 'utf8').trim() }
    if (!entry.isFile() || !name.endsWith('.json')) continue
    try {
      files[name] = JSON.parse(readFileSync(path, 'utf8'))
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unreadable'
      throw new PortfolioDataError(`${id}/${name}: is no JSON: ${reason}`)
    }
  }
  return files
}
