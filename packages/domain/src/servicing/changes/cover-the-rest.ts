import type { LocalDate } from '../../calendar/local-date.ts'
import { type Cents, cents } from '../../money/cents.ts'
import type { InstallmentDate } from '../../schedule/installment.ts'
import type { ChangeBasis } from './change-basis.ts'
import { levelAmount, paymentOn, calculateTargets, type TargetPayment } from './target-payments.ts'

/** What a changed schedule may be made longer by. */
export interface Longer {
  /** The usual payment. */
  readonly regular: Cents
  /** Dates after the last, soonest first, as far as the product allows. */
  readonly further: readonly InstallmentDate[]
  /** Payments up to this day stay as they are. */
  readonly fixedUntil: LocalDate
}

/**
 * The payments made to cover all that is owed: what is left over goes into the last one while it is less than half
 * a usual payment (the last takes the rounding, domain.md §7), else one more date is added and it is tried again.
 * Where the product's term reaches no further, the payments are levelled over the dates there are. Null where that
 * is none, or asks for more than twice a usual payment.
 */
export function coverTheRest(
  basis: ChangeBasis,
  target: readonly TargetPayment[],
  { regular, further, fixedUntil }: Longer,
): TargetPayment[] | null {
  const payments = target.toSorted((left, right) => left.dueDate - right.dueDate)
  const end = payments.at(-1)?.dueDate
  const dates = further.filter(({ dueDate }) => end === undefined || dueDate > end).values()
  for (;;) {
    const { uncovered } = calculateTargets(basis, payments)
    const last = payments.at(-1)
    if (uncovered === 0n) return payments
    if (last !== undefined && 2n * uncovered <= regular) {
      payments[payments.length - 1] = paymentOn(last, cents(last.amount + uncovered))
      return payments
    }
    const next = dates.next()
    if (next.done === true) return levelled(basis, payments, { regular, fixedUntil })
    payments.push(paymentOn(next.value, regular))
  }
}

const MOST_TIMES_REGULAR = 2n

function levelled(
  basis: ChangeBasis,
  payments: readonly TargetPayment[],
  { regular, fixedUntil }: Omit<Longer, 'further'>,
): TargetPayment[] | null {
  const kept = payments.filter(({ dueDate }) => dueDate <= fixedUntil)
  const dates = payments.filter(({ dueDate }) => dueDate > fixedUntil)
  const amount = levelAmount(basis, { kept, dates })
  if (dates.length === 0 || amount > MOST_TIMES_REGULAR * regular) return null
  return [...kept, ...dates.map((date) => paymentOn(date, amount))]
}
