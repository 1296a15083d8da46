import { addDays, formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { assert } from '@dolphin/domain/assert'
import { generatedSsn } from '../generated-ssn.ts'
import type { Person } from '../simulator/newcomers.ts'

/** No two first names begin alike where they meet one last name, so that Find tells people apart by both. */
const FIRST_NAMES = (
  'Maya Luis Priya Owen Tessa Marcus Ines Caleb Yuki Dolores Amir Grace Hector Nadia Wesley ' +
  'Rosa Felix Joan Kofi Lena Sam Vera Theo Zoe Paolo Edith Bao Quinn Ursula Ivan'
).split(' ')
/** Made up, so that none is taken for a person. */
const LAST_NAMES = (
  'Sample Example Specimen Placeholder Fixture Testerman Demoson Mockley Fictional Standin ' +
  'Imaginary Pretend Makebelieve Notional Madeup'
).split(' ')
const STREETS = ['Elm Street', 'Harbor Road', 'Mill Lane', 'Orchard Avenue', 'Quarry Street']
const TOWNS = [
  { city: 'Wilmington', zip: '19801' },
  { city: 'Dover', zip: '19901' },
  { city: 'Newark', zip: '19711' },
  { city: 'Middletown', zip: '19709' },
]
const EMPLOYERS = ['Sample Works Inc', 'Example Foods', 'Specimen Clinic', 'Fixture Freight', 'Demo Schools']
/** Users of the sandbox bank who qualify. */
const BANK_USERS = ['user_good', 'user_lenders', 'user_good']

const at = <Item>(items: readonly Item[], place: number): Item => {
  const item = items[place % items.length]
  assert(item !== undefined, 'there is one at each place')
  return item
}

/** A local number that is reserved for fiction: 555-0100 to 555-0199. */
const phoneOf = (index: number): string => `(302) 555-0${100 + (index % 100)}`

const MONTHS = 12
const SAFE_DAYS = 28
const YOUNGEST = 2003
const AGES = 40

function birthDateOf(index: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${YOUNGEST - ((index * 7) % AGES)}-${two(1 + (index % MONTHS))}-${two(1 + ((index * 5) % SAFE_DAYS))}`
}

/** A payday every two weeks, so that the newest one before a day is known. */
const PAY_EVERY = 14
const lastPaydayBefore = (day: LocalDate): LocalDate => addDays(day, -(1 + (day % PAY_EVERY)))

/**
 * The borrower of a demonstration who comes as the nth, from 0: made up, each with a name, an address and a birth date of
 * their own. `comes` is a day about which they come: their paydays are told by it.
 */
export function personOf(index: number, comes: LocalDate): Person {
  const firstName = at(FIRST_NAMES, index)
  const lastName = at(LAST_NAMES, index + Math.floor(index / FIRST_NAMES.length))
  const email = `${firstName}.${lastName}${index < FIRST_NAMES.length ? '' : index}@example.com`.toLowerCase()
  const street = `${1 + ((index * 17) % 240)} ${at(STREETS, index)}`
  return {
    email,
    name: { firstName, middleName: '', lastName },
    personal: {
      firstName,
      lastName,
      birthDate: birthDateOf(index),
      ssn: generatedSsn(index),
      email,
      cellPhone: phoneOf(index),
      street,
      ...at(TOWNS, index),
    },
    employment: { employerName: at(EMPLOYERS, index), lastPayday: formatLocalDate(lastPaydayBefore(comes)) },
    bankUser: at(BANK_USERS, index),
  }
}
