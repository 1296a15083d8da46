import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'

/** Rows under their headings, columns as wide as their widest cell: for people at a terminal. */
export function textTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return 'Nothing.'
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** An instant of any offset as "2026-03-03 10:00", in New York, the time of the desk and of the batches. */
export const shortInstant = (instant: string): string =>
  isoInZone(new Date(instant), NEW_YORK).slice(0, 16).replace('T', ' ')
