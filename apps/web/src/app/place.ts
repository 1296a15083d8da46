import { useLocation, useSearch } from 'wouter'

/** Where within a page the reader stands: kept in the address, so that reload, back and sign-in lead there. */
export interface Place {
  readonly get: (name: string) => string | undefined
  /** Changes parts of the place; undefined takes one away. Without `replace` the back button returns here. */
  readonly go: (change: Readonly<Record<string, string | undefined>>, options?: { replace?: boolean }) => void
}

/** The place in the address of the page that is open. */
export function usePlace(): Place {
  const [path, navigate] = useLocation()
  const search = useSearch()
  return {
    get: (name) => new URLSearchParams(search).get(name) ?? undefined,
    go: (change, { replace = false } = {}) => {
      const parameters = new URLSearchParams(location.search)
      for (const [name, value] of Object.entries(change)) {
        if (value === undefined) parameters.delete(name)
        else parameters.set(name, value)
      }
      const query = parameters.toString()
      navigate(query === '' ? path : `${path}?${query}`, { replace })
    },
  }
}
