import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import type { Executor } from '@dolphin/database/driver/executor'
import { listPortfoliosOf } from '@dolphin/database/identity/customer-repository'
import type { Deps } from '../../deps.ts'

/** The portfolio whose customer this is; undefined where no portfolio has one of that number. */
export async function portfolioOfCustomer(
  { portfolios }: Pick<Deps, 'portfolios'>,
  executor: Executor,
  openId: string,
): Promise<PortfolioData | undefined> {
  const ids = portfolios.all.map(({ portfolio }) => portfolio.portfolioId)
  const having = await listPortfoliosOf(executor, openId, ids)
  return portfolios.all.find(({ portfolio }) => having.includes(portfolio.portfolioId))
}
