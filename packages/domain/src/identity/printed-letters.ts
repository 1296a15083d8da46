/**
 * Parts of a character class: the letters of the Latin script in use today, with the accents written over and under them.
 * Documents print all of these in each of their fonts; a letter beyond them, such as one of full width, would keep a
 * borrower's agreement from being made. Source: design/domain.md §14 "Names".
 */
export const LETTERS = 'A-Za-z\u00AA\u00BA\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02AF\u1E00-\u1EF9'
export const ACCENTS = '\u0300-\u033F\u0358'
