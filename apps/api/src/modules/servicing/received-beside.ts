import type { PaymentPlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import { type Cents, moneyToWire, parseMoney } from '@dolphin/domain/money/cents'

/** What of a receipt a schedule counts on: so much of it covers no payment of the schedule as well. */
export interface ReceivedBeside {
  readonly transactionNo: string
  /** Whole cents. */
  readonly amount: Cents
}

interface Stored {
  readonly transactionNo: string
  readonly amount: string
}

/** For the `disclosure` of a plan; receivedBeside reads it back. */
export const receivedBesideToStored = (received: readonly ReceivedBeside[]): PaymentPlan['disclosure'] => ({
  receivedBeside: received.map(
    ({ transactionNo, amount }): Stored => ({ transactionNo, amount: moneyToWire(amount) }),
  ),
})

/** The receipts that made the schedule of a plan shorter. Source: domain.md §14. */
export function receivedBeside({ disclosure }: Pick<PaymentPlan, 'disclosure'>): readonly ReceivedBeside[] {
  const stored = (disclosure['receivedBeside'] ?? []) as readonly Stored[]
  return stored.map(({ transactionNo, amount: text }) => {
    const amount = parseMoney(text)
    assert(amount !== undefined, 'a stored amount is money')
    return { transactionNo, amount }
  })
}
