import tokenBanks from './token-banks.json' with { type: 'json' }

/** What MX tells of a linked bank that says what its account numbers are. */
export type MxBank = {
  readonly name: string
  /** In MX's directory; undefined where the member does not say. */
  readonly code: string | undefined
  readonly isOauth: boolean
}

/**
 * Whether an account number is a token. MX does not say so: it is one where a bank links by OAuth and is known to give
 * tokens, or shows its customer other last digits than the number has. A token that was taken for the account's own
 * number would never be matched, and would die with the link; the other way around nothing is lost. Source:
 * docs/facts/vendors.md "MX".
 */
export const isTokenizedNumber = (
  { name, isOauth }: Pick<MxBank, 'name' | 'isOauth'>,
  { accountNumber, mask }: { readonly accountNumber: string; readonly mask: string },
): boolean => isOauth && (givesTokens(name) || (mask !== '' && !accountNumber.endsWith(mask)))

const letters = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, ' ')
    .trim()} `
const KNOWN = tokenBanks.names.map(letters)
const givesTokens = (name: string): boolean => KNOWN.some((known) => letters(name).includes(known))

/** The last digits that the bank shows to its customer; empty where it shows none. */
export const maskOf = (shown: string | undefined): string => /\d{1,4}$/u.exec(shown ?? '')?.[0] ?? ''
