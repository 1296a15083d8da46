import { useQuery } from '@tanstack/react-query'
import { reads } from '../../api-client/with-queries.tsx'

/** The customer's newest loan, which a coupon could be used on or is on; `read` turns true when that is known. */
export function useOwnLoan() {
  const query = useQuery(reads('listDisbursementLoan', {}))
  return { query, loan: query.data?.loans[0], read: !query.isPending }
}
