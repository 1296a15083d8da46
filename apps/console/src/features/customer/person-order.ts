import type { PersonAct } from '@dolphin/domain/servicing/acts/codes'
import type { CallInput } from '../../calls/call.ts'
import { actText } from './act-messages.ts'

type Body = CallInput<'previewFileAct'>['body']
export type PersonOrder = Extract<Body, { readonly act: PersonAct }>
type Right = CallInput<'correctPerson'>['body']['right']

/** What is right, field by field; what stays is left empty. */
export interface TypedPerson {
  readonly firstName: string
  readonly middleName: string
  readonly lastName: string
  readonly birthDate: string
  readonly ssn: string
  readonly street: string
  readonly unit: string
  readonly city: string
  readonly state: string
  readonly zip: string
}

export type PersonField = keyof TypedPerson

export const NO_PERSON: TypedPerson = {
  firstName: '',
  middleName: '',
  lastName: '',
  birthDate: '',
  ssn: '',
  street: '',
  unit: '',
  city: '',
  state: '',
  zip: '',
}

/** The fields of a correction, in their order. */
export const PERSON_FIELDS = Object.keys(NO_PERSON) as PersonField[]

export const isPersonField = (field: string): field is PersonField => Object.hasOwn(NO_PERSON, field)

const ADDRESS: readonly PersonField[] = ['street', 'city', 'state', 'zip']

const FORMS: Readonly<Partial<Record<PersonField, { readonly form: RegExp; readonly words: string }>>> = {
  ssn: { form: /^\d{9}$/, words: actText.ssnWrong },
  state: { form: /^[A-Z]{2}$/, words: actText.stateWrong },
  zip: { form: /^\d{5}$/, words: actText.zipWrong },
}

const isTyped = (typed: TypedPerson, field: PersonField): boolean => typed[field].trim() !== ''

/** What is missing or wrong in a correction; an address is corrected whole. */
export function personFaults(typed: TypedPerson): Readonly<Partial<Record<PersonField, string>>> {
  if (!PERSON_FIELDS.some((field) => isTyped(typed, field))) return { firstName: actText.rightMissing }
  const hasAddress = [...ADDRESS, 'unit' as const].some((field) => isTyped(typed, field))
  const faults = PERSON_FIELDS.flatMap((field) => {
    if (!isTyped(typed, field))
      return hasAddress && ADDRESS.includes(field) ? [[field, actText.addressWhole]] : []
    const rule = FORMS[field]
    return rule === undefined || rule.form.test(typed[field].trim()) ? [] : [[field, rule.words]]
  })
  return Object.fromEntries(faults) as Readonly<Partial<Record<PersonField, string>>>
}

/** What is right, as the server takes it. */
export function rightOf(typed: TypedPerson): Right {
  const said = (field: PersonField) => typed[field].trim()
  const plain = (['firstName', 'middleName', 'lastName', 'birthDate', 'ssn'] as const).filter((field) =>
    isTyped(typed, field),
  )
  const address = {
    street: said('street'),
    unit: said('unit'),
    city: said('city'),
    // The server knows the states, and refuses what is none.
    state: said('state'),
    zip: said('zip'),
  }
  return {
    ...Object.fromEntries(plain.map((field) => [field, said(field)])),
    ...(isTyped(typed, 'street') && { address }),
  }
}
