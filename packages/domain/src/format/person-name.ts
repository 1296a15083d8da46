/** First letter of each word raised, the rest as typed, so that McNamara and O'Brien stay. Source: design/security.md D6. */
export const capitalizeName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/^\p{L}/u, (letter) => letter.toLocaleUpperCase('en-US')))
    .join(' ')
