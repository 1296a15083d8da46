import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type CallInput, type CallName, type CallValue, call } from '../calls/call.ts'
import { CallError, failureOf } from '../calls/queries.ts'
import { useSteadyRows } from './steady-rows.ts'

/** Calls that answer a page of rows and where the next one begins. */
type ListCall = {
  [Name in CallName]: CallValue<Name> extends { after: string | null }
    ? CallInput<Name> extends { query?: { after?: string | undefined } }
      ? Name
      : never
    : never
}[CallName]

interface ListRead<Name extends ListCall, Row> {
  readonly name: Name
  /** What is asked for, but for where to go on. */
  readonly query: NonNullable<CallInput<Name>['query']>
  /** The same function each time. */
  readonly rowsOf: (page: CallValue<Name>) => readonly Row[]
  readonly keyOf: (row: Row) => string
}

/** Someone else works on it, too. */
const LOOK_AGAIN_MS = 30_000
/** A list of more pages is looked at again when the reader asks for it: each page is a call. */
const MOST_PAGES_WATCHED = 10

const isShort = ({
  state: { data },
}: {
  readonly state: { readonly data: InfiniteData<unknown> | undefined }
}) => (data?.pages.length ?? 0) <= MOST_PAGES_WATCHED

/** A list of the server, page by page, steady under the reader's hand. */
export function useList<Name extends ListCall, Row extends object>({
  name,
  query: asked,
  rowsOf,
  keyOf,
}: ListRead<Name, Row>) {
  const query = useInfiniteQuery({
    queryKey: [name, 'pages', asked],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => {
      const result = await call(name, { query: { ...asked, after: pageParam } } as CallInput<Name>)
      if (!result.ok) throw new CallError(result.failure)
      return result.value
    },
    getNextPageParam: ({ after }) => after ?? undefined,
    refetchInterval: (read) => isShort(read) && LOOK_AGAIN_MS,
    refetchOnMount: isShort,
    refetchOnWindowFocus: isShort,
  })
  const pages = query.data?.pages
  const [put, setPut] = useState<{ readonly row: Row; readonly readAt: number }>()
  // Counts until the list is read again, which then knows it.
  const known = put?.readAt === query.dataUpdatedAt ? put.row : undefined
  const rows = useMemo(
    () =>
      pages?.flatMap(rowsOf).map((row) => (known !== undefined && keyOf(row) === keyOf(known) ? known : row)),
    [pages, rowsOf, keyOf, known],
  )
  const steady = useSteadyRows({
    list: JSON.stringify(asked),
    rows,
    pages: pages?.length ?? 0,
    keyOf,
  })
  return {
    ...steady,
    failure: rows === undefined ? failureOf(query.error) : undefined,
    again: () => void query.refetch(),
    /** Shows a row as an act left it, without reading the pages again. */
    put: (row: Row) => setPut({ row, readAt: query.dataUpdatedAt }),
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
  }
}
