import { useLocation, useParams, useSearchParams } from 'wouter'

/**
 * Where the reader stands in a list, as the address says it: the chosen row and the filters. Moving leaves no trace in
 * the browser's history, and the address can be kept or passed on as a saved view.
 */
export function useListPlace(base: string) {
  const { chosen } = useParams<{ chosen?: string }>()
  const [, navigate] = useLocation()
  const [search, setSearch] = useSearchParams()
  const query = search.size > 0 ? `?${search}` : ''
  const hrefOf = (key: string | undefined) => `${base}${key === undefined ? '' : `/${key}`}${query}`
  return {
    chosen,
    /** The filters as the address has them. */
    search: String(search),
    /** Keeps the list to the filters of a view. */
    show: (view: string) => navigate(`${base}${view === '' ? '' : `?${view}`}`, { replace: true }),
    hrefOf,
    open: (key: string | undefined) => navigate(hrefOf(key), { replace: true }),
    filter: (name: string) => search.get(name) ?? undefined,
    /** Keeps the list to what is chosen; undefined: to nothing. */
    choose: (name: string, value: string | undefined) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          if (value === undefined) next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true },
      ),
  }
}

export type ListPlace = ReturnType<typeof useListPlace>
