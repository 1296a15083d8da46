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

/** "2026-03-03T10:00:00-05:00" as "2026-03-03 10:00". */
export const shortInstant = (instant: string): string => instant.slice(0, 16).replace('T', ' ')
