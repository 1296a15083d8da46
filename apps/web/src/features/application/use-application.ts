import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { CallFailure } from '../../api-client/call.ts'
import { CallError, queryClient, reads } from '../../api-client/with-queries.tsx'
import { showFailure } from '../../app/show-failure.ts'
import type { ApplicationView } from '../../origination/application-view.ts'

type Query = { readonly applicationNo?: string; readonly resource?: string }

export type ApplicationReading =
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly failure: CallFailure }
  | { readonly state: 'ready'; readonly view: ApplicationView }

/** The application by its link or number; `refresh` reads it again and says so when that fails. */
export function useApplication(query: Query, enabled = true) {
  const options = reads('listSection', { query })
  const { data, error, refetch } = useQuery({ ...options, enabled })
  const key = JSON.stringify(query)
  const refresh = useCallback(async (): Promise<ApplicationView | undefined> => {
    try {
      const fresh = reads('listSection', { query: JSON.parse(key) as Query })
      return await queryClient.fetchQuery({ ...fresh, staleTime: 0 })
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause
      await showFailure(cause.failure)
      return undefined
    }
  }, [key])
  const reading: ApplicationReading = data
    ? { state: 'ready', view: data }
    : error instanceof CallError
      ? { state: 'failed', failure: error.failure }
      : { state: 'waiting' }
  return { reading, refresh, again: () => void refetch() }
}
