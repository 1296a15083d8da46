/**
 * Control characters, line breaks among them; what turns the direction of the text behind it; brackets of HTML; an address
 * with its scheme. Marks that real text of right-to-left scripts has (U+200E, U+200F, U+061C) are none of these.
 */
const NEVER_TYPED = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069<>]|:\/\//u

/** Whether a text is one line that shows as it was typed, wherever it is shown. Source: docs/security.md T13. */
export const isPlainLine = (text: string): boolean => !NEVER_TYPED.test(text)

const HIDDEN = /(?![\n\t])\p{Cc}|[\u2028\u2029\u202A-\u202E\u2066-\u2069]/u

/**
 * Whether a text of several lines shows as it was typed: no control characters but line feeds and tabs, and nothing that
 * turns the direction of the text behind it. It is shown as text, so brackets and addresses may stand in it. Source:
 * docs/security.md T13.
 */
export const isWrittenText = (text: string): boolean => !HIDDEN.test(text)

/** A text whose lines end with a line feed alone; programs end them in several ways. Source: Unicode Standard Annex 14. */
export const withLineFeeds = (text: string): string => text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')

/**
 * `www.`; four letters before a dot and a word; two before a dot and a word of two, as of countries; and the endings that are
 * seen most. `St.James`, `J.R.`, `J.Li` and `Ma.Teresa` are none.
 */
const WEB_ADDRESS =
  /(?:^|\P{L})www\.|\p{L}{4}\.\p{L}{2}|\p{L}{2}\.\p{L}{2}(?![\p{L}\p{M}.])|\p{L}\.(?:com|net|org|info|biz|app|dev|xyz|top|shop|site|store|online|click|link|live|club|icu|pro)(?![\p{L}\p{M}.])/iu

/** Whether mail programs would make a link of a part of a person's name. */
export const namesWebAddress = (name: string): boolean => WEB_ADDRESS.test(name)
