/** What a lender may still do after the bank of the borrower returned a debit. */
export interface AnswerEffect {
  /** What ends: nothing, every retry of the item, the authorization, or debits of the account until it is repaired. */
  readonly ends: 'nothing' | 'item' | 'authorization' | 'account'
  /** There was not enough money: it counts toward two failures in a row, and may be retried twice. */
  readonly isForFunds: boolean
  /** The loan is suspended until a person has looked. */
  readonly suspends: boolean
}

const FUNDS: AnswerEffect = { ends: 'nothing', isForFunds: true, suspends: false }
const ITEM: AnswerEffect = { ends: 'item', isForFunds: false, suspends: false }
const AUTHORIZATION: AnswerEffect = { ends: 'authorization', isForFunds: false, suspends: false }
const ACCOUNT: AnswerEffect = { ends: 'account', isForFunds: false, suspends: false }
const SUSPENDED: AnswerEffect = { ends: 'account', isForFunds: false, suspends: true }

/** By return code of a debit. Source: facts/ach.md §2; domain.md §9 (R08, R11, R14 to R16). */
export const ANSWERS: Readonly<Record<string, AnswerEffect>> = {
  R01: FUNDS,
  R02: ACCOUNT,
  R03: ACCOUNT,
  R04: ACCOUNT,
  R05: AUTHORIZATION,
  R06: ITEM,
  R07: AUTHORIZATION,
  R08: ITEM,
  R09: FUNDS,
  R10: AUTHORIZATION,
  R11: AUTHORIZATION,
  R12: ACCOUNT,
  R13: ACCOUNT,
  R14: SUSPENDED,
  R15: SUSPENDED,
  R16: SUSPENDED,
  R17: ACCOUNT,
  R20: ACCOUNT,
  R24: ITEM,
  R28: ACCOUNT,
  R29: AUTHORIZATION,
  R31: ITEM,
  R51: AUTHORIZATION,
}
