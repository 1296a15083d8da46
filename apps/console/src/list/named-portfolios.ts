import type { StaffPermission } from '@dolphin/domain/staff/permissions'
import { useQuery } from '@tanstack/react-query'
import { failureOf, reads } from '../calls/queries.ts'
import { usePortfolios } from './portfolio-scope.ts'

/** The portfolios in which a right counts, by number and brand, to choose from. */
export function useNamedPortfolios(permission: StaffPermission) {
  const { data, error, refetch } = useQuery(reads('listPortfolio', {}))
  const mine = usePortfolios(permission)
  const options = data?.portfolios
    .filter(({ portfolioId }) => mine === 'all' || mine.includes(portfolioId))
    .toSorted((one, other) => one.portfolioId - other.portfolioId)
    .map(({ portfolioId, brandName }) => ({
      value: String(portfolioId),
      label: `${portfolioId} · ${brandName}`,
    }))
  return { options, failure: data === undefined ? failureOf(error) : undefined, again: () => void refetch() }
}
