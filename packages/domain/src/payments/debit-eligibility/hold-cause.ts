import type { EligibilityResult, EligibilityRuleId } from './debit-eligibility.ts'

/** On whose side the reason lies for which a debit is held. */
export type HoldCause =
  /** Ours: a notice, a batch or a day was missed. The payment gets a new day. */
  | 'lender'
  /** The borrower's: paused, paying in another way, authorization withdrawn or never given. */
  | 'borrower'
  /** What the bank has sent back stands in the way. */
  | 'bank'
  /** The debit is wrong in itself and is never sent in this form. */
  | 'debit'

/**
 * Who has to act when a rule holds a debit. A payment that only rules of the lender hold moves to a new day; every
 * other stays as it is. Source: domain.md §14; docs/decisions/debit-eligibility-and-returns.md.
 */
export const HOLD_CAUSES: Readonly<Record<EligibilityRuleId, HoldCause>> = {
  loanOwes: 'debit',
  bankruptcy: 'borrower',
  suspended: 'borrower',
  collecting: 'borrower',
  rail: 'debit',
  paymentMode: 'borrower',
  // An entry of the bank that we have not read: it waits for our employee.
  bankEntryOpen: 'lender',
  account: 'borrower',
  revoked: 'borrower',
  authorized: 'borrower',
  linkEnded: 'borrower',
  prenoteReturned: 'bank',
  // The borrower gave a usable account: asking its bank in time was ours.
  validatedAccount: 'lender',
  usableAccount: 'bank',
  permissionEnded: 'bank',
  itemStopped: 'bank',
  once: 'debit',
  representment: 'debit',
  correction: 'debit',
  newPermission: 'bank',
  twoFailures: 'bank',
  retryAlone: 'lender',
  agreedAmount: 'debit',
  owedAmount: 'debit',
  bankingDay: 'lender',
  notEarly: 'lender',
  cutOffWindow: 'lender',
  confirmedDay: 'debit',
  immediate: 'lender',
  firstNotice: 'lender',
  unusualNotice: 'lender',
  variableAmountNotice: 'lender',
  toldAmount: 'lender',
}

/** On whose side a stored rule lies; undefined of a reason that is no rule, such as an account that cannot be written. */
export const holdCauseOf = (rule: string): HoldCause | undefined =>
  Object.hasOwn(HOLD_CAUSES, rule) ? HOLD_CAUSES[rule as EligibilityRuleId] : undefined

/** The rules that deny a debit for a reason that is not the lender's. */
export const rulesOfOthers = ({ trace }: EligibilityResult): readonly EligibilityRuleId[] =>
  trace.flatMap(({ rule, ineligible }) => (ineligible && HOLD_CAUSES[rule] !== 'lender' ? [rule] : []))

/** Whether a debit is held, and by nothing but the lender's own doing. */
export const isHeldByLender = (result: EligibilityResult): boolean =>
  !result.allowed && rulesOfOthers(result).length === 0
