/**
 * A name in letters of the Latin script with any accents; apostrophes (straight, curly, the Hawaiian ʻokina), hyphens
 * and dots inside; single spaces.
 *
 * Source: design/domain.md §14 "Names".
 */
export const LATIN_NAME =
  /^ʻ?\p{Script=Latin}[\p{Script=Latin}\p{M}'’ʻʼ.-]*(?: [\p{Script=Latin}\p{M}'’ʻʼ.-]+)*$/u
