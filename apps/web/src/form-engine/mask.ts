import { applyMask, MASKS, type MaskName, unmask } from '@dolphin/domain/form/masks'

/** A pattern of digits ("0") and what stands between them. */
export type Pattern = string

export const PHONE_PATTERN: Pattern = MASKS.phone

/** Text in a field with the place of the caret. */
export interface TypedText {
  readonly text: string
  readonly caret: number
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** The pattern of a mask that a definition names. */
export const patternOf = (mask: MaskName): Pattern => MASKS[mask]

/** Stored digits laid into a pattern as far as they go. */
export function laidOut(pattern: Pattern, stored: string): string {
  return applyMask(pattern, digitsOf(stored))
}

/**
 * What a field shows after an input: the digits in their pattern, the caret behind the digit it stood behind.
 * Where only something between digits was deleted, the digit beyond it goes, or the key would do nothing. A
 * pasted phone may carry +1, which is dropped before the pattern could cut off its last digit; a typed phone may
 * begin with 1, which no area code does.
 *
 * `deleted` says on which side of the caret a key deleted; null for everything else.
 */
export function masked(
  pattern: Pattern,
  before: string,
  { text, caret }: TypedText,
  deleted: 'backward' | 'forward' | null = null,
): TypedText {
  const typed = digitsOf(text)
  let digits = pattern === PHONE_PATTERN ? withoutCountryCode(typed, before === '') : typed
  let ahead = Math.max(0, digitsOf(text.slice(0, caret)).length - (typed.length - digits.length))
  if (deleted !== null && text.length < before.length && digits === digitsOf(before)) {
    const gone = deleted === 'backward' ? ahead - 1 : ahead
    digits = digits.slice(0, Math.max(0, gone)) + digits.slice(gone + 1)
    ahead = Math.min(ahead, Math.max(0, gone))
  }
  const shown = applyMask(pattern, digits)
  return { text: shown, caret: placeBehind(shown, ahead) }
}

/** The 1 goes from a whole number with it, and from the first digits of one; within an edit it may be passing. */
function withoutCountryCode(digits: string, isFirst: boolean): string {
  return isFirst ? digits.replace(/^1/, '') : unmask('phone', digits)
}

/** The place behind so many digits; at the end of what is typed, behind all that follows. */
function placeBehind(shown: string, count: number): number {
  if (count >= digitsOf(shown).length) return shown.length
  let seen = 0
  for (let place = 0; place < shown.length; place += 1) {
    if (seen === count && count > 0) return place
    if (/\d/.test(shown.charAt(place))) {
      if (count === 0) return place
      seen += 1
    }
  }
  return shown.length
}
