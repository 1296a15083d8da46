import { LATIN_NAME } from '@dolphin/domain/form/rules/account'
import { namesWebAddress } from '@dolphin/domain/identity/plain-line'
import { z } from 'zod'
import { personal } from '../personal-fields.ts'
import { plainLine, text, usState } from '../wire.ts'

const NOT_LATIN = 'Write the name in Latin letters, as on your bank account'
const NO_WEB_ADDRESS = 'Write the name alone, without a web address'
const isLatinOrEmpty = (part: string): boolean => part === '' || LATIN_NAME.test(part)
/** A part of a name that mails greet with. */
const namePart = () =>
  text(60)
    .refine(isLatinOrEmpty, NOT_LATIN)
    .refine((part) => !namesWebAddress(part), NO_WEB_ADDRESS)

export const personName = z.strictObject({
  firstName: namePart().min(1, "First name can't be empty"),
  middleName: namePart(),
  lastName: namePart().min(1, "Last name can't be empty"),
})

/** A name as it is on file; its parts are empty until they are given. */
export const knownName = z.strictObject({ firstName: text(60), middleName: text(60), lastName: text(60) })

/** An address that a person types. */
export const typedAddress = z.strictObject({
  street: plainLine(120),
  unit: plainLine(40),
  city: plainLine(80),
  state: usState,
  zip: plainLine(10),
})

export const address = z.strictObject({
  street: personal('street', text(120)),
  unit: personal('street', text(40)),
  city: text(80),
  state: usState,
  zip: text(10),
})
