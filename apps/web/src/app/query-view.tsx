import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallError } from '../api-client/with-queries.tsx'
import { useInSlices } from './in-slices.ts'
import { ReadingFailed } from './reading-failed.tsx'
import { Waiting } from './waiting.tsx'

interface QueryViewProps<Value> {
  query: UseQueryResult<Value>
  /** The page has its own heading: show the failure under it. */
  headed?: boolean
  children: (value: Value) => ReactNode
}

/** Shows what a query read; before that it waits, and where nothing could be read it offers another try. */
export function QueryView<Value>({ query, headed = false, children }: QueryViewProps<Value>) {
  const value = useInSlices(query.data)
  if (value !== undefined) return children(value)
  if (query.error instanceof CallError) {
    const again = () => void query.refetch()
    return <ReadingFailed failure={query.error.failure} again={again} headed={headed} />
  }
  if (query.error) throw query.error
  return <Waiting />
}
