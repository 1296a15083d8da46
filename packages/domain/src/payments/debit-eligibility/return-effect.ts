import type { ReturnNotice, ReturnSuspension } from './return-rule.ts'
import { type ReturnCode, returnRule } from './return-codes.ts'

/** What a return does to a loan and its borrower. */
export interface ReturnEffect {
  readonly loanEvent: ReturnSuspension | 'creditReturned' | null
  readonly repair: boolean
  readonly undoesPayment: boolean
  readonly chargesFee: boolean
  readonly notices: readonly ReturnNotice[]
  /** A person has to look at it. */
  readonly review: boolean
}

/**
 * The effect of a returned debit. The fee is charged once for an item: not again when a re-presentment of it is
 * returned. A code that only credits bear (R23) goes to manual review.
 */
export function debitReturnEffect(code: ReturnCode, feeChargedBefore: boolean): ReturnEffect {
  const { reaction, suspends, repair, undoesPayment, chargesFee, notices } = returnRule(code)
  return {
    loanEvent: suspends,
    repair,
    undoesPayment,
    chargesFee: chargesFee && !feeChargedBefore,
    notices,
    review:
      reaction === 'review' ||
      reaction === 'suspend' ||
      reaction === 'interbank' ||
      reaction === 'returnedCredit' ||
      reaction === 'correctable' ||
      suspends === 'suspendedMiscellaneous',
  }
}

/**
 * The effect on an account whose token is dead: its own number is still good, so a new link is asked for in place of
 * another account.
 */
export const onDeadToken = (effect: ReturnEffect): ReturnEffect => ({
  ...effect,
  repair: false,
  notices: effect.notices.filter((notice) => notice !== 'bankRepair'),
})

/**
 * What the return of a disbursement does: whatever the code, the loan is unfunded again and the borrower gives
 * another account. Source: domain.md §2; ach.md §2. A dispute between the banks changes nothing by itself.
 */
export function creditReturnEffect(code: ReturnCode): ReturnEffect {
  const { reaction } = returnRule(code)
  const came = reaction !== 'interbank'
  return {
    loanEvent: came ? 'creditReturned' : null,
    repair: came,
    undoesPayment: came,
    chargesFee: false,
    notices: came ? ['disbursementReturned'] : [],
    review: reaction === 'interbank' || reaction === 'suspend' || reaction === 'review',
  }
}
