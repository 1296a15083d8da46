import { useInfiniteQuery } from '@tanstack/react-query'
import type { CallResult } from '../../calls/call.ts'
import { CallError, failureOf } from '../../calls/queries.ts'

interface Page {
  readonly after: string | null
}

/** What goes on page by page, newest first: read so far, and how to read on. The key begins with the call's name. */
export function usePages<P extends Page>(
  key: readonly unknown[],
  read: (after: string | undefined) => Promise<CallResult<P>>,
) {
  const query = useInfiniteQuery({
    queryKey: [key[0], 'pages', ...key.slice(1)],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => {
      const result = await read(pageParam)
      if (!result.ok) throw new CallError(result.failure)
      return result.value
    },
    getNextPageParam: ({ after }) => after ?? undefined,
  })
  const pages = query.data?.pages
  return {
    pages,
    failure: pages === undefined ? failureOf(query.error) : undefined,
    again: () => void query.refetch(),
    earlier: query.hasNextPage
      ? { busy: query.isFetchingNextPage, show: () => void query.fetchNextPage() }
      : undefined,
  }
}
