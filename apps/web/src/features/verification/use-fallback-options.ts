import { useQuery } from '@tanstack/react-query'
import type { CallValue } from '../../api-client/call.ts'
import { reads } from '../../api-client/with-queries.tsx'
import { bootData } from '../../app/boot.ts'
import type { ApplicationView } from '../applications/application-view.ts'

export type FallbackOptions = CallValue<'getProvider'>

/**
 * The provider of a loan's bank link, what is left besides, and the newest attempt; read again at every new status.
 * Undefined while it is read, null where it cannot be.
 */
export function useFallbackOptions({
  loanNo,
  ibvStatus,
}: ApplicationView): FallbackOptions | null | undefined {
  const { portfolioId } = bootData().portfolio
  const asked = reads('getProvider', { query: { portfolioId, loanNo } })
  const { data, isError } = useQuery({ ...asked, queryKey: [...asked.queryKey, ibvStatus] })
  return isError ? null : data
}
