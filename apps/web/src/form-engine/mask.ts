import type { MaskitoOptions } from '@maskito/core'

/** Masks of product.md §9 and of dates: "0" is a digit, everything else stands as written. */
export const PHONE_MASK = '(000) 000-0000'
export const SSN_MASK = '000-00-0000'
export const DATE_MASK = '00/00/0000'
export const ZIP_MASK = '00000-0000'

const digits = (text: string): string => text.replace(/\D/g, '')
const capacity = (mask: string): number => mask.replace(/[^0]/g, '').length

/** A mask that lets digits through, puts the rest in, and survives typing in the middle, pasting and deleting. */
export function maskOptions(mask: string): MaskitoOptions {
  return {
    mask: ({ value }) => shape(mask, digits(value).length),
    preprocessors: [
      ({ elementState, data }) => ({ elementState, data: mask === PHONE_MASK ? withoutCountryCode(data) : data }),
      ({ elementState, data }) => ({
        elementState:
          mask === PHONE_MASK ? { ...elementState, value: withoutCountryCode(elementState.value) } : elementState,
        data,
      }),
    ],
  }
}

/** Digits of the full mask; a ZIP of five digits does not wait for its dash. */
function shape(mask: string, count: number): (string | RegExp)[] {
  const shown = mask === ZIP_MASK && count <= 5 ? mask.slice(0, 5) : mask
  const whole = mask === ZIP_MASK && count >= 5 ? mask : shown
  return Array.from(whole, (character) => (character === '0' ? /\d/ : character))
}

/** "+1 (212) 555-0142" and "12125550142" are the same ten digits; shorter text is left as typed. */
function withoutCountryCode(text: string): string {
  const typed = digits(text)
  return typed.length === capacity(PHONE_MASK) + 1 && typed.startsWith('1') ? typed.slice(1) : text
}

/** What is stored of a masked text: its digits (product.md §5). */
export const unmasked = (text: string): string => digits(text)

/** Stored digits as people read them; an incomplete answer is shown as far as it goes. */
export function masked(value: string, mask: string): string {
  let rest = digits(value)
  let text = ''
  for (const character of shape(mask, rest.length)) {
    if (rest === '') break
    if (typeof character === 'string') text += character
    else {
      text += rest.slice(0, 1)
      rest = rest.slice(1)
    }
  }
  return text
}
