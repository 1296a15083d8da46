import type { OptOut } from '@dolphin/domain/identity/codes'
import type { CollectingSubStatus, SuspendedSubStatus } from '@dolphin/domain/loans/codes'
import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import type { AccountAct, FileAct, PostingAct, StatusAct } from '@dolphin/domain/servicing/acts/codes'
import { POSTING_ACTS, STATUS_ACTS, ACCOUNT_ACTS } from '@dolphin/domain/servicing/acts/codes'
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

export const ACT_TEXTS: Readonly<Record<FileAct, ActText>> = {
  ...POSTING_TEXTS,
  ...STATUS_TEXTS,
  ...ACCOUNT_TEXTS,
}

/** Acts in the groups that the page shows. */
export const ACT_GROUPS: readonly { readonly name: string; readonly acts: readonly FileAct[] }[] = [
  { name: 'Money and schedule', acts: POSTING_ACTS },
  { name: 'Status of the loan', acts: STATUS_ACTS },
  { name: 'Customer’s account', acts: ACCOUNT_ACTS },
]

/** Of these rights one is enough for some act of a file. */
export const ACT_RIGHTS: readonly StaffPermission[] = [
  'posting.enter',
  'posting.writeOff',
  'loan.suspend',
  'loan.terminate',
  'contact.optOut',
  'hold.set',
  'hold.lift',
]

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
  amount: 'Amount',
  amountHint: (most: string) => `At most ${most} is owed of this.`,
  amountWrong: 'An amount like 120.00.',
  date: 'Received on',
  newDate: 'New day of the payment',
  dateMissing: 'Choose the day.',
  mode: 'How it came',
  newMode: 'How payments are made from now on',
  transaction: 'Which one',
  twice: 'Which payment was taken twice',
  code: 'Why it goes back',
  change: 'What changes',
  installment: 'Which payment',
  reason: 'Why',
  step: 'Next step',
  optOut: 'What is not wanted',
  choose: 'Choose…',
  missing: 'Choose one.',
  done: (act: string) => `Done: ${act}.`,
  entered: (act: string) => `Entered: ${act}. It waits for a colleague as`,
} as const

export const MODE_NAMES: Readonly<Partial<Record<PaymentMode, string>>> = {
  [PaymentMode.ach]: 'ACH debit',
  [PaymentMode.cashierCheck]: 'Cashier’s check',
  [PaymentMode.debitCard]: 'Debit card',
  [PaymentMode.moneyGram]: 'MoneyGram',
  [PaymentMode.moneyOrder]: 'Money order',
  [PaymentMode.personalCheck]: 'Personal check',
  [PaymentMode.westernUnion]: 'Western Union',
  [PaymentMode.wire]: 'Wire',
}

export const REFUND_NAMES: Readonly<Record<number, string>> = {
  [ChangeType.refundOverpayment]: 'Overpaid (301)',
  [ChangeType.refundDuplicateDebit]: 'Taken twice (302)',
  [ChangeType.refundFee]: 'Fee (303)',
  [ChangeType.refundInterest]: 'Interest (304)',
  [ChangeType.refundGoodwill]: 'Goodwill (305)',
  [ChangeType.refundAfterCancellation]: 'After cancellation (306)',
}

export const CHANGE_NAMES: Readonly<Record<number, string>> = {
  [ChangeType.skip]: 'Skip a payment (201)',
  [ChangeType.makeup]: 'Make up a missed payment (202)',
  [ChangeType.changeAmount]: 'Another amount (203)',
  [ChangeType.changeMode]: 'Another way of paying (204)',
  [ChangeType.changeDate]: 'Another day (205)',
  [ChangeType.partialMakeup]: 'Make up in part (206)',
}

export const SUSPEND_NAMES: Readonly<Record<SuspendedSubStatus, string>> = {
  badStanding: 'Bad standing',
  hardReturn: 'Hard return',
  cccs: 'Credit counseling',
  bankruptcy: 'Bankruptcy',
  noFuturePayment: 'No future payment',
  miscellaneous: 'Other',
  activeDuty: 'Active duty',
}

export const STEP_NAMES: Readonly<Record<CollectingSubStatus, string>> = {
  notified: 'Notified: collecting begins',
  accepted: 'Accepted: a promise was made',
  rePlanned: 'Re-planned: a new schedule was agreed',
  cleared: 'Cleared: payments go on',
  rejected: 'Rejected: no agreement',
  pocketed: 'With a collector',
  settled: 'Settled for less: the rest is written off',
}

export const OPT_OUT_CHOICES: Readonly<Record<OptOut, string>> = {
  doNotCall: 'Calls and texts (2)',
  uncontactable: 'Any contact (4)',
  marketing: 'Marketing (8)',
  operation: 'Service texts (16)',
}
