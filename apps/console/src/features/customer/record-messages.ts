/** What the tab of the ledger says. */
export const ledgerText = {
  tab: 'Ledger',
  title: (loanNo: string) => `Ledger of ${loanNo}`,
  none: 'Nothing is booked yet.',
  intact: 'The chain of hashes holds',
  intactWhy: (count: number) =>
    `${count === 1 ? 'Its one posting is' : `All ${count} postings are`} as booked, computed anew just now. The entries sum to 0.00.`,
  broken: 'The chain of hashes is broken',
  brokenWhy: (total: string) =>
    `A posting is not as it was booked, or the entries do not sum to zero (${total}). Post nothing to this loan and call accounting.`,
  balances: 'Balances',
  postings: 'Postings, newest first',
  account: 'Account',
  balance: 'Balance',
  number: 'No.',
  posting: 'Posting',
  effective: 'Effective',
  booked: 'Booked',
  entries: 'Entries',
  hash: 'Hash',
} as const

/** What the tab of the audit says. */
export const auditText = {
  tab: 'Audit',
  title: 'Who read, who changed',
  none: 'Nothing of this kind.',
  kinds: { all: 'All', reads: 'Reads', changes: 'Changes' },
  when: 'When',
  who: 'Who',
  what: 'What',
  about: 'About',
  facts: 'Facts',
} as const

/** What the tab of a person's data says. */
export const dataText = {
  tab: 'Data',
  title: 'Requests about data',
  lead: 'What the customer asked of their own data, and by when it is answered.',
  none: 'Nothing was asked.',
  request: 'Request',
  kind: 'Asks for',
  kinds: { correction: 'A correction', deletion: 'Deletion' },
  words: 'In their words',
  noWords: '–',
  asked: 'Asked',
  answer: 'Answer',
  due: (day: string) => `Due ${day}.`,
  answerOf: (requestNo: string) => `Answer ${requestNo}`,
  outcomes: { done: 'Done', inPart: 'Done in part', refused: 'Refused' },
  outcome: 'What becomes of it',
  outcomeMissing: 'Choose what becomes of it.',
  wordsMissing: 'Say it to the customer, in three letters or more.',
  choose: 'Choose…',
  toCustomer: 'Answer to the customer',
  toCustomerHint: 'They read it as it stands here under Your data; a mail with it is queued.',
  effect: 'The request ends with these words. Nothing on file changes: for that, correct or erase.',
  rule: 'Lender’s policy: each request about one’s data is answered within 45 days, a refusal with its reason.',
  send: 'Send the answer',
  answered: (requestNo: string) =>
    `Answered: ${requestNo}. The customer reads it under Your data; a mail with it is queued.`,
  enterCopy: 'Enter a copy for the customer',
  copyEffect: 'Everything on file about them. A colleague confirms it; then you can save it for 24 hours.',
  copyNote: 'Why',
  copyEntered: (approvalNo: string) => `Entered: ${approvalNo}. It waits for a colleague.`,
  copy: 'Save the confirmed copy',
  copyHint: 'Who saved it is in the audit; delete it once the customer has it.',
} as const
