import { QueryClient } from '@tanstack/react-query'
import { type CallInput, type CallName, type CallValue, call } from './call.ts'
import type { CallFailure } from './call-failure.ts'

/** One cache for the pages behind sign-in; it is emptied at sign-out. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: true } },
})

/** Thrown inside a query only, because the library knows failures by exceptions. */
export class CallError extends Error {
  readonly failure: CallFailure
  constructor(failure: CallFailure) {
    super(failure.kind === 'refused' ? failure.data.message : failure.kind)
    this.failure = failure
  }
}

/** The options of a query that reads by one call: `useQuery(reads('listEmployee', {}))`. */
export function reads<Name extends CallName>(name: Name, input: CallInput<Name>) {
  return {
    queryKey: [name, input] as const,
    queryFn: async (): Promise<CallValue<Name>> => {
      const result = await call(name, input)
      if (!result.ok) throw new CallError(result.failure)
      return result.value
    },
  }
}

/** Why a query failed; undefined where it did not. */
export const failureOf = (error: unknown): CallFailure | undefined =>
  error === null || error === undefined
    ? undefined
    : error instanceof CallError
      ? error.failure
      : { kind: 'network' }
