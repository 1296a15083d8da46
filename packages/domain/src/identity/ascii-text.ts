import anyAscii from 'any-ascii'

/** Every sign that keyboards and documents put for an apostrophe, the Hawaiian ʻokina among them. */
const APOSTROPHES = /[’‘ʼʻ`´]/gu

/**
 * Text in ASCII by transliteration, so that no letter is lost: Łukasz → Lukasz, Đặng → Dang, Weiß → Weiss.
 *
 * Source: design/domain.md §14 "Names".
 */
export const asciiText = (text: string): string => anyAscii(text.normalize('NFC').replace(APOSTROPHES, "'"))
