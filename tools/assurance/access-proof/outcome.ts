import type { Database } from '@dolphin/database/driver/open'
import type { AccessCell } from './cells.ts'
import type { FilterSwitch } from './filter-switch.ts'

/** What came of a cell: every value of the answer, and whose rows were changed, each under its place. */
export type Outcome = ReadonlyMap<string, string>

interface Ground {
  readonly database: Database
  readonly filters: FilterSwitch
  /** The query of rowDigests. */
  readonly digests: string
}

/** Sends a cell's request, notes what came of it, and takes everything back. */
export async function outcomeOf({ database, filters, digests }: Ground, cell: AccessCell): Promise<Outcome> {
  const before = cell.writes ? await states(database, digests) : new Map<string, string>()
  filters.beginUndoable()
  try {
    const outcome = new Map<string, string>()
    const answer = await cell.send().catch((error: unknown) => ({ thrown: String(error) }))
    flatten(answer, '', outcome)
    if (cell.writes) {
      const after = await states(database, digests)
      for (const [whose, state] of before) {
        const now = after.get(whose)
        if (now === state) continue
        outcome.set(`rows of ${whose}`, 'changed')
        outcome.set(`rows of ${whose} in all`, String(now))
      }
    }
    return outcome
  } finally {
    await filters.undo()
  }
}

async function states(database: Database, digests: string): Promise<Map<string, string>> {
  const { rows } = await database.executeSql(digests)
  return new Map((rows as { whose: string; state: string }[]).map(({ whose, state }) => [whose, state]))
}

function flatten(value: unknown, place: string, into: Map<string, string>): void {
  if (value === null || typeof value !== 'object') into.set(place, JSON.stringify(value) ?? 'undefined')
  else for (const [key, part] of Object.entries(value)) flatten(part, `${place}/${key}`, into)
}

/** What two runs of the same cell agree on; ids and codes made anew each time are left out. */
export function steady(one: Outcome, other: Outcome): Outcome {
  return new Map([...one].filter(([place, value]) => other.get(place) === value))
}

/** The first place at which an outcome is not as it has to be; undefined where it is. */
export function firstDifference(
  expected: { readonly steady: Outcome; readonly places: ReadonlySet<string> },
  found: Outcome,
): string | undefined {
  for (const [place, value] of expected.steady) {
    if (found.get(place) !== value) return `${place}: ${found.get(place) ?? 'missing'} instead of ${value}`
  }
  for (const [place, value] of found) if (!expected.places.has(place)) return `${place}: ${value} is too much`
  return undefined
}
