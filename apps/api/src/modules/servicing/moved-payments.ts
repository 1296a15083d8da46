import type { PaymentPlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import type { MovedPayment } from '@dolphin/domain/servicing/moved-payments'

interface StoredMove {
  readonly number: number
  readonly from: string
  readonly to: string
}

/** For the `disclosure` of a plan; movedPayments reads it back. */
export const movedPaymentsToStored = (moved: readonly MovedPayment[]): PaymentPlan['disclosure'] => ({
  movedPayments: moved.map(
    ({ number, from, to }): StoredMove => ({ number, from: formatLocalDate(from), to: formatLocalDate(to) }),
  ),
})

function dayOf(text: string): MovedPayment['from'] {
  const day = parseLocalDate(text)
  assert(day !== undefined, 'a stored day is a date')
  return day
}

/** The payments of a plan that the lender moved, as they were agreed and as they stand. */
export function movedPayments({ disclosure }: Pick<PaymentPlan, 'disclosure'>): readonly MovedPayment[] {
  const stored = disclosure['movedPayments'] as readonly StoredMove[] | undefined
  return (stored ?? []).map(({ number, from, to }) => ({ number, from: dayOf(from), to: dayOf(to) }))
}
