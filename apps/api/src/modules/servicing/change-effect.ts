import type { LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import type { CallReply } from '@dolphin/contract/call'
import type { cancelChangeCall } from '@dolphin/contract/servicing-changes'

type Effect = Pick<CallReply<typeof cancelChangeCall>, 'payment' | 'costDifference' | 'canceledPayments'>

/** What a saved change came to, out of the figures that were stored with it. */
export function effectOfChange({ result }: Pick<LoanChange, 'result'>): Effect {
  const { debit, expected, costDifference, deletedNumbers, newNumbers } = result
  return {
    payment: paymentOf(debit, 'quotedFor', 'us') ?? paymentOf(expected, 'by', 'borrower'),
    costDifference: typeof costDifference === 'string' ? costDifference : null,
    canceledPayments: Math.max(0, lengthOf(deletedNumbers) - lengthOf(newNumbers)),
  }
}

const lengthOf = (numbers: unknown): number => (Array.isArray(numbers) ? numbers.length : 0)

/** A stored payment, its day under that name; null where there is none. */
function paymentOf(stored: unknown, day: string, sentBy: 'us' | 'borrower'): Effect['payment'] {
  if (typeof stored !== 'object' || stored === null) return null
  const found = stored as Readonly<Record<string, unknown>>
  const [amount, date] = [found['amount'], found[day]]
  return typeof amount === 'string' && typeof date === 'string' ? { amount, date, sentBy } : null
}
