import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CallValue, call } from '../../calls/call.ts'
import { CallError, failureOf, reads } from '../../calls/queries.ts'

/** An approval as a list shows it, and whole. */
export type ApprovalHead = CallValue<'listApproval'>['approvals'][number]
export type Approval = CallValue<'showApproval'>

/** Someone else enters and answers, too. */
const LOOK_AGAIN_MS = 30_000

/** What waits, in every portfolio: for the count in the menu and the portfolios to choose from. */
export const useWaiting = () =>
  useQuery({ ...reads('listApproval', { query: {} }), refetchInterval: LOOK_AGAIN_MS }).data

interface ListChoice {
  readonly state: 'waiting' | 'answered'
  readonly portfolioId: number | undefined
}

/** Whether a row is what the list held when it was last taken; `gone`: it is no longer in it. */
export type ListRow = ApprovalHead & { readonly gone: boolean }

/**
 * A list of approvals that does not move under the reader's hand: what comes in between waits until they ask for it,
 * and what leaves stays in its place.
 */
export function useApprovalList({ state, portfolioId }: ListChoice) {
  const query = useInfiniteQuery({
    queryKey: ['listApproval', 'pages', state, portfolioId],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => {
      const result = await call('listApproval', { query: { state, portfolioId, after: pageParam } })
      if (!result.ok) throw new CallError(result.failure)
      return result.value
    },
    getNextPageParam: ({ after }) => after ?? undefined,
    refetchInterval: LOOK_AGAIN_MS,
  })
  const heads = query.data?.pages.flatMap(({ approvals }) => approvals)
  const steady = useSteadyRows(`${state} ${portfolioId}`, heads, query.data?.pages.length ?? 0)
  return {
    ...steady,
    failure: heads === undefined ? failureOf(query.error) : undefined,
    again: () => void query.refetch(),
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
  }
}

interface Taken {
  readonly key: string
  readonly pages: number
  readonly rows: readonly ApprovalHead[]
}

const nothing = () => undefined
const NOTHING_TAKEN = { rows: undefined, newcomers: 0, take: nothing, drop: nothing }

function useSteadyRows(key: string, fresh: readonly ApprovalHead[] | undefined, pages: number) {
  const [taken, setTaken] = useState<Taken>()
  const isStale = taken?.key !== key || taken.pages !== pages
  if (fresh !== undefined && isStale) setTaken({ key, pages, rows: fresh })
  if (fresh === undefined || taken === undefined || taken.key !== key) return NOTHING_TAKEN
  const now = new Map(fresh.map((head) => [head.approvalNo, head]))
  const known = new Set(taken.rows.map(({ approvalNo }) => approvalNo))
  const rows = taken.rows.map((row): ListRow => {
    const head = now.get(row.approvalNo)
    return { ...(head ?? row), gone: head === undefined }
  })
  const newcomers = fresh.filter(({ approvalNo }) => !known.has(approvalNo)).length
  return {
    rows,
    newcomers,
    take: () => setTaken({ key, pages, rows: fresh }),
    drop: (no: string) =>
      setTaken({ key, pages, rows: taken.rows.filter(({ approvalNo }) => approvalNo !== no) }),
  }
}

/** One approval as it was first read here, and whether it reads otherwise by now; another one has a hook of its own. */
export function useApproval(approvalNo: string) {
  // Each look carries the act out and takes it back, and stands in the audit: at every return to the page, not by time.
  const query = useQuery(reads('showApproval', { params: { approvalNo } }))
  const [read, setRead] = useState<Approval>()
  const now = query.data
  if (now !== undefined && read === undefined) setRead(now)
  const shown = read ?? now
  const hasChanged =
    shown !== undefined && now !== undefined && (now.digest !== shown.digest || now.state !== shown.state)
  return {
    approval: shown,
    hasChanged,
    failure: shown === undefined ? failureOf(query.error) : undefined,
    /** Learns whether it reads otherwise by now. */
    look: () => void query.refetch(),
    /** Shows it as it reads now. */
    again: async () => {
      const { data } = await query.refetch()
      if (data !== undefined) setRead(data)
    },
  }
}
