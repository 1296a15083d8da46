/**
 * On whose behalf a session acts.
 *
 * Source: product.md §6.
 */
export const GrantType = {
  employee: 1,
  customer: 2,
} as const

export type GrantType = (typeof GrantType)[keyof typeof GrantType]

/**
 * Whether an account may be signed in to; `duplicate` means that the email is already used.
 *
 * Source: product.md §4.
 */
export const AccountStatus = {
  active: 1,
  inactive: -1,
  duplicate: -2,
  frozen: -3,
} as const

export type AccountStatus = (typeof AccountStatus)[keyof typeof AccountStatus]

/**
 * Where creating an account leads.
 *
 * Source: product.md §3.
 */
export const CreateAccountType = {
  guidance: 1,
  home: 2,
  end: 3,
  signLoanAgreement: 4,
} as const

export type CreateAccountType = (typeof CreateAccountType)[keyof typeof CreateAccountType]

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

/**
 * What the customer allows or forbids; each value is one bit of a sum.
 *
 * Source: product.md §3.
 */
export const OptInFlag = {
  doNotCall: 2,
  uncontactable: 4,
  marketing: 8,
  operation: 16,
} as const

export type OptInFlag = (typeof OptInFlag)[keyof typeof OptInFlag]

/** What a customer may be opted out of, by the name of its flag. */
export type OptOut = keyof typeof OptInFlag

/** Opt-outs that an employee enters and only the customer takes back; advertising is a consent, with its own page. */
export const STAFF_OPT_OUTS = ['doNotCall', 'uncontactable', 'operation'] as const satisfies readonly OptOut[]

export type StaffOptOut = (typeof STAFF_OPT_OUTS)[number]

/**
 * What a customer opted out of, by its flag, in order. Three flags forbid; `marketing` allows, so that its absence is the
 * opt-out. Source: product.md §3.
 */
export const optOutsOfFlags = (flags: number): OptInFlag[] =>
  Object.values(OptInFlag).filter((flag) => hasOptInFlag(flags, flag) !== (flag === OptInFlag.marketing))

/** Whether a stored sum of flags contains this one. */
export function hasOptInFlag(flags: number, flag: OptInFlag): boolean {
  return (flags & flag) !== 0
}
