import { type PlaceholderDataFunction, useQuery } from '@tanstack/react-query'
import { CallError, queryClient } from '../../api-client/with-queries.tsx'
import { type AskedChange, type ChangeResult, previewChange } from './change-call.ts'

const PREVIEW = 'changePreview'
const keyOf = (loanNo: string, asked: AskedChange | undefined) => [PREVIEW, loanNo, asked] as const

/**
 * What a change comes to. The figures stay as they were read until somebody asks for newer ones: a page that
 * follows by itself would let people confirm what they never saw.
 */
export function usePreview(
  loanNo: string,
  asked: AskedChange | undefined,
  options: { placeholderData?: PlaceholderDataFunction<ChangeResult> } = {},
) {
  return useQuery({
    ...options,
    queryKey: keyOf(loanNo, asked),
    enabled: asked !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async ({ signal }): Promise<ChangeResult> => {
      if (asked === undefined) throw new Error('a preview needs a change')
      const result = await previewChange(loanNo, asked, signal)
      if (!result.ok) throw new CallError(result.failure)
      return result.value
    },
  })
}

/** Keeps figures that were just worked out, for the page that shows them. */
export const cachePreview = (loanNo: string, asked: AskedChange, preview: ChangeResult): void => {
  queryClient.setQueryData(keyOf(loanNo, asked), preview)
}

/** After a change every figure read before may be wrong. */
export async function forgetFigures(): Promise<void> {
  queryClient.removeQueries({ queryKey: [PREVIEW] })
  await queryClient.invalidateQueries()
}
