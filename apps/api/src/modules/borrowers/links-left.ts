import type { IbvRequest } from '@dolphin/database/verification/ibv-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { costsTry } from '@dolphin/domain/verification/link-failure'
import type { Deps } from '../../deps.ts'
import { verificationWay } from './statement-provider.ts'

/** The links of these attempts that cost a try; statements and requests for a person do not. */
export const countTries = (attempts: readonly IbvRequest[]): number =>
  attempts.filter((one) => verificationWay(one) === 'bank' && costsTry(one.status, one.refusal)).length

/** How often a bank may still be linked, by the portfolio's policy. domain.md §6. */
export function linksLeft(
  { portfolios }: Pick<Deps, 'portfolios'>,
  { portfolioId }: Pick<Loan, 'portfolioId'>,
  attempts: readonly IbvRequest[],
  now: Date,
): number {
  const rule = portfolios.byId(portfolioId)?.policy.incomeRetry ?? { attempts: 0, days: 0 }
  const since = now.getTime() - rule.days * DAY_MS
  const recent = attempts.filter((one) => one.createdAt.getTime() > since)
  return Math.max(0, rule.attempts - countTries(recent))
}
