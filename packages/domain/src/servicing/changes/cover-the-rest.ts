import { type Cents, cents } from '../../money/cents.ts'
import type { InstallmentDate } from '../../schedule/installment.ts'
import type { ChangeBasis } from './change-basis.ts'
import { reckon, type TargetPayment, paymentOn } from './target-payments.ts'

/** What a changed schedule may be made longer by. */
export interface Longer {
  /** The usual payment. */
  readonly regular: Cents
  /** Dates after the last, soonest first, as far as the product allows. */
  readonly further: readonly InstallmentDate[]
}

/**
 * The payments made to cover all that is owed: what is left over goes into the last one while it is less than half
 * a usual payment (the last takes the rounding, domain.md §7), else one more date is added and it is tried again.
 * Null where the product's term does not reach (our decision: no last payment above one and a half).
 */
export function coverTheRest(
  basis: ChangeBasis,
  target: readonly TargetPayment[],
  { regular, further }: Longer,
): TargetPayment[] | null {
  const payments = target.toSorted((left, right) => left.dueDate - right.dueDate)
  const end = payments.at(-1)?.dueDate
  const dates = further.filter(({ dueDate }) => end === undefined || dueDate > end).values()
  for (;;) {
    const { uncovered } = reckon(basis, payments)
    const last = payments.at(-1)
    if (uncovered === 0n) return payments
    if (last !== undefined && 2n * uncovered <= regular) {
      payments[payments.length - 1] = paymentOn(last, cents(last.amount + uncovered))
      return payments
    }
    const next = dates.next()
    if (next.done === true) return null
    payments.push(paymentOn(next.value, regular))
  }
}
