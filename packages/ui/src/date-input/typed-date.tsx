const MONTHS = [
  'jan|enero|ene',
  'feb|febrero',
  'mar|marzo',
  'apr|abril|abr',
  'may|mayo',
  'jun|junio',
  'jul|julio',
  'aug|agosto|ago',
  'sep|septiembre|setiembre|set',
  'oct|octubre',
  'nov|noviembre',
  'dec|diciembre|dic',
].map((names) => new RegExp(`^(?:${names})`, 'i'))

/** The text of a wire date ("2026-03-09" → "03/09/2026"); anything else stays as it is. */
export function typedDate(value: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  return parts ? `${parts[2]}/${parts[3]}/${parts[1]}` : value
}

/**
 * The wire date of a whole typed date, as people write it: "3/9/2026", "03-09-2026", "03092026", "March 9, 2026",
 * "9 de marzo de 2026" → "2026-03-09". Month first, as in the United States; two digits of a year are not enough.
 * Anything else stays as it is, so that nothing typed is lost.
 */
export function wireDate(text: string): string {
  const written = text.trim()
  const numbers =
    /^(\d{1,2})\s?[/.\s-]\s?(\d{1,2})\s?[/.\s-]\s?(\d{4})$/.exec(written) ??
    /^(\d\d)(\d\d)(\d{4})$/.exec(written)
  if (numbers) return wireOf(text, Number(numbers[1]), numbers[2], numbers[3])
  const monthFirst = /^(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/iu.exec(written)
  if (monthFirst) return wireOf(text, monthOf(monthFirst[1]), monthFirst[2], monthFirst[3])
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?\s+(?:de\s+)?(\p{L}{3,})\.?,?\s+(?:de\s+)?(\d{4})$/iu.exec(
    written,
  )
  if (dayFirst) return wireOf(text, monthOf(dayFirst[2]), dayFirst[1], dayFirst[3])
  return text
}

const monthOf = (name = ''): number => MONTHS.findIndex((names) => names.test(name)) + 1

function wireOf(typed: string, month: number, day = '', year = ''): string {
  if (month === 0 || Number(day) === 0) return typed
  return `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
}

/**
 * Adds slashes for users who type only digits, as a phone's number keys have no slash. Only while more is typed at the
 * end: a correction in the middle keeps its place.
 */
export function withSlashes(before: string, text: string, caret: number | null): string {
  if (caret !== text.length || text.length <= before.length) return text
  if (!/^(?:\d{3,8}|\d\d\/\d{3,6})$/.test(text)) return text
  const digits = text.replace('/', '')
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== '').join('/')
}
