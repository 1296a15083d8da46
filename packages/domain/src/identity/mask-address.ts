/** "jordan@example.com" → "j•••@example.com": enough for its owner to recognize, not for a stranger to learn. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${email.slice(0, 1)}•••${email.slice(at)}`
}

/** "3025550147" → "(•••) •••-0147". */
export function maskPhone(digits: string): string {
  return `(•••) •••-${digits.slice(-4)}`
}
