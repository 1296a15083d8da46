import type { MaskitoOptions } from '@maskito/core'
import { MASKS, type MaskName, unmask } from '@dolphin/domain/form/masks'

/** A pattern of digits ("0") and what stands between them. */
export type Pattern = string

export const DATE_PATTERN: Pattern = '00/00/0000'
export const PHONE_PATTERN: Pattern = MASKS.phone

const digits = (text: string): string => text.replace(/\D/g, '')

/**
 * Lets digits through and puts the rest in, wherever the caret stands. A pasted phone may carry +1, which is
 * dropped before the pattern could cut off its last digit; a typed phone may begin with 1, which no area code does.
 */
export function maskOptions(pattern: Pattern): MaskitoOptions {
  const isPhone = pattern === PHONE_PATTERN
  const clean = (text: string) => (isPhone ? withoutCountryCode(text) : text)
  const beginsWithCountryCode = (before: string, typed: string) => isPhone && before === '' && typed === '1'
  return {
    mask: Array.from(pattern, (character) => (character === '0' ? /\d/ : character)),
    preprocessors: [
      ({ elementState, data }) => ({
        elementState: { ...elementState, value: clean(elementState.value) },
        data: beginsWithCountryCode(elementState.value, data) ? '' : clean(data),
      }),
    ],
  }
}

function withoutCountryCode(text: string): string {
  const national = unmask('phone', text)
  return digits(text).length > national.length ? national : text
}

/** Stored digits laid into a pattern as far as they go. */
export function laidOut(pattern: Pattern, stored: string): string {
  let rest = digits(stored)
  let shown = ''
  for (const slot of pattern) {
    if (rest === '') break
    shown += slot === '0' ? rest.slice(0, 1) : slot
    if (slot === '0') rest = rest.slice(1)
  }
  return shown
}

/** The pattern of a mask that a definition names. */
export const patternOf = (mask: MaskName): Pattern => MASKS[mask]
