/** "jordan@example.com" → "j•••@example.com": enough for its owner to recognize, not for a stranger to learn. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${email.slice(0, 1)}•••${email.slice(at)}`
}

/** "3025550147" → "(•••) •••-0147". */
export function maskPhone(digits: string): string {
  return `(•••) •••-${digits.slice(-4)}`
}

/** "1990-05-17" → "1990-••-••": the year alone. */
export const maskBirthDate = (day: string): string => `${day.slice(0, 4)}-••-••`

/** "12 Elm Street" → "•••••": a house number with the first letter names a home in a small town. */
export const maskStreet = (): string => '•••••'

/** A phone or an email address, whichever it is. */
export const maskContact = (value: string): string =>
  value.includes('@') ? maskEmail(value) : maskPhone(value)
