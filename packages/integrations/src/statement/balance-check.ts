import type { BalanceCheck } from '@dolphin/domain/verification/statement'
import type { ReadRow } from './read-row.ts'

/** Of the pairs of neighbors, how many agree with the amounts as read, and how many with every sign turned. */
export interface BalanceFit {
  readonly pairs: number
  readonly asRead: number
  readonly turned: number
}

/** Fewer pairs may agree by chance. */
const LEAST_PAIRS = 2
/** Some banks write the rows of one day in an order of their own: four in five have to agree. */
const [FITTING, OF] = [4, 5]

/** Holds the balance after each row, in the order of the file, against the amounts. */
export function balanceFit(rows: readonly ReadRow[]): BalanceFit {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return { pairs: 0, asRead: 0, turned: 0 }
  if (first.date < last.date) return fitOf(rows)
  if (first.date > last.date) return fitOf(rows.toReversed())
  const [down, up] = [fitOf(rows), fitOf(rows.toReversed())]
  return up.asRead > down.asRead ? up : down
}

function fitOf(oldestFirst: readonly ReadRow[]): BalanceFit {
  let [pairs, asRead, turned] = [0, 0, 0]
  for (const [at, { balance, amount }] of oldestFirst.entries()) {
    const before = oldestFirst[at - 1]?.balance
    if (balance === null || before === null || before === undefined) continue
    pairs += 1
    if (balance - before === amount) asRead += 1
    if (before - balance === amount) turned += 1
  }
  return { pairs, asRead, turned }
}

const fits = (agreeing: number, pairs: number): boolean =>
  pairs >= LEAST_PAIRS && agreeing * OF >= pairs * FITTING

/** What the balances say of the sides as read: right, turned around, neither, or nothing. */
export function sideByBalance({
  pairs,
  asRead,
  turned,
}: BalanceFit): 'asRead' | 'turned' | 'neither' | 'unknown' {
  if (pairs < LEAST_PAIRS) return 'unknown'
  if (fits(asRead, pairs)) return 'asRead'
  return fits(turned, pairs) ? 'turned' : 'neither'
}

/** For the person who judges the file: one whose balances do not follow from its amounts may be edited or not whole. */
export function balanceCheck({ pairs, asRead }: BalanceFit): BalanceCheck {
  if (pairs < LEAST_PAIRS) return 'none'
  return asRead === pairs ? 'agree' : 'disagree'
}
