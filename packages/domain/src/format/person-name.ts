/** A person's name as stored: as typed. */
export interface PersonName {
  readonly firstName: string
  readonly middleName?: string | undefined
  readonly lastName: string
}

/**
 * First letter of each word raised, the rest as typed, so that McNamara and O'Brien stay. Source:
 * design/security.md D6.
 */
export const capitalizeName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/^\p{L}/u, (letter) => letter.toLocaleUpperCase('en-US')))
    .join(' ')

/** The whole name for display: "Ada B. McNamara"-style order, missing parts left out. Never stored. */
export const formatPersonName = ({ firstName, middleName, lastName }: PersonName): string =>
  [firstName, middleName ?? '', lastName]
    .map(capitalizeName)
    .filter((part) => part !== '')
    .join(' ')
