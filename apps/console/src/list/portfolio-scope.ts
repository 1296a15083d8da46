import type { StaffPermission } from '@dolphin/domain/staff/permissions'
import { useSession } from '../app/session.tsx'
import type { ListPlace } from './use-list-place.ts'

/** The portfolios in which a right counts: all, or these; all where no right is named. */
export function usePortfolios(permission: StaffPermission | undefined): 'all' | readonly number[] {
  const { permissions } = useSession()
  if (permission === undefined) return 'all'
  const scopes = permissions
    .filter((each) => each.permission === permission)
    .map(({ portfolios }) => portfolios)
  const named = scopes.flatMap((portfolios) => portfolios ?? [])
  return scopes.includes(null) ? 'all' : [...new Set(named)].toSorted((one, other) => one - other)
}

/** The portfolio to ask for: as the address says; who has a right in several and not in all sees one at a time. */
export function useAskedPortfolio(place: ListPlace, permission: StaffPermission): number | undefined {
  const portfolios = usePortfolios(permission)
  const asked = Number(place.filter('portfolio')) || undefined
  return asked ?? (portfolios === 'all' || portfolios.length < 2 ? undefined : portfolios[0])
}
