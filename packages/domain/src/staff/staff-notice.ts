/**
 * What an employee reads by mail at their work address: each change of their access, and what became of what they entered
 * where no one confirmed it. Source: docs/facts/staff-passkeys.md §11, docs/decisions/staff.md.
 */
export const ACCESS_NOTICE_KINDS = [
  'passkeyAdded',
  'passkeyRemoved',
  'passkeyBlocked',
  'passwordSet',
  'terminalAdmitted',
  'invited',
  'invitedAgain',
  'roleGranted',
  'roleEnded',
  'suspended',
  'departed',
  'secretInvited',
] as const

/** Those of single sign-on, where the lender has it. */
const SINGLE_SIGN_ON_NOTICE_KINDS = ['openIdBound', 'openIdRemoved'] as const

const APPROVAL_NOTICE_KINDS = ['approvalReturned', 'approvalRefused', 'approvalEnded'] as const

export type StaffNoticeKind = (
  | typeof ACCESS_NOTICE_KINDS
  | typeof SINGLE_SIGN_ON_NOTICE_KINDS
  | typeof APPROVAL_NOTICE_KINDS
)[number]

/** A line of a notice: a passkey by its name, where it came from, who did it. */
export interface StaffFact {
  readonly label: string
  readonly value: string
}

/** What a notice to an employee is made of; kept sealed until it is sent. */
export interface StaffNotice {
  readonly employeeId: string
  readonly name: string
  readonly facts: readonly StaffFact[]
  /** The page of the desk where they look at it. */
  readonly link: string
}

/** The same words as they are read with and without markup. */
export interface StaffMailText {
  readonly subject: string
  readonly greeting: string
  /** What happened. */
  readonly said: string
  readonly facts: readonly StaffFact[]
  /** What to do. */
  readonly advice: string
  readonly link: string
}

const UNEXPECTED =
  'If this was not you, or you did not expect it, tell an administrator at once, and not by answering this mail. They suspend your access, which ends every session within a second. Your own passkeys, sessions and terminals are here:'

const COPIED =
  'A copy of the passkey may exist. Look for it, and tell an administrator: two colleagues invite you again. Your other passkeys are here:'

const NO_ACCESS =
  'Every session and terminal of yours has ended. If you did not expect this, ask an administrator; to come back takes an invitation by two colleagues. The desk is here:'

const COMES_IN =
  'You come in with a link and a code that two colleagues pass on to you, each one half; never by a link in a mail. If you did not expect this, tell an administrator. The desk is here:'

const NOT_OF_OURS =
  'If you know nothing of it, refuse it at the desk at once: without an answer it lets them in after five days. Then find out who had the operations secret, and change it. What waits is here:'

const ENTER_AGAIN =
  'Nothing of it was carried out. Read why at the desk; there you enter it again with one act, or anew with what has changed:'

const WORDS: Readonly<Record<StaffNoticeKind, { readonly subject: string; readonly advice: string }>> = {
  passkeyAdded: { subject: 'A passkey was added to your access to the desk', advice: UNEXPECTED },
  passkeyRemoved: { subject: 'A passkey was removed from your access to the desk', advice: UNEXPECTED },
  passkeyBlocked: { subject: 'A passkey of yours was blocked at the desk', advice: COPIED },
  passwordSet: {
    subject: 'A password with an authenticator app was set for your access to the desk',
    advice: UNEXPECTED,
  },
  openIdBound: { subject: 'Your company account now signs you in at the desk', advice: UNEXPECTED },
  openIdRemoved: {
    subject: 'Your company account was removed from your access to the desk',
    advice: UNEXPECTED,
  },
  terminalAdmitted: { subject: 'A terminal was let in with your access to the desk', advice: UNEXPECTED },
  invited: { subject: 'You are invited to the desk', advice: COMES_IN },
  invitedAgain: {
    subject: 'You are invited to the desk again; your passkeys and sessions have ended',
    advice: COMES_IN,
  },
  roleGranted: { subject: 'You have another role at the desk', advice: UNEXPECTED },
  roleEnded: { subject: 'A role of yours at the desk has ended', advice: UNEXPECTED },
  suspended: { subject: 'Your access to the desk is suspended', advice: NO_ACCESS },
  approvalReturned: { subject: 'What you entered was returned to you', advice: ENTER_AGAIN },
  approvalRefused: { subject: 'What you entered was refused', advice: ENTER_AGAIN },
  approvalEnded: { subject: 'What you entered ended after five days without an answer', advice: ENTER_AGAIN },
  departed: { subject: 'Your access to the desk has ended', advice: NO_ACCESS },
  secretInvited: {
    subject: 'The operations secret was used to invite an administrator',
    advice: NOT_OF_OURS,
  },
}

/** The words of a notice to an employee. */
export function staffMailText(kind: StaffNoticeKind, { name, facts, link }: StaffNotice): StaffMailText {
  const { subject, advice } = WORDS[kind]
  return { subject, greeting: `Hello ${name},`, said: `${subject}.`, facts, advice, link }
}
