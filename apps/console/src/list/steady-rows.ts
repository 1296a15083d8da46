import { useMemo, useState } from 'react'

interface Taken<Row> {
  readonly list: string
  readonly pages: number
  readonly rows: readonly Row[]
}

/** Whether a row is what the list held when it was last taken; `gone`: it is no longer in it. */
export type SteadyRow<Row> = Row & { readonly gone: boolean }

interface Fresh<Row> {
  /** Which list it is: another one is shown at once. */
  readonly list: string
  readonly rows: readonly Row[] | undefined
  readonly pages: number
  readonly keyOf: (row: Row) => string
}

const nothing = () => undefined
const NOTHING_TAKEN = { rows: undefined, newcomers: 0, take: nothing, drop: nothing }

/**
 * A list that does not move under the reader's hand: what comes in between waits until they ask for it, and what leaves
 * stays in its place.
 */
export function useSteadyRows<Row extends object>({ list, rows: fresh, pages, keyOf }: Fresh<Row>) {
  const [taken, setTaken] = useState<Taken<Row>>()
  const isStale = taken?.list !== list || taken.pages !== pages
  if (fresh !== undefined && isStale) setTaken({ list, pages, rows: fresh })
  const shown = useMemo(
    () => (fresh === undefined || taken?.list !== list ? undefined : steady(taken.rows, fresh, keyOf)),
    [fresh, taken, list, keyOf],
  )
  if (fresh === undefined || taken === undefined || shown === undefined) return NOTHING_TAKEN
  return {
    ...shown,
    take: () => setTaken({ list, pages, rows: fresh }),
    drop: (key: string) => setTaken({ list, pages, rows: taken.rows.filter((row) => keyOf(row) !== key) }),
  }
}

function steady<Row extends object>(
  taken: readonly Row[],
  fresh: readonly Row[],
  keyOf: (row: Row) => string,
) {
  const now = new Map(fresh.map((row) => [keyOf(row), row]))
  const known = new Set(taken.map(keyOf))
  const rows = taken.map((row): SteadyRow<Row> => {
    const present = now.get(keyOf(row))
    return { ...(present ?? row), gone: present === undefined }
  })
  return { rows, newcomers: fresh.filter((row) => !known.has(keyOf(row))).length }
}
