/** The text of a wire date as its month ("2019-03-01" → "03/2019"); anything else stays as it is. */
export function typedMonth(value: string): string {
  const parts = /^(\d{4})-(\d{2})-\d{2}$/.exec(value)
  return parts ? `${parts[2]}/${parts[1]}` : value
}

/**
 * The first day of a whole typed month, as people write it: "3/2019", "03-2019", "032019" → "2019-03-01". Of a whole date,
 * month first, its month counts. Anything else stays as it is, so that nothing typed is lost.
 */
export function wireMonth(text: string): string {
  const written = text.trim()
  const parts =
    /^(\d{1,2})\s?[/.\s-]\s?(\d{4})$/.exec(written) ??
    /^(\d\d)(\d{4})$/.exec(written) ??
    /^(\d{1,2})[/.-]\d{1,2}[/.-](\d{4})$/.exec(written)
  const month = Number(parts?.[1])
  return parts && month >= 1 && month <= 12 ? `${parts[2]}-${String(month).padStart(2, '0')}-01` : text
}

/** Adds the slash for who types only digits, while more is typed at the end: a phone's number keys have none. */
export function withSlash(before: string, text: string, caret: number | null): string {
  if (caret !== text.length || text.length <= before.length) return text
  return /^\d{3,6}$/.test(text) ? `${text.slice(0, 2)}/${text.slice(2)}` : text
}
