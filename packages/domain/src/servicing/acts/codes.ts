/** What an employee posts to a funded loan by hand. Source: domain.md §10. */
export const POSTING_ACTS = [
  /** Money received other than by our debit. */
  'receipt',
  /** 903: the bank has paid it. */
  'checkReceipt',
  /** Money posted by hand that bounced, was charged back, or was posted wrongly. */
  'reverseReceipt',
  /** 301-306: money back. */
  'refund',
  'feeWaiver',
  'interestWaiver',
  /** All that is left. */
  'writeOff',
  /** 901: an entry on a batch that the bank did not carry out. */
  'rejectEntry',
  /** 201-206. */
  'scheduleChange',
  /** 905: the open change is taken back. */
  'cancelChange',
] as const

/** What an employee does about the status of a loan. Source: domain.md §2. */
export const STATUS_ACTS = [
  'suspend',
  'cure',
  'collect',
  'voidLoan',
  'endPaid',
  /** Bankruptcy or active duty, beside the status. */
  'noteLegalFact',
  'endLegalFact',
] as const

/** What an employee does about a customer's account. Source: docs/design/console.md, Permissions. */
export const ACCOUNT_ACTS = ['optOut', 'freeze', 'deactivate', 'activate'] as const

/** What an employee does about an entry at the bank. Source: docs/facts/ach.md §1 and §4. */
export const ENTRY_ACTS = ['reverseEntry', 'sendPrenote'] as const

/** What an employee does about a person's data, and about what may not be erased. Source: docs/retention.md. */
export const PERSON_ACTS = ['setHold', 'liftHold', 'correctPerson', 'erasePerson'] as const

/** What an employee stops at the borrower’s word. Source: domain.md §10; Regulation E, 12 CFR 1005.10(c). */
export const DEBIT_ACTS = ['stopDebit', 'revokeAuthorization'] as const

export const LOAN_ACTS = [...POSTING_ACTS, ...STATUS_ACTS, ...DEBIT_ACTS] as const
export const FILE_ACTS = [...LOAN_ACTS, ...ENTRY_ACTS, ...ACCOUNT_ACTS, ...PERSON_ACTS] as const

export type PostingAct = (typeof POSTING_ACTS)[number]
export type StatusAct = (typeof STATUS_ACTS)[number]
export type DebitAct = (typeof DEBIT_ACTS)[number]
export type AccountAct = (typeof ACCOUNT_ACTS)[number]
export type EntryAct = (typeof ENTRY_ACTS)[number]
export type PersonAct = (typeof PERSON_ACTS)[number]
/** An act on one loan. */
export type LoanAct = (typeof LOAN_ACTS)[number]
/** An act that an employee does in a customer's file. */
export type FileAct = (typeof FILE_ACTS)[number]
