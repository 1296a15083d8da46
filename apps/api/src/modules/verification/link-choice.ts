import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import type { IbvProvider } from '@dolphin/integrations/ibv/provider'

type ProviderOrder = Pick<Portfolio, 'ibvProvider' | 'ibvFallbacks'>

/** The provider of a wish: the one named, where it is offered; the first one where none is. */
export const wantedProvider = (
  portfolio: ProviderOrder,
  providers: ReadonlyMap<string, IbvProvider>,
  providerId: string | undefined,
): IbvProvider | undefined => {
  const offered = linkProviders(portfolio, providers)
  return providerId === undefined ? offered[0] : offered.find(({ id }) => id === providerId)
}

/**
 * Through whom a portfolio's borrowers may link, the one to begin with first: the portfolio's own provider, then
 * the other ones it names. Where its own was never set up the sandbox bank stands in, if it is allowed. One that
 * just now does not answer moves behind those that do. Source: domain.md §5.
 */
export function linkProviders(
  { ibvProvider, ibvFallbacks }: ProviderOrder,
  providers: ReadonlyMap<string, IbvProvider>,
): readonly IbvProvider[] {
  const first = providers.has(ibvProvider) ? ibvProvider : 'sandbox'
  const named = [...new Set<string>([first, ...ibvFallbacks])].flatMap((id) => providers.get(id) ?? [])
  return [
    ...named.filter(({ isAvailable }) => isAvailable),
    ...named.filter(({ isAvailable }) => !isAvailable),
  ]
}
