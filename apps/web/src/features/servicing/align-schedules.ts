import { centsOf } from '../../app/wire-text.ts'
import type { ChangeResult } from './change-call.ts'

type Row = ChangeResult['newSchedule'][number]

/** One day on which either schedule has a payment. */
export interface AlignedDay {
  readonly date: string
  /** What the new schedule pays on it. */
  readonly paid: Row | undefined
  /** Principal left after the day with the change and without, in whole cents. */
  readonly after: number
  readonly before: number
}

/** Both schedules over the same days, each carrying its balance over days on which only the other pays. */
export function alignSchedules(old: readonly Row[], changed: readonly Row[]): readonly AlignedDay[] {
  const dates = [...new Set([...old, ...changed].map(({ dueDate }) => dueDate))].toSorted()
  let before = startBalance(old) ?? 0
  let after = startBalance(changed) ?? 0
  return dates.map((date) => {
    const paid = changed.findLast(({ dueDate }) => dueDate === date)
    const unchanged = old.findLast(({ dueDate }) => dueDate === date)
    if (paid !== undefined) after = centsOf(paid.balanceAfter)
    if (unchanged !== undefined) before = centsOf(unchanged.balanceAfter)
    return { date, paid, after, before }
  })
}

/** The principal before the first payment, in whole cents. */
export function startBalance(rows: readonly Row[]): number | undefined {
  const [first] = rows
  return first === undefined ? undefined : centsOf(first.balanceAfter) + centsOf(first.principal)
}
