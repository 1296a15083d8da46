import type { ForReaders } from '../../reader-words.ts'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import type { CallReply } from '@dolphin/contract/call'
import type { getProviderCall } from '@dolphin/contract/verification'
import type { IbvRequest } from '@dolphin/database/verification/ibv-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import type { IbvFallback, IbvProviderId } from '@dolphin/domain/portfolios/portfolio'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { linkFailureWords } from '@dolphin/domain/verification/link-failure'
import { isStatementRefusal, STATEMENT_REFUSALS } from '@dolphin/domain/verification/statement-refusal'
import { linksLeft } from '../borrowers/links-left.ts'
import { verificationWay } from '../borrowers/statement-provider.ts'
import { loadIbvProgress } from '../borrowers/verified-income.ts'
import { linkProviders } from './link-choice.ts'
import { statusText } from './status-text.ts'
import type { VerificationDeps } from './verification-deps.ts'

type ProviderReply = ForReaders<CallReply<typeof getProviderCall>>
export type FallbackOption = ProviderReply['fallbacks'][number]
type Attempt = NonNullable<ProviderReply['attempt']>

/** What is left to a loan when a bank link does not come through. */
export interface FallbackOptions {
  readonly fallbacks: readonly FallbackOption[]
  readonly triesLeft: number
  readonly attempt: Attempt | null
}

export const PROVIDER_NAMES: Readonly<Record<IbvProviderId, string>> = {
  sandbox: 'Sandbox Bank Link',
  plaid: 'Plaid',
  mx: 'MX',
}

function fallbackOf(fallback: IbvFallback): FallbackOption {
  if (fallback === 'statementUpload')
    return {
      kind: fallback,
      providerId: null,
      name: { en: 'Upload a bank statement', es: 'Suba un estado de cuenta' },
    }
  if (fallback === 'person')
    return { kind: fallback, providerId: null, name: { en: 'Ask a person', es: 'Pida ayuda a una persona' } }
  return { kind: 'provider', providerId: fallback, name: PROVIDER_NAMES[fallback] }
}

/** The portfolio's rungs that this server can offer, in the portfolio's order. */
export function offeredFallbacks(
  { providers, portfolios }: Pick<VerificationDeps, 'providers' | 'portfolios'>,
  portfolioId: number,
): readonly FallbackOption[] {
  const portfolio = portfolios.byId(portfolioId)?.portfolio
  assert(portfolio !== undefined, 'a session belongs to a portfolio')
  // Where the second provider has to come first, the first one is the way around it.
  const others = linkProviders(portfolio, providers).slice(1)
  const otherWays = portfolio.ibvFallbacks.map(fallbackOf).filter(({ kind }) => kind !== 'provider')
  return [...others.map(({ id }) => fallbackOf(id)), ...otherWays]
}

/**
 * The rungs that are left to a loan: banks while there are tries, a person unless one looks at it or at a statement
 * already, a statement always. Source: domain.md §5, list of fallback options; §6, three tries in 30 days.
 */
export async function findFallbackOptions(
  deps: VerificationDeps,
  executor: Executor,
  loan: Loan,
  now: Date,
): Promise<FallbackOptions> {
  const { attempts, newest } = await loadIbvProgress(executor, loan)
  const triesLeft = linksLeft(deps, loan, attempts, now)
  const isAsked = attempts.some(
    (one) => verificationWay(one) !== 'bank' && one.status === IbvStatus.inProgress,
  )
  const fallbacks = offeredFallbacks(deps, loan.portfolioId).filter(({ kind }) => {
    if (kind === 'provider') return triesLeft > 0
    return kind !== 'person' || !isAsked
  })
  return { fallbacks, triesLeft, attempt: newest === undefined ? null : attemptView(newest) }
}

function attemptView(request: IbvRequest): Attempt {
  const { requestCode, status } = request
  const way = verificationWay(request)
  return { requestCode, way, ibvStatus: status, text: statusText(request), reason: refusalText(request) }
}

/**
 * Why a person refused a statement, or the cause for which a link ended, in words to the borrower; null where there is
 * none to name. A cause stays on record after its link came through all the same.
 */
export function refusalText(request: Pick<IbvRequest, 'refusal' | 'provider' | 'status'>): Localized | null {
  const { refusal, status } = request
  switch (verificationWay(request)) {
    case 'person':
      return null
    case 'statement':
      return isStatementRefusal(refusal) ? STATEMENT_REFUSALS[refusal] : null
    case 'bank':
      return status < IbvStatus.notStarted ? (linkFailureWords(refusal) ?? null) : null
  }
}
