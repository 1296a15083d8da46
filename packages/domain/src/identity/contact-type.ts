/**
 * A way to reach a customer.
 *
 * Source: product.md §3.
 */
export const ContactType = {
  homePhone: 1,
  cellPhone: 2,
  email: 3,
  alternativePhone: 4,
  alternativeEmail: 5,
} as const

export type ContactType = (typeof ContactType)[keyof typeof ContactType]

export interface ContactKeys {
  readonly key: string
  readonly verifyKey: string
}

/** Field name of each contact and of the flag that says it was verified. Source: product.md §3. */
export const CONTACT_KEYS: Readonly<Record<ContactType, ContactKeys>> = {
  [ContactType.homePhone]: { key: 'homePhone', verifyKey: 'homePhoneVerify' },
  [ContactType.cellPhone]: { key: 'cellPhone', verifyKey: 'cellPhoneVerify' },
  [ContactType.email]: { key: 'email', verifyKey: 'emailVerify' },
  [ContactType.alternativePhone]: { key: 'alternativePhone', verifyKey: 'alternativePhoneVerify' },
  [ContactType.alternativeEmail]: { key: 'alternativeEmail', verifyKey: 'alternativeEmailVerify' },
}
