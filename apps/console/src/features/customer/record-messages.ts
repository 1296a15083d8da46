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
