import { type Cents, max } from '../../money/cents.ts'
import type { LocalDate } from '../../calendar/local-date.ts'
import type { GivenNotice } from './notice-timing.ts'

/** A debit of which the borrower was told before: its day, its amount now, and what was agreed for it. */
interface AnnouncedDebit {
  readonly effectiveDate: LocalDate
  readonly amount: Cents
  /** Null where no authorization names it. */
  readonly agreed: Cents | null
  /** For whatever amount, in their order. */
  readonly notices: readonly GivenNotice[]
  readonly hasPaidBeside: boolean
}

/**
 * How the amount of a debit stands beside what its borrower was last told of that day. `smallerUntold` and
 * `largerUntold`: told of another; `largerAgain`: told of a smaller one, then of this.
 */
export type ToldAmount = 'asTold' | 'smallerUntold' | 'largerUntold' | 'largerAgain'

const toldOf = ({ notices, effectiveDate }: AnnouncedDebit): readonly GivenNotice[] =>
  notices.filter((notice) => notice.effectiveDate === effectiveDate)

/** Source: domain.md §14, "a debit's amount changes after it was announced". */
export function toldAmount(debit: AnnouncedDebit): ToldAmount {
  const { amount, agreed, hasPaidBeside } = debit
  const told = toldOf(debit)
  const last = told.at(-1)
  if (last === undefined)
    return hasPaidBeside && agreed !== null && amount < agreed ? 'smallerUntold' : 'asTold'
  if (last.amount !== amount) return amount < last.amount ? 'smallerUntold' : 'largerUntold'
  return told.some((one) => one.amount < amount) ? 'largerAgain' : 'asTold'
}

/** The notices of a debit's amount that went out after the borrower was told of a smaller one. */
export function toldAnew(debit: AnnouncedDebit): readonly GivenNotice[] {
  const told = toldOf(debit)
  const smaller = told.findLastIndex(({ amount }) => amount < debit.amount)
  return told.slice(smaller + 1).filter(({ amount }) => amount === debit.amount)
}

/**
 * The amount by which the notices of a debit are judged. Made smaller by the borrower's own payment, it goes as it was
 * announced, or agreed where no notice was due yet; any other amount needs a notice of its own. Our policy, for counsel to
 * confirm. Source: domain.md §14.
 */
export function judgedAmount(debit: AnnouncedDebit): Cents {
  const { amount, agreed, hasPaidBeside } = debit
  if (!hasPaidBeside) return amount
  const [first, ...others] = toldOf(debit)
  if (first === undefined) return agreed === null ? amount : max(amount, agreed)
  return others.reduce((most, one) => max(most, one.amount), max(amount, first.amount))
}
