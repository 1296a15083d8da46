import { DAY_MS } from '@dolphin/domain/time/durations'
/** What the product promises to keep to itself, by kind. */
export const KINDS = ['ssn', 'account', 'birthDate', 'phone', 'mail', 'street'] as const
export type Kind = (typeof KINDS)[number]

/** Somebody generated: every value is of this person alone and stands nowhere else on the machine. */
export interface CanaryPerson {
  readonly index: number
  readonly values: Readonly<Record<Kind, string>>
}

/** 555-01xx numbers are unassigned; these area codes give each person one. The lenders' own use 302. */
const AREA_CODES = [202, 203, 205, 305, 303, 304, 402, 404, 502, 503] as const
const NUMBERS_IN_AREA = 100
/** Whose values are looked for. */
export interface Valued {
  readonly index: number
  readonly values: Readonly<Partial<Record<Kind, string>>>
}

/** The sandbox bank has one checking account for everybody: loans that are signed are paid to it. */
export const AT_THE_BANK: Valued = { index: -1, values: { account: '000111222333' } }

/** As many people as there are unassigned telephone numbers. */
export const MOST_PEOPLE = AREA_CODES.length * NUMBERS_IN_AREA
/** Clear of the endings that the sandbox knows: 1111, 2222, 9999. */
const FIRST_SERIAL = 3_000
const FIRST_BIRTHDAY = Date.UTC(1961, 0, 1)

const digits = (value: number, length: number): string => String(value).padStart(length, '0')

/**
 * The person of a number from 0: SSN 527-71-3xxx, account 9047110 and six digits, born on a day of the sixties, a
 * telephone of 555-01xx, an example.com address and a house in a street that no other text of ours names.
 */
export function canaryPerson(index: number): CanaryPerson {
  if (index < 0 || index >= MOST_PEOPLE) throw new Error(`there are people 0 to ${MOST_PEOPLE - 1}`)
  const area = AREA_CODES[Math.floor(index / NUMBERS_IN_AREA)] ?? AREA_CODES[0]
  return {
    index,
    values: {
      ssn: `527-71-${FIRST_SERIAL + index}`,
      account: `9047110${digits(index, 6)}`,
      birthDate: new Date(FIRST_BIRTHDAY + index * DAY_MS).toISOString().slice(0, 10),
      phone: `(${area}) 555-01${digits(index % NUMBERS_IN_AREA, 2)}`,
      mail: `canary-${digits(index, 6)}@example.com`,
      street: `${14_000 + index} Canarienvogel Street`,
    },
  }
}
