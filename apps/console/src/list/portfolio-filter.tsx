import type { StaffPermission } from '@dolphin/domain/staff/permissions'
import { ListFilter } from './list-filter.tsx'
import { listText } from './messages.ts'
import { usePortfolios } from './portfolio-scope.ts'
import type { ListPlace } from './use-list-place.ts'

interface PortfolioFilterProps {
  place: Pick<ListPlace, 'filter' | 'choose'>
  /** The right in whose portfolios the list is; without one it is in those of its rows. */
  permission?: StaffPermission
  /** The list, for who may see all portfolios; undefined while it is read. */
  rows: readonly { readonly portfolioId: number | null }[] | undefined
}

/** Keeps a list to one portfolio; nothing where there is only one. */
export function PortfolioFilter({ place, permission, rows = [] }: PortfolioFilterProps) {
  const portfolios = usePortfolios(permission)
  const asked = Number(place.filter('portfolio')) || undefined
  const inList = rows.flatMap(({ portfolioId }) => (portfolioId === null ? [] : [portfolioId]))
  const all =
    portfolios === 'all' ? [...new Set([...inList, ...(asked === undefined ? [] : [asked])])] : portfolios
  if (all.length < 2 && asked === undefined) return null
  const options = all
    .toSorted((one, other) => one - other)
    .map((id) => ({ value: String(id), label: String(id) }))
  const [first] = options
  const every = portfolios === 'all' ? listText.every : (first?.label ?? listText.every)
  return (
    <ListFilter
      place={place}
      name="portfolio"
      label={listText.portfolio}
      options={portfolios === 'all' ? options : options.slice(1)}
      every={every}
    />
  )
}
