import type { IbvRequest } from '@dolphin/database/verification/ibv-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { Deps } from '../../deps.ts'
import { verificationWay } from './statement-provider.ts'

const DAY_MS = 86_400_000

/** How often a bank may still be linked, by the portfolio's policy; statements and requests for a person do not count. domain.md §6. */
export function linksLeft(
  { portfolios }: Pick<Deps, 'portfolios'>,
  { portfolioId }: Pick<Loan, 'portfolioId'>,
  attempts: readonly IbvRequest[],
  now: Date,
): number {
  const rule = portfolios.byId(portfolioId)?.policy.incomeRetry ?? { attempts: 0, days: 0 }
  const since = now.getTime() - rule.days * DAY_MS
  const used = attempts.filter((one) => verificationWay(one) === 'bank' && one.createdAt.getTime() > since)
  return Math.max(0, rule.attempts - used.length)
}
