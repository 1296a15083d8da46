import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallError } from '../api-client/with-queries.tsx'
import { ReadingFailed } from './reading-failed.tsx'
import { Waiting } from './waiting.tsx'

interface QueryViewProps<Value> {
  query: UseQueryResult<Value>
  children: (value: Value) => ReactNode
}

/** Shows what a query read; before that it waits, and where nothing could be read it offers another try. */
export function QueryView<Value>({ query, children }: QueryViewProps<Value>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error instanceof CallError) {
    return <ReadingFailed failure={query.error.failure} again={() => void query.refetch()} />
  }
  if (query.error) throw query.error
  return <Waiting />
}
