import type { Cents } from '../money/cents.ts'
import { formatCurrency } from '../money/currency-format.ts'
import type { NextPayment } from '../servicing/next-payment.ts'
import { longDate } from './long-date.ts'

/** What a document says of a loan's next payment. */
export type DocumentNextPayment = Pick<NextPayment, 'date' | 'total' | 'parts'>

interface Fact {
  readonly label: string
  readonly value: string
}

/** The next payment with its parts, where there is more than one; nothing where none is to come. */
export function nextPaymentFacts(next: DocumentNextPayment | undefined): readonly Fact[] {
  if (next === undefined) return []
  const amounts = next.parts.map(({ amount }) => formatCurrency(amount)).join(' + ')
  const parts = next.parts.length > 1 ? ` (${amounts})` : ''
  return [{ label: 'Next payment', value: `${formatCurrency(next.total)} on ${longDate(next.date)}${parts}` }]
}

/** What is past due; nothing where nothing is. */
export const pastDueFacts = (pastDue: Cents): readonly Fact[] =>
  pastDue === 0n ? [] : [{ label: 'Past due', value: formatCurrency(pastDue) }]
