import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import type { ApiConfig } from './config.ts'

/** The portfolio that plain `localhost` shows. Source: product.md §9. */
const LOCALHOST_PORTFOLIO_ID = 118

/**
 * Address of a page for a mail that no request leads to: jobs and operations do not know on which host the
 * borrower is. `path` begins with a slash.
 */
export function pageAddress(
  { mode, publicUrl, port }: Pick<ApiConfig, 'mode' | 'publicUrl' | 'port'>,
  { portfolioId, domainOfWeb }: Pick<Portfolio, 'portfolioId' | 'domainOfWeb'>,
  path: string,
): string {
  const host = portfolioId === LOCALHOST_PORTFOLIO_ID ? 'localhost' : `${portfolioId}.localhost`
  const own = mode === 'production' ? `https://${domainOfWeb}` : `http://${host}:${port}`
  return new URL(path, publicUrl ?? own).href
}

/** The page of a loan that runs, as `pageAddress` takes it. */
export const loanDetailsPath = (loanNo: string): string => `/repayment/loan-details?loanNo=${loanNo}`
