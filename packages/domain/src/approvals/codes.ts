/** What one employee enters and another confirms. Source: docs/design/console.md, Permissions. */
export const APPROVAL_KINDS = [
  /** A posting by hand: money, a waiver, a write-off, a change of the schedule. */
  'posting',
  /** Approval or decline of an application above what one person decides alone. */
  'review',
  'termination',
  /** An account is closed at its owner's wish. */
  'accountClosing',
  /** An account that was frozen or closed is opened again. */
  'accountReopening',
  /** A whole portfolio published, or put back. */
  'release',
  /** One file of a portfolio published. */
  'version',
  'holiday',
  /** The directory of banks that take ACH entries. */
  'bankDirectory',
  /** What the bank sent and no rule settles: applied to a transaction that is named, or set down as of none of ours. */
  'bankException',
  /** An entry of ours that was wrong, taken back. */
  'reversal',
  /** An entry of zero dollars that asks an account's bank whether the account can be used. */
  'prenote',
  /** What may not be erased, and the end of that. */
  'legalHold',
  /** What is on file about a person, copied, corrected or erased. */
  'personExport',
  'personCorrection',
  'personErasure',
  /** Bankruptcy or active duty stands no more. */
  'legalFactEnd',
  'invitation',
  'role',
  /** Two accounts that one person may hold: they confirm each other again. */
  'linkLift',
] as const

export type ApprovalKind = (typeof APPROVAL_KINDS)[number]

/**
 * What an act of each kind moves: money, the access of a person, or settings of the lender. The first two take a passkey
 * that stays on its device, unless the lender says otherwise. Source: docs/facts/staff-passkeys.md §4.
 */
export const ACT_MATTERS: Readonly<Record<ApprovalKind, 'money' | 'person' | 'settings'>> = {
  posting: 'money',
  review: 'money',
  termination: 'money',
  bankException: 'money',
  reversal: 'money',
  prenote: 'money',
  legalHold: 'person',
  personExport: 'person',
  personCorrection: 'person',
  personErasure: 'person',
  accountClosing: 'person',
  accountReopening: 'person',
  legalFactEnd: 'person',
  invitation: 'person',
  role: 'person',
  linkLift: 'person',
  release: 'settings',
  version: 'settings',
  holiday: 'settings',
  bankDirectory: 'settings',
}

/**
 * Where an approval stands. Waiting is the only state that moves: confirmed by another, returned to who entered it so
 * that they enter it better, refused, withdrawn by who entered it, or expired after five days without an answer.
 */
export const APPROVAL_STATES = [
  'waiting',
  'confirmed',
  'returned',
  'refused',
  'withdrawn',
  'expired',
] as const

export type ApprovalState = (typeof APPROVAL_STATES)[number]

/** Why an employee may not confirm an approval. Source: docs/design/console.md, Staff. */
export const CONFIRM_OBSTACLES = [
  'enteredByYourself',
  /** An invitation or a role of the very employee. */
  'aboutYourself',
  'noRole',
  'otherPortfolio',
  'outsideDates',
  'aboveLimit',
  /** The account that entered it and this one may be of one person, until two others have lifted that. */
  'linkedAccounts',
  /** Signed in by the authenticator with which it was entered, or by one enrolled in that session. */
  'sameAuthenticator',
  /** A confirmation takes a passkey from before this session; this employee has none. */
  'passkeyNeeded',
  /** To confirm takes two passkeys, so that a lost one shuts no one out. */
  'secondPasskeyNeeded',
  /** Each passkey that would count was enrolled less than 24 hours ago. */
  'passkeyTooNew',
  /** Money or a person's access takes a passkey that stays on its device; each of theirs may be copied. */
  'devicePasskeyNeeded',
  /** Signed in at a terminal: a confirmation takes the desk. */
  'deskNeeded',
] as const

export type ConfirmObstacle = (typeof CONFIRM_OBSTACLES)[number]
