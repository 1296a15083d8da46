import { LATIN_NAME } from '@dolphin/domain/identity/latin-name'
import { z } from 'zod'
import { text, usState } from '../wire.ts'

/** Also empty, which the parts that are needed refuse with their own words. */
const namePart = text(60).regex(
  new RegExp(`^$|${LATIN_NAME.source}`, 'u'),
  'Write the name in Latin letters, as on your bank account',
)

export const personName = z.strictObject({
  firstName: namePart.min(1, "First name can't be empty"),
  middleName: namePart,
  lastName: namePart.min(1, "Last name can't be empty"),
})

export const address = z.strictObject({
  street: text(120),
  unit: text(40),
  city: text(80),
  state: usState,
  zip: text(10),
})
