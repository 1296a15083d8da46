import { asciiText } from '@dolphin/domain/identity/ascii-text'

/**
 * Text as an ACH field can hold it: letters beyond ASCII transliterated (Łukasz → Lukasz), controls dropped, cut to
 * the field, no blank at either end. May come out empty: the caller then needs another text.
 */
export const achText = (text: string, length: number): string =>
  asciiText(text)
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, length)
    .trimEnd()
