import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { findCustomer } from '@dolphin/database/identity/customer-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Deps } from '../../deps.ts'

/** The portfolio whose customer this is; undefined where no portfolio has one of that number. */
export async function portfolioOfCustomer(
  { portfolios, cipher }: Pick<Deps, 'portfolios' | 'cipher'>,
  executor: Executor,
  openId: string,
): Promise<PortfolioData | undefined> {
  for (const data of portfolios.all) {
    const { portfolioId } = data.portfolio
    if ((await findCustomer(executor, cipher, { portfolioId, openId })) !== undefined) return data
  }
  return undefined
}
