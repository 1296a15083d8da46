/** Names of values that a page may have sent and that no reader needs here. */
const SECRET_NAMES = /ssn|password|token|account|routing|birth|email|phone|address|name$/i
const EMAIL = /([A-Za-z0-9])[A-Za-z0-9._%+-]*@([A-Za-z0-9.-]+)/g
/** Social Security numbers and telephone numbers in groups, and any long run of digits. */
const NUMBERS = /\b(\d{3}-\d{2}-\d{4}|\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}|\d{9,17})\b/g
const LONGEST_PLAIN_NUMBER = 99_999_999

const MASK = '••••'

/**
 * Facts as an employee may read them. The server writes none with personal data; what pages reported, and what
 * a mistake let through, is masked: by the name it stands under, and by its looks.
 */
export function maskedFacts(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      SECRET_NAMES.test(name) && value !== null && value !== '' ? MASK : maskedValue(value),
    ]),
  )
}

function maskedValue(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(EMAIL, `$1${MASK}@$2`).replace(NUMBERS, MASK)
  if (typeof value === 'number') return Math.abs(value) > LONGEST_PLAIN_NUMBER ? MASK : value
  if (Array.isArray(value)) return value.map(maskedValue)
  if (typeof value === 'object' && value !== null) return maskedFacts(value as Record<string, unknown>)
  return value
}
