import type { ApprovalKind, ApprovalState, ConfirmObstacle } from '@dolphin/domain/approvals/codes'

/** What the pages of approvals say. */
export const approvalText = {
  openFile: (loanNo: string) => `Open the file of ${loanNo}`,
  title: 'Approvals',
  tabs: { forMe: 'Waits for me', mine: 'Entered by me', answered: 'Answered' },
  empty: {
    forMe: 'Nothing waits for you.',
    mine: 'Nothing that you entered waits for a colleague.',
    answered: 'No approval has been answered yet.',
  },
  others: 'You cannot confirm these',
  fresh: (count: number) => (count === 1 ? '1 new approval. Show' : `${count} new approvals. Show`),
  gone: 'no longer waits',
  more: 'Show more',
  choose: 'Choose an approval from the list.',
  changes: 'What changes',
  computed: 'computed now, on what stands',
  figure: 'Figure',
  before: 'Before',
  after: 'After',
  difference: 'Difference',
  noChange: 'no change',
  nothingChanges: 'No figure changes.',
  effects: 'Effect',
  asEntered: 'As entered',
  note: 'Note',
  why: 'Why you may confirm',
  whyNot: 'Why you cannot confirm',
  rule: 'Rule',
  digest: 'Digest',
  right: 'Your role confirms',
  notEntered: 'You did not enter it',
  otherPasskey: 'Another passkey than the one it was entered with',
  confirm: 'Confirm with passkey',
  return: 'Return with a note',
  refuse: 'Refuse',
  withdraw: 'Withdraw',
  enterAgain: 'Enter again',
  enterAgainHint: 'As it was; a colleague has five days to confirm it.',
  enteredAgain: (title: string) => `Entered again: ${title}`,
  againAs: 'Entered again as',
  againOf: 'Entered before as',
  changedTitle: 'This has changed since you read it',
  changed: 'What would be confirmed is no longer what you read here. Read it again first.',
  showAgain: 'Show it again',
  blockedTitle: 'It cannot be carried out as things stand',
  confirmTitle: (title: string) => `Confirm: ${title}`,
  amountAgain: (amount: string) => `Type the amount again: ${amount}`,
  amountDiffers: 'This is not the amount above.',
  digestLabel: 'Digest of exactly what you confirm, SHA-256',
  signs:
    'Your passkey signs this digest. If anything changes before, it no longer matches and nothing is done.',
  sign: 'Sign and confirm',
  noteLabel: 'Note',
  noteHint: 'Who entered it reads this.',
  noteMissing: 'Say why, in three letters or more.',
  invitationTitle: 'The invitation is confirmed',
  invitationLead: (time: string) =>
    `Pass this link on yourself. It is shown this once and works until ${time} ET, together with the code that your colleague has.`,
  invitationLink: 'Link of the invitation',
  done: 'Done',
  keysTitle: 'Keys',
  keysOff: 'Single letters act',
  keysHint: 'Switch this off where you dictate, or where letters are pressed by accident.',
  keys: '? keys',
} as const

/** What an answer does, for its dialog and for the line after it. */
export const ANSWER_TEXTS = {
  return: {
    title: 'Return with a note',
    effect: (name: string) => `${name} gets it back and can enter it anew. Nothing is carried out.`,
    act: 'Return it',
    done: (title: string) => `Returned: ${title}`,
  },
  refuse: {
    title: 'Refuse',
    effect: (name: string) => `It ends here, and ${name} reads why. Nothing is carried out.`,
    act: 'Refuse it',
    done: (title: string) => `Refused: ${title}`,
  },
  withdraw: {
    title: 'Withdraw',
    effect: () => 'You take back what you entered. Nothing is carried out.',
    act: 'Withdraw it',
    done: (title: string) => `Withdrawn: ${title}`,
  },
} as const

export type Answer = keyof typeof ANSWER_TEXTS

export const KIND_NAMES: Readonly<Record<ApprovalKind, string>> = {
  posting: 'Posting',
  review: 'Application',
  termination: 'End of a loan',
  accountClosing: 'Account closed',
  legalFactEnd: 'End of bankruptcy or active duty',
  accountReopening: 'Account reopened',
  release: 'Release of a portfolio',
  version: 'Version of a file',
  holiday: 'Holiday',
  bankDirectory: 'Directory of banks',
  bankException: 'Entry of the bank',
  reversal: 'Reversal of an entry',
  prenote: 'Prenote to an account',
  legalHold: 'Legal hold',
  personExport: 'Copy of a person’s data',
  personCorrection: 'Correction of a person’s data',
  personErasure: 'Erasure of a person’s data',
  invitation: 'Invitation',
  role: 'Role',
  linkLift: 'Two persons',
}

export const STATE_NAMES: Readonly<Record<ApprovalState, string>> = {
  waiting: 'Waits for confirmation',
  confirmed: 'Confirmed',
  returned: 'Returned',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
  expired: 'Over: five days without an answer',
}

/** Why an employee may not confirm, and what helps. */
export const OBSTACLE_TEXTS: Readonly<Record<ConfirmObstacle, string>> = {
  enteredByYourself: 'You entered it. A colleague confirms it.',
  aboutYourself: 'It is about your own access. A colleague confirms it.',
  noRole: 'None of your roles confirms this.',
  otherPortfolio: 'Your role does not count in this portfolio.',
  outsideDates: 'Your role does not count today.',
  aboveLimit: 'The amount is above your limit. A colleague with a higher limit confirms it.',
  linkedAccounts:
    'The account that entered this and yours may be of one person. A colleague confirms it, or two other administrators lift the link under People.',
  secondPasskeyNeeded:
    'To confirm takes two passkeys, so that a lost one shuts no one out. Add another under My account.',
  passkeyTooNew: 'Your passkey was enrolled less than 24 hours ago. It confirms from then on.',
  sameAuthenticator:
    'It was entered with the passkey that you signed in with. A colleague with a passkey of their own confirms it.',
  passkeyNeeded:
    'A confirmation takes a passkey that you had before this sign-in. Add one under My account, then sign in with it.',
  devicePasskeyNeeded:
    'This moves money or someone’s access, and your passkeys may be copied to other devices. Add one that stays on its device, such as a security key, under My account. Then sign in with it.',
  deskNeeded: 'A confirmation takes a sign-in at the desk, not at a terminal.',
}

/** The keys of the page, for its help. */
export const KEY_HELP = [
  ['j, k', 'next, previous approval'],
  ['.', 'show new approvals'],
  ['c', 'confirm with passkey'],
  ['b', 'return with a note'],
  ['r', 'refuse'],
  ['?', 'these keys'],
  ['Esc', 'close a dialog'],
] as const
