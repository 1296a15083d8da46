/** What a lender may still do after the bank of the borrower returned a debit. */
export interface AnswerEffect {
  /** What ends: nothing, every retry of the item, the authorization, or debits of the account until it is repaired. */
  readonly ends: 'nothing' | 'item' | 'authorization' | 'account'
  /** There was not enough money: it counts toward two failures in a row, and may be retried twice. */
  readonly isForFunds: boolean
  /** The loan rests: until there is another account, or until a person has looked. Source: domain.md §2. */
  readonly suspends: boolean
  /** Only a person ends that. */
  readonly needsPerson: boolean
}

const NOTHING: AnswerEffect = { ends: 'nothing', isForFunds: false, suspends: false, needsPerson: false }
const FUNDS: AnswerEffect = { ...NOTHING, isForFunds: true }
const ITEM: AnswerEffect = { ...NOTHING, ends: 'item' }
const WITHDRAWN: AnswerEffect = { ...NOTHING, ends: 'authorization' }
const NEVER_GIVEN: AnswerEffect = { ...WITHDRAWN, suspends: true, needsPerson: true }
const UNCLEAR: AnswerEffect = { ...NOTHING, ends: 'account' }
const ACCOUNT: AnswerEffect = { ...UNCLEAR, suspends: true }
const PERSON: AnswerEffect = { ...ACCOUNT, needsPerson: true }

/** By return code of a debit. Source: facts/ach.md §2; domain.md §2, §9 (R08, R11, R14 to R16). */
export const ANSWERS: Readonly<Record<string, AnswerEffect>> = {
  R01: FUNDS,
  R02: ACCOUNT,
  R03: ACCOUNT,
  R04: ACCOUNT,
  R05: NEVER_GIVEN,
  R06: ITEM,
  R07: WITHDRAWN,
  R08: ITEM,
  R09: FUNDS,
  R10: NEVER_GIVEN,
  R11: WITHDRAWN,
  R12: ACCOUNT,
  R13: ACCOUNT,
  R14: PERSON,
  R15: PERSON,
  R16: PERSON,
  R17: UNCLEAR,
  R20: ACCOUNT,
  R24: ITEM,
  R28: ACCOUNT,
  R29: NEVER_GIVEN,
  R31: ITEM,
  R51: NEVER_GIVEN,
}
