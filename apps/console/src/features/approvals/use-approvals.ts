import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallValue } from '../../calls/call.ts'
import { failureOf, reads } from '../../calls/queries.ts'
import type { SteadyRow } from '../../list/steady-rows.ts'
import { useList } from '../../list/use-list.ts'
import type { ApprovalPlace } from './use-place.ts'

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
  /** Those alone that the reader entered. */
  readonly enteredBy: 'me' | undefined
}

/** What a tab asks for. */
export const choiceOf = ({ tab, portfolioId }: Pick<ApprovalPlace, 'tab' | 'portfolioId'>): ListChoice => ({
  state: tab === 'answered' ? 'answered' : 'waiting',
  portfolioId,
  enteredBy: tab === 'mine' ? 'me' : undefined,
})

export type ListRow = SteadyRow<ApprovalHead>

const rowsOf = ({ approvals }: CallValue<'listApproval'>) => approvals
const keyOf = ({ approvalNo }: ApprovalHead) => approvalNo

/** A list of approvals. */
export const useApprovalList = (choice: ListChoice) =>
  useList({
    name: 'listApproval',
    query: choice,
    rowsOf,
    keyOf,
  })

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
