import {
  assistantGetPortfolioCall,
  getPortfolioByDomainCall,
  getPortfolioCall,
  getPortfolioIdCall,
  getPortfolioProgramCall,
  listPortfolioCall,
} from '@dolphin/contract/portfolios'
import { ok } from '@dolphin/domain/outcome'
import { hostName } from '../../config/loopback.ts'
import { refuse } from '../../refusal.ts'
import { publicRoute, type RouteDefinition, sharedRoute } from '../../http/route.ts'
import type { PortfolioCatalog } from '../../ports/portfolio-catalog.ts'
import { productView, themeView, wholeView } from './portfolio-views.ts'

const CACHE_SECONDS = 300

export interface PortfolioDeps {
  readonly portfolios: PortfolioCatalog
  /** The portfolio of a link, or undefined for one that no longer holds. */
  readonly portfolioOfResource: (token: string) => Promise<number | undefined>
}

/** Which brand a page, a domain or a link belongs to, and what it sells. */
export function portfolioRoutes({ portfolios, portfolioOfResource }: PortfolioDeps): RouteDefinition[] {
  const themeOf = (portfolioId: number) => {
    const data = portfolios.byId(portfolioId)
    return data === undefined ? refuse('notFound') : ok(themeView(data.portfolio))
  }
  return [
    publicRoute(getPortfolioIdCall, async ({ body, portfolio }) => {
      if (body.resource !== undefined) {
        const portfolioId = await portfolioOfResource(body.resource)
        return portfolioId === undefined ? refuse('loanStatusInvalid') : ok({ portfolioId })
      }
      if (body.domain === undefined) return ok({ portfolioId: portfolio.portfolioId })
      const data = portfolios.byHost(hostName(body.domain))
      return data === undefined
        ? refuse('loanStatusInvalid')
        : ok({ portfolioId: data.portfolio.portfolioId })
    }),
    publicRoute(getPortfolioCall, async ({ query, portfolio, cacheFor }) => {
      cacheFor(CACHE_SECONDS)
      return themeOf(query.portfolioId ?? portfolio.portfolioId)
    }),
    publicRoute(assistantGetPortfolioCall, async ({ query, portfolio, cacheFor }) => {
      cacheFor(CACHE_SECONDS)
      return themeOf(query.portfolioId ?? portfolio.portfolioId)
    }),
    publicRoute(getPortfolioByDomainCall, async ({ query, cacheFor }) => {
      cacheFor(CACHE_SECONDS)
      const data = portfolios.byHost(hostName(query.domain))
      return data === undefined ? refuse('notFound') : ok(themeView(data.portfolio))
    }),
    sharedRoute(listPortfolioCall, async ({ actor }) => {
      const all = portfolios.all.map((data) => data.portfolio)
      return ok({
        portfolios: all.map(themeView),
        whole: actor.kind === 'employee' ? all.map(wholeView) : [],
      })
    }),
    publicRoute(getPortfolioProgramCall, async ({ query, portfolio, cacheFor }) => {
      const data = portfolios.byId(query.portfolioId ?? portfolio.portfolioId)
      if (data === undefined) return refuse('notFound')
      cacheFor(CACHE_SECONDS)
      return ok({ products: data.products.map(productView) })
    }),
  ]
}
