import type { FormAnswers } from '@dolphin/domain/form/form-value'

const IDS = new WeakMap<FormAnswers, number>()
let last = 0

/** What tells a row from the others while it is edited: its place changes when a row before it goes. */
export function rowId(row: FormAnswers): number {
  const known = IDS.get(row)
  if (known !== undefined) return known
  last += 1
  IDS.set(row, last)
  return last
}

/** The row after an edit is the same row. */
export function withIdOf(before: FormAnswers, after: FormAnswers): FormAnswers {
  IDS.set(after, rowId(before))
  return after
}
