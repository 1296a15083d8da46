import type { CallValue } from '../../api-client/call.ts'
import { payoutText } from './messages.ts'

type Loan = CallValue<'listDisbursementLoan'>['loans'][number]

/** The APR of what will be collected, and the signed one where they differ, as a row of a summary. */
export function aprRows({ apr, signedApr }: Pick<Loan, 'apr' | 'signedApr'>) {
  if (apr === null) return []
  const value =
    signedApr === null ? payoutText('aprOf', { apr }) : payoutText('aprSigned', { apr, signed: signedApr })
  return [{ label: payoutText('apr'), value }]
}
