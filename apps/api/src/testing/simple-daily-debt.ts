import { daysBetween, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { assert } from '@dolphin/domain/assert'

/** What changes a debt: money of the borrower, or a fee that is charged. Amounts in cents. */
export interface DebtEvent {
  readonly on: string
  readonly paid?: bigint
  readonly fee?: bigint
}

const BASIS_POINTS_A_YEAR = 10_000n * 365n

/**
 * What ends a debt on a day, in cents, worked out by this test tool alone: actual days over 365 on the principal, half-up
 * to cents each time, payments to fees, interest and principal in that order. Source: domain.md §7 and §14.
 */
export function owedOn(
  { principal, since, rate }: { readonly principal: bigint; readonly since: string; readonly rate: bigint },
  events: readonly DebtEvent[],
  day: string,
): bigint {
  let [left, interest, fees, accrued] = [principal, 0n, 0n, since]
  const accrueTo = (to: string): void => {
    const stretch = left * rate * BigInt(daysBetween(dayOf(accrued), dayOf(to)))
    interest += (2n * stretch + BASIS_POINTS_A_YEAR) / (2n * BASIS_POINTS_A_YEAR)
    accrued = to
  }
  for (const { on, paid = 0n, fee = 0n } of events) {
    accrueTo(on)
    fees += fee
    const toFees = paid < fees ? paid : fees
    const toInterest = paid - toFees < interest ? paid - toFees : interest
    fees -= toFees
    interest -= toInterest
    left -= paid - toFees - toInterest
  }
  accrueTo(day)
  return left + interest + fees
}

function dayOf(day: string) {
  const date = parseLocalDate(day)
  assert(date !== undefined, `${day} is a date`)
  return date
}
