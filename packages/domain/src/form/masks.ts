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
 * The stored form of a masked field: punctuation and spaces go, anything else stays, so that a letter is
 * refused by the field's rule instead of being silently dropped. A leading +1 of a phone is dropped.
 */
export function unmask(mask: MaskName, typed: string): string {
  const kept = typed.replace(/[\s()+.\-\u2010-\u2015]/g, '')
  return mask === 'phone' && /^1\d{10}$/.test(kept) ? kept.slice(1) : kept
}
