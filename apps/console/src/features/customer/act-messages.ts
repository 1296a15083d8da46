import {
  ACCOUNT_ACTS,
  type AccountAct,
  DEBIT_ACTS,
  type DebitAct,
  ENTRY_ACTS,
  type EntryAct,
  type FileAct,
  PERSON_ACTS,
  type PersonAct,
  POSTING_ACTS,
  type PostingAct,
  STATUS_ACTS,
  type StatusAct,
} from '@dolphin/domain/servicing/acts/codes'
import type { StaffPermission } from '@dolphin/domain/staff/permissions'

interface ActText {
  readonly name: string
  /** What it is for, in one sentence. */
  readonly effect: string
  /** It ends or takes something: its button says so. */
  readonly isGrave?: true
}

const POSTING_TEXTS: Readonly<Record<PostingAct, ActText>> = {
  receipt: { name: 'Enter receipt', effect: 'Money was received other than by our debit.' },
  checkReceipt: { name: 'Check receipt', effect: 'The bank has paid a check that was entered.' },
  reverseReceipt: {
    name: 'Reverse receipt',
    effect: 'Money that was entered bounced, was charged back, or was entered wrongly.',
  },
  refund: { name: 'Enter refund', effect: 'Money goes back to the borrower with the next batch.' },
  feeWaiver: { name: 'Waive fees', effect: 'Fees are given up.' },
  interestWaiver: { name: 'Waive interest', effect: 'Interest is given up.' },
  writeOff: {
    name: 'Write off',
    effect: 'All that is left is given up; the loan ends once every payment is checked.',
    isGrave: true,
  },
  rejectEntry: { name: 'Reject entry', effect: 'The bank did not carry out an entry on a batch.' },
  scheduleChange: {
    name: 'Change schedule',
    effect: 'A payment is skipped, moved, made up or made another way.',
  },
  cancelChange: { name: 'Take change back', effect: 'The open change of the schedule is taken back.' },
}

const STATUS_TEXTS: Readonly<Record<StatusAct, ActText>> = {
  suspend: {
    name: 'Suspend',
    effect: 'No payment is taken until the loan is cured. The borrower is notified.',
  },
  cure: { name: 'Cure', effect: 'Payments go on: the loan is 203 again. The borrower is notified.' },
  noteLegalFact: {
    name: 'Note bankruptcy or active duty',
    effect:
      'At once, on a loan of any status. In bankruptcy debits and collecting stop; on active duty collecting and fees stop, debits go on.',
  },
  endLegalFact: {
    name: 'End bankruptcy or active duty',
    effect:
      'After a bankruptcy nothing is debited until the borrower authorizes it again. The borrower is notified.',
  },
  collect: { name: 'Collect', effect: 'The next step of collecting what is past due.' },
  voidLoan: {
    name: 'Void',
    effect: 'The bank dropped the credit before it settled: the loan ends.',
    isGrave: true,
  },
  endPaid: {
    name: 'End as paid off',
    effect: 'Nothing is owed and every payment is checked: the loan ends.',
  },
}

const DEBIT_TEXTS: Readonly<Record<DebitAct, ActText>> = {
  stopDebit: {
    name: 'Stop a debit',
    effect: 'One payment is not taken. It stays owed, and the others go on. The borrower is notified.',
  },
  revokeAuthorization: {
    name: 'Revoke authorization',
    effect: 'No payment is taken from now on, except one on a batch. The borrower is notified.',
    isGrave: true,
  },
}

const ACCOUNT_TEXTS: Readonly<Record<AccountAct, ActText>> = {
  optOut: {
    name: 'Note opt-out',
    effect: 'What the customer said not to want. Only the customer takes it back.',
  },
  freeze: {
    name: 'Freeze account',
    effect: 'Suspicion, until it is cleared: no one signs in.',
    isGrave: true,
  },
  deactivate: { name: 'Close account', effect: 'At its owner’s wish: no one signs in.', isGrave: true },
  activate: { name: 'Reopen account', effect: 'The customer can sign in again.' },
}

const ENTRY_TEXTS: Readonly<Record<EntryAct, ActText>> = {
  reverseEntry: {
    name: 'Reverse entry',
    effect: 'An entry that was wrong goes back with the next batch; the borrower is notified.',
    isGrave: true,
  },
  sendPrenote: {
    name: 'Send prenote',
    effect: 'The next batch asks the bank of the loan’s account whether it can be used. No money moves.',
  },
}

const PERSON_TEXTS: Readonly<Record<PersonAct, ActText>> = {
  setHold: { name: 'Set legal hold', effect: 'Nothing of what it covers is erased until it is lifted.' },
  liftHold: {
    name: 'Lift legal hold',
    effect: 'What is past its period is erased in the next night.',
    isGrave: true,
  },
  correctPerson: {
    name: 'Correct data',
    effect: 'What is on file is put right. Answers and signed documents stay as they were.',
  },
  erasePerson: {
    name: 'Erase data',
    effect: 'All that need not be kept is erased for good. What is kept, and until when, is said before.',
    isGrave: true,
  },
}

export const ACT_TEXTS: Readonly<Record<FileAct, ActText>> = {
  ...POSTING_TEXTS,
  ...STATUS_TEXTS,
  ...DEBIT_TEXTS,
  ...ENTRY_TEXTS,
  ...ACCOUNT_TEXTS,
  ...PERSON_TEXTS,
}

interface ActGroup {
  readonly name: string
  readonly acts: readonly FileAct[]
}

/** What may be done about the entries and the account at the bank: beside the payments too. */
export const ENTRY_GROUP: ActGroup = { name: 'Entries and bank account', acts: ENTRY_ACTS }

/** What may be done about the person’s data. */
export const PERSON_GROUP: ActGroup = { name: 'Data of the person', acts: PERSON_ACTS }

/** Acts in the groups that the page shows. */
export const ACT_GROUPS: readonly ActGroup[] = [
  { name: 'Money and schedule', acts: POSTING_ACTS },
  { name: 'Status of the loan', acts: STATUS_ACTS },
  { name: 'Debits to come', acts: DEBIT_ACTS },
  ENTRY_GROUP,
  { name: 'Customer’s account', acts: ACCOUNT_ACTS },
  PERSON_GROUP,
]

/** Of these rights one is enough for some act of a file. */
export const ACT_RIGHTS: readonly StaffPermission[] = [
  'posting.enter',
  'posting.writeOff',
  'loan.suspend',
  'case.open',
  'case.close',
  'loan.terminate',
  'contact.optOut',
  'debit.stop',
  'authorization.revoke',
  'hold.set',
  'hold.lift',
  'entry.reverse',
  'prenote.send',
  'person.legalHold',
  'person.correct',
  'person.erase',
  'settlement.offer',
]

/** Of these rights one is enough for an act about entries or the bank account. */
export const ENTRY_RIGHTS = ['entry.reverse', 'prenote.send'] as const

/** What the acts of a file say. */
export const actText = {
  tab: 'Acts',
  of: (loanNo: string) => `Acts on ${loanNo}`,
  ofAccount: 'Acts on the account',
  none: 'Your roles have no act in this file.',
  colleague: 'A colleague confirms',
  alone: 'At once',
  title: (act: string, about: string | null) => (about === null ? act : `${act}: ${about}`),
  takesTwo: 'Nothing changes yet: it waits under Approvals until a colleague confirms it.',
  rule: 'Rule',
  look: 'See what it changes',
  blocked: 'As things stand it would be refused',
  atField: 'Correct the field that is marked above.',
  colleagueSees: 'What it would change, once a colleague confirms it.',
  changesNow: 'What it changes.',
  note: 'Note',
  noteHint: 'Why. It stays in the history.',
  noteMissing: 'Say how the customer asked for it.',
  noteShort: 'Say why, in three letters or more.',
  entry: 'Which entry',
  reversalReason: 'What was wrong',
  found: 'When it was found',
  foundNow: 'Just now',
  holdOn: 'What it covers',
  hold: 'Which hold',
  request: 'Request that it answers',
  noRequest: 'None',
  answerBy: (day: string) => `to be answered by ${day}`,
  rightHint: 'Leave empty what stays as it is.',
  rightMissing: 'Say what is right: fill in one field or more.',
  addressWhole: 'Give the address whole.',
  ssnWrong: 'Nine digits.',
  stateWrong: 'Two letters like DE.',
  zipWrong: 'Five digits.',
  amount: 'Amount',
  amountHint: (most: string) => `At most ${most} is owed of this.`,
  rightAmountHint: 'The amount that came, to post it in place of the wrong one. Empty where nothing came.',
  rightLoan: 'Right loan',
  rightLoanHint: 'The receipt moves to it, from the day it was received. Empty where it is not known.',
  loanNoWrong: 'A loan number like 118-0000000.',
  amountWrong: 'An amount like 120.00.',
  date: 'Received on',
  legalFact: 'What it is',
  since: 'Since',
  endedOn: 'Ended on',
  reference: 'Court and case number, or orders',
  referenceHint: 'Where it is known.',
  newDate: 'New day of the payment',
  dateMissing: 'Choose the day.',
  mode: 'How it came',
  newMode: 'How payments are made from now on',
  transaction: 'Which one',
  twice: 'Which payment was taken twice',
  code: 'Why it goes back',
  change: 'What changes',
  installment: 'Which payment',
  single: 'Confirmed once',
  reason: 'Why',
  step: 'Next step',
  optOut: 'What is not wanted',
  choose: 'Choose…',
  missing: 'Choose one.',
  done: (act: string) => `Done: ${act}.`,
  entered: (act: string) => `Entered: ${act}. It waits for a colleague as`,
} as const
