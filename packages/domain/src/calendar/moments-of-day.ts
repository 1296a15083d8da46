import { instantOf, type TimeOfDay, dateIn } from '../time/new-york.ts'
import { addDays } from './local-date.ts'

/** A time that comes once a day, in a zone. */
export interface MomentOfDay extends TimeOfDay {
  readonly timeZone: string
}

/** The instants of these moments after one instant and before another, in order, each once; at most so many. */
export function momentsBetween(
  moments: readonly MomentOfDay[],
  from: Date,
  to: Date,
  most: number,
): readonly Date[] {
  const found: number[] = []
  for (const { timeZone, ...time } of moments) {
    let day = dateIn(from, timeZone)
    for (let count = 0; count <= most; day = addDays(day, 1)) {
      const at = instantOf(day, time, timeZone)
      if (at >= to) break
      if (at <= from) continue
      found.push(at.getTime())
      count += 1
    }
  }
  return [...new Set(found)]
    .toSorted((left, right) => left - right)
    .slice(0, most)
    .map((ms) => new Date(ms))
}
