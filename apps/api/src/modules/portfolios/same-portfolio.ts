import { ok } from '@dolphin/domain/outcome'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import { type Result, refuse } from '../../refusal.ts'

/**
 * A body may name its portfolio, but the host decides; one that says otherwise is refused (design/security.md
 * T6).
 */
export function samePortfolio(named: number, portfolio: Portfolio): Result<undefined> {
  if (named === portfolio.portfolioId) return ok(undefined)
  const message = {
    en: 'This is not the portfolio of this page. Open the page again.',
    es: 'Este no es el portafolio de esta página. Abra la página otra vez.',
  }
  return refuse('invalidInput', { errors: [{ elementKey: 'portfolioId', message }] })
}
