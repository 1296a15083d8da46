/** The roles of a lender's staff, in the order of the table of permissions. Source: docs/design/console.md. */
export const STAFF_ROLES = [
  'support',
  'underwriter',
  'collector',
  'teamLead',
  'cash',
  'accounting',
  'compliance',
  'portfolioManager',
  'administrator',
  'auditor',
] as const

export type StaffRole = (typeof STAFF_ROLES)[number]

/** Where an employee stands. Source: docs/design/console.md. */
export const EMPLOYEE_STATES = ['invited', 'active', 'suspended', 'left'] as const

export type EmployeeState = (typeof EMPLOYEE_STATES)[number]

/**
 * What proves who an employee is; a password counts only together with a code of the authenticator app. `openId`: an
 * account at the company's provider of single sign-on, bound by issuer and subject.
 */
export const FACTOR_KINDS = ['passkey', 'password', 'openId'] as const

export type FactorKind = (typeof FACTOR_KINDS)[number]

/** Where a session is held: a browser at the desk, by cookie, or a terminal, by a credential in its owner's file. */
export const STAFF_SESSION_KINDS = ['desk', 'terminal'] as const

export type StaffSessionKind = (typeof STAFF_SESSION_KINDS)[number]

/** What a challenge was made for; one made for another purpose proves nothing. */
export const CHALLENGE_PURPOSES = ['signIn', 'enroll', 'knownKey', 'proof', 'act', 'singleSignOn'] as const

export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number]

/**
 * By what two accounts were found to be of one person, perhaps: both used one browser, a security key that belongs to one
 * was offered for the other, or the attestations of their keys name one serial number. Source: docs/design/console.md, Staff.
 */
export const LINK_FINDINGS = ['browser', 'knownKey', 'serialNumber'] as const

export type LinkFinding = (typeof LINK_FINDINGS)[number]
