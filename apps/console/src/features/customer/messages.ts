import { TransactionType } from '@dolphin/domain/payments/codes'
import type { FindKind } from '@dolphin/domain/find/find-term'
import type { CallInput, CallValue } from '../../calls/call.ts'

/** What the find box says. */
export const findText = {
  open: 'Find a loan, name, phone, trace number',
  title: 'Find a customer',
  label: 'What you know of them',
  hint: 'Loan, application, transaction or trace number; email; phone; SSN ending with birth date (6201 3/4/1990); surname with initial (Avila, J); account ending (0418).',
  act: 'Find',
  unread:
    'This can be read as no number, email, phone or name with its initial. A surname takes an initial: Avila, J.',
  none: 'No customer in your portfolios is found by this.',
  more: 'There are more than these 20. Say more of the customer.',
  readAs: (kinds: string) => `Read as ${kinds}.`,
  logged: 'Each search is logged. Up and Down choose, Enter opens.',
  hits: 'Customers',
  unnamed: 'Name not given yet',
} as const

/** How something typed was read. */
export const FIND_KIND_NAMES: Readonly<Record<FindKind, string>> = {
  loan: 'loan number',
  application: 'application number',
  transaction: 'transaction number',
  trace: 'trace number',
  email: 'email',
  phone: 'phone',
  ssnAndBirth: 'SSN ending with birth date',
  name: 'surname with initial',
  account: 'account ending',
}

/** What the page of a customer says. */
export const customerText = {
  unnamed: 'Name not given yet',
  since: (day: string) => `On file since ${day}`,
  localTime: (time: string) => `local time ${time}`,
  languages: { en: 'English', es: 'Spanish' },
  guest: 'No account yet: the application of a guest',
  inactive: 'Account not active',
  logged: 'Your reads of this file are logged',
  noFlags: 'No flag',
  ssn: 'SSN',
  email: 'Email',
  phone: 'Phone',
  loans: 'Loans',
  noLoans: 'No loan or application.',
  of: (amount: string) => `Of ${amount}`,
  work: 'Open work',
  noWork: 'Nothing needs a person.',
  factDays: (since: string, endedOn: string | null) =>
    endedOn === null ? `since ${since}` : `${since} to ${endedOn}`,
  due: (day: string) => `Due ${day}`,
  overdue: (day: string) => `Overdue since ${day}`,
  notes: 'Notes',
  noNotes: 'No note yet.',
  addNote: 'Add a note',
  noteTitle: 'Add a note',
  noteEffect:
    'Colleagues read it in this file. It cannot be changed afterward; the customer does not see it.',
  note: 'Note',
  noteMissing: 'Write the note.',
  noteDone: 'The note is in the file.',
  aboutLoan: (loanNo: string) => `About ${loanNo}`,
  guestNote: 'Notes begin with an account; this application has none yet.',
  history: 'History',
  historyEmpty: 'Nothing of this kind has happened.',
  earlier: 'Show earlier',
  all: 'All',
  next: 'Next payment',
  noNext: 'No payment is scheduled.',
  sentByUs: 'ACH debit',
  sentByBorrower: 'The borrower sends it',
  from: (account: string) => `, account ${account}`,
  part: (purpose: string, number: number | null) => (number === null ? purpose : `${purpose} ${number}`),
  owed: 'Owed today',
  principal: 'Principal',
  interest: 'Interest',
  perDiem: (amount: string) => `Interest, ${amount} a day`,
  fees: 'Fees',
  payoff: 'Payoff today',
  pastDue: (amount: string, days: number) => `${amount} is ${days} ${days === 1 ? 'day' : 'days'} past due`,
  nothingPastDue: 'Nothing past due',
  beyond: 'Beyond the plan',
  paid: (paid: number, all: number) => `${paid} of ${all} payments made`,
  byDay: 'Payoff by day',
  ifPaidOn: 'If paid on',
  payoffColumn: 'Payoff',
  report: 'Last bank report',
  noReport: 'None.',
  notFunded: 'Nothing is owed: the loan is not funded.',
  unmask: (field: string) => `Show ${field}`,
  unmaskTitle: (field: string) => `Show the ${field} whole`,
  unmaskEffect:
    'It stands on this page for one minute. The audit notes that you saw it, why, and the passkey that you touch.',
  reason: 'Why you need it',
  reasonMissing: 'Say why, in three letters or more.',
  sign: 'Touch passkey and show',
  notPermitted: 'Your role may not show it whole.',
  hidesIn: 'Hidden again within a minute.',
  message: 'Write a message',
  guestMessage: 'Messages begin with an account; this application has none yet.',
  review: (loanNo: string) => `Review ${loanNo}`,
  statement: (loanNo: string) => `Look at the statement for ${loanNo}`,
  mirror: 'See what the customer sees',
  mirrorEffect:
    'Their own pages open in a new tab for 15 minutes. Nothing there is saved, sent or marked as read. The customer’s history says that you looked, and why.',
  mirrorReason: 'Why you look',
  mirrorAct: 'Open the view',
  mirrorBlocked: 'Your browser opened no tab. The view is ready:',
  mirrorOpen: 'Open it here',
  tabs: 'Parts of the file',
  overview: 'Overview',
  decision: 'Decision',
  decisionOf: (loanNo: string) => `Decision on ${loanNo}`,
} as const

export type UnmaskField = CallInput<'beginUnmask'>['body']['field']

/** A field as the page names it. */
export const FIELD_NAMES: Readonly<Record<UnmaskField, string>> = {
  ssn: 'SSN',
  birthDate: 'birth date',
  email: 'email',
  phone: 'phone',
  account: 'account number',
}

type File = CallValue<'showCustomer'>

/** What stands out in a file. */
export const FLAG_NAMES: Readonly<Record<File['flags'][number], string>> = {
  military: 'Military',
  activeDuty: 'Active duty',
  bankruptcy: 'Bankruptcy',
  holderDeceased: 'Deceased, says the bank (R15)',
  accountFrozen: 'Account frozen',
  accountClosed: 'Account closed',
  inCollection: 'In collection',
  debitsSuspended: 'Debits suspended',
}

/** What a customer opted out of, by its flag. */
export const OPT_OUT_NAMES: Readonly<Record<File['optOuts'][number], string>> = {
  2: 'Do not call (2)',
  4: 'Do not contact (4)',
  8: 'Marketing off (8)',
  16: 'Service texts off (16)',
}

/** Loan statuses. Source: product.md §4. */
export const STATUS_NAMES: Readonly<Record<number, string>> = {
  101: 'Initializing',
  102: 'Originating',
  103: 'Withdrawn',
  104: 'Approved',
  201: 'Pending',
  202: 'Disbursed',
  203: 'Processing',
  204: 'Suspended',
  205: 'Collecting',
  206: 'Terminated',
}

/** Transaction statuses. Source: product.md §3. */
export const TRANSACTION_NAMES: Readonly<Record<string, string>> = {
  '-2': 'Past due',
  '-1': 'Rejected',
  '0': 'Planned',
  '1': 'Pending',
  '2': 'Settled',
  '3': 'Checked',
  '4': 'On a batch',
}

export type HistoryKind = NonNullable<NonNullable<CallInput<'customerHistory'>['query']>['kind']>

/** What the history can be kept to. */
export const HISTORY_NAMES: Readonly<Record<HistoryKind, string>> = {
  money: 'Money',
  messages: 'Messages',
  decisions: 'Decisions',
  debits: 'Debits',
  staff: 'Staff',
}

/** Tabs of a loan's records. */
export const RECORD_TABS = {
  schedule: 'Schedule',
  money: 'Money',
  documents: 'Documents',
  answers: 'Answers',
  consents: 'Consents',
  notices: 'Notices',
} as const

export type RecordTab = keyof typeof RECORD_TABS

/** Flags of an installment. Source: product.md §3. */
export const INSTALLMENT_FLAG_NAMES: Readonly<Record<number, string>> = {
  1: 'Removed',
  2: 'Fully refunded',
  4: 'Canceled',
  8: 'In collection',
  16: 'Partly refunded',
  256: 'New',
}

/** What the tables of records say. */
export const recordText = {
  of: (loanNo: string) => `Of ${loanNo}`,
  none: 'Nothing on record.',
  schedule: ['No.', 'Due', 'Payment', 'Interest', 'Principal', 'Fee', 'Balance after', 'State', 'Flags'],
  money: ['Transaction', 'Day', 'Kind', 'Amount', 'State', 'Return', 'Trace number'],
  documents: ['Document', 'Title', 'Made', 'Signed'],
  answers: ['Section', 'Question', 'Answer'],
  consents: ['Consent', 'Version', 'Answer', 'When'],
  notices: ['Notice', 'Queued', 'State', 'When'],
  types: {
    [TransactionType.credit]: 'Credit',
    [TransactionType.debit]: 'Debit',
    [TransactionType.refund]: 'Refund',
  } as Readonly<Record<number, string>>,
  given: 'Given',
  refused: 'Refused',
  sent: 'Sent',
  failed: 'Failed',
  waits: 'Waits',
} as const
