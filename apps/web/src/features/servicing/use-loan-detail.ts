import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reads } from '../../api-client/with-queries.tsx'
import type { LoanDetail } from './step-props.ts'

/** A loan with its newest transactions, and with all of them from when they are asked for. */
export function useLoanDetail(loanNo: string) {
  const [wholeOf, setWholeOf] = useState<string>()
  const query = wholeOf === loanNo ? { loanNo, history: 'all' as const } : { loanNo }
  const detail = useQuery({
    ...reads('paymentDetail', { query }),
    // What is shown stays while the rest is read, but never under another loan's number.
    placeholderData: (shown: LoanDetail | undefined) => (shown?.loanNo === loanNo ? shown : undefined),
  })
  const earlier = { show: () => setWholeOf(loanNo), isReading: detail.isPlaceholderData }
  return { detail, earlier }
}

export type EarlierTransactions = ReturnType<typeof useLoanDetail>['earlier']
