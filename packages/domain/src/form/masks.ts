/** Patterns of fields that are typed with punctuation and stored as digits; 0 stands for one digit. */
export const MASKS = {
  phone: '(000) 000-0000',
  ssn: '000-00-0000',
} as const

export type MaskName = keyof typeof MASKS

/** Digits laid into a pattern, 0 standing for one, as far as they go: "212" as "(212" while somebody types. */
export function applyMask(pattern: string, digits: string): string {
  let shown = ''
  let used = 0
  for (const slot of pattern) {
    if (used === digits.length) break
    shown += slot === '0' ? digits[used++] : slot
  }
  return shown
}

/**
 * The stored form of a masked field. A phone is its digits without a leading +1; text without any digit stays for the
 * rule to refuse. Of an SSN only punctuation and spaces go: its rule refuses a letter. Source: product.md §5.
 */
export function unmask(mask: MaskName, typed: string): string {
  if (mask === 'ssn') return typed.replace(/[\s()+.\-\u2010-\u2015]/g, '')
  const digits = typed.replace(/\D/g, '')
  return digits === '' ? typed : digits.replace(/^1(?=\d{10}$)/, '')
}
