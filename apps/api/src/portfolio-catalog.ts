import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  checkPortfolioFiles,
  describeProblems,
  type DataProblem,
  type PortfolioData,
  type PortfolioFiles,
} from '@dolphin/contract/portfolio/portfolio-data'
import { formDefinition } from '@dolphin/contract/form-definition'
import { isDomainValueCode } from '@dolphin/domain/form/domain-values'
import { checkDefinition } from '@dolphin/domain/form/definition-check'
import type { FormDefinition } from '@dolphin/domain/form/form-definition'
import { ok, type Outcome, refused } from '@dolphin/domain/outcome'
import { isLoopback } from './http/origin.ts'

/** The portfolio of a developer's own machine. Source: product.md §9. */
const LOCALHOST_PORTFOLIO_ID = 118

/** Everything a portfolio consists of. */
export interface PortfolioEntry extends PortfolioData {
  /** By code. */
  readonly forms: ReadonlyMap<string, FormDefinition>
}

/** All brands this server serves, read and checked once at start. */
export interface PortfolioCatalog {
  readonly all: readonly PortfolioEntry[]
  byId(portfolioId: number): PortfolioEntry | undefined
  /** By host name without port; localhost is 118, and `110.localhost` is 110 so that all can be looked at. */
  byHost(host: string): PortfolioEntry | undefined
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
  const results = ids.map((id) => checkPortfolio(id, readJsonFiles(join(folder, id), id)))
  const problems = results.flatMap((result) => (result.ok ? [] : result.error))
  if (problems.length > 0) {
    throw new PortfolioDataError(`Portfolio data is wrong:\n${describeProblems(problems)}`)
  }
  return createCatalog(results.flatMap((result) => (result.ok ? [result.value] : [])))
}

function checkPortfolio(id: string, files: PortfolioFiles): Outcome<PortfolioEntry, readonly DataProblem[]> {
  const data = checkPortfolioFiles(id, files)
  const forms = checkForms(id, files)
  if (data.ok && forms.ok) return ok({ ...data.value, forms: forms.value })
  return refused([...(data.ok ? [] : data.error), ...(forms.ok ? [] : forms.error)])
}

/** Forms by the schema of the wire and by the rules that keep a page from meeting what it has not got. */
function checkForms(
  id: string,
  files: PortfolioFiles,
): Outcome<ReadonlyMap<string, FormDefinition>, readonly DataProblem[]> {
  const forms = new Map<string, FormDefinition>()
  const problems: DataProblem[] = []
  for (const name of Object.keys(files).filter((file) => file.startsWith('forms/'))) {
    const file = `${id}/${name}`
    const parsed = formDefinition.safeParse(files[name])
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues) {
        problems.push({ file, path: path.map(String).join('.'), message })
      }
      continue
    }
    for (const { elementKey, problem } of checkDefinition(parsed.data, isDomainValueCode)) {
      problems.push({ file, path: elementKey ?? '', message: problem })
    }
    forms.set(parsed.data.code, parsed.data)
  }
  return problems.length === 0 ? ok(forms) : refused(problems)
}

export function createCatalog(all: readonly PortfolioEntry[]): PortfolioCatalog {
  const byId = new Map(all.map((data) => [data.portfolio.portfolioId, data]))
  const byHost = new Map<string, PortfolioEntry>()
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
