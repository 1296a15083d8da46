import { maskBirthDate, maskContact, maskEmail, maskPhone, maskStreet } from '../identity/mask-address.ts'
import type { StaffPermission } from './permissions.ts'

/**
 * Classes of personal fields that replies mark, each with the rights of which every one is needed to read it whole.
 * `answers` and `decision` are as the desk shows them, with birth date, phones and email masked; `wholeAnswers` and `document`
 * are as their borrower reads them. Source: docs/design/console.md, Permissions.
 */
export const PERSONAL_CLASSES = {
  birthDate: ['pii.unmask'],
  phone: ['pii.unmask'],
  email: ['pii.unmask'],
  /** A phone or an email address. */
  contact: ['pii.unmask'],
  street: ['decision.read', 'pii.unmask'],
  income: ['decision.read'],
  employer: ['decision.read'],
  answers: ['decision.read'],
  decision: ['decision.read'],
  wholeAnswers: ['decision.read', 'pii.unmask'],
  document: ['decision.read', 'pii.unmask'],
} as const satisfies Readonly<Record<string, readonly StaffPermission[]>>

export type PersonalClass = keyof typeof PERSONAL_CLASSES

/** In place of a text that is not shown. */
export const NOT_FOR_ROLE = 'Not for your role.'

/** How a text of a class is shown in part; of the others nothing is shown. */
export const PERSONAL_MASKS: Readonly<Partial<Record<PersonalClass, (whole: string) => string>>> = {
  birthDate: maskBirthDate,
  phone: maskPhone,
  email: maskEmail,
  contact: maskContact,
  street: maskStreet,
  employer: () => NOT_FOR_ROLE,
  decision: () => NOT_FOR_ROLE,
}

/** The classes of which someone with these rights is shown no more than the mask. */
export const hiddenClasses = (holds: (permission: StaffPermission) => boolean): ReadonlySet<PersonalClass> =>
  new Set(
    (Object.keys(PERSONAL_CLASSES) as PersonalClass[]).filter(
      (name) => !PERSONAL_CLASSES[name].every((permission) => holds(permission)),
    ),
  )
