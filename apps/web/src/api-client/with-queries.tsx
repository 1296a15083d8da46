import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { type CallFailure, type CallInput, type CallName, type CallValue, call } from './call.ts'
import { isSignedIn, subscribeSession } from './session.ts'

/** One cache for all signed-in pages; it lives in their chunks, so that sign-in never loads it. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: true } },
})

/** Nothing that one customer read may be shown to the next one on the same device. */
subscribeSession(() => {
  if (!isSignedIn()) queryClient.clear()
})

/** Thrown inside a query only, because the library knows failures by exceptions. */
export class CallError extends Error {
  readonly failure: CallFailure
  constructor(failure: CallFailure) {
    super(failure.kind === 'refused' ? failure.data.message : failure.kind)
    this.failure = failure
  }
}

/**
 * The options of a query that reads by one call: `useQuery(reads('getPayment', { query: { loanNo } }))`. A quiet one
 * leaves the page where it is, whatever the refusal.
 */
export function reads<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  { quiet = false }: { readonly quiet?: boolean } = {},
) {
  return {
    queryKey: [name, input] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<CallValue<Name>> => {
      const result = await call(name, input, { signal, quiet })
      if (!result.ok) throw new CallError(result.failure)
      return result.value
    },
  }
}

/** Gives a signed-in page its query cache. */
export function withQueries<Props extends object>(Page: ComponentType<Props>): ComponentType<Props> {
  return function PageWithQueries(props: Props) {
    return (
      <QueryClientProvider client={queryClient}>
        <Page {...props} />
      </QueryClientProvider>
    )
  }
}
