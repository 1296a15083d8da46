import type { Localized } from '../../portfolios/localized.ts'
import type { ReturnCount, ReturnDeadline, ReturnRule, ReturnStop, ReturnSuspension } from './return-rule.ts'

/** Rows of the reaction table that are alike; each says only what is its own. */

export const TWO_BANKING_DAYS: ReturnDeadline = { unit: 'bankingDays', days: 2 }
const SIXTY_DAYS: ReturnDeadline = { unit: 'calendarDays', days: 60 }
const DISHONOR: ReturnDeadline = { unit: 'bankingDays', days: 5 }

const RETURNED_DEBIT = {
  insufficientFunds: false,
  repair: false,
  undoesPayment: true,
  chargesFee: false,
} as const

interface Saying {
  readonly meaning: string
  readonly words: Localized
}

/** The account is of no use: the loan rests until the borrower repairs the bank information. */
export function newAccount(
  row: Saying & { readonly countsAs: ReturnCount; readonly deadline?: ReturnDeadline },
): ReturnRule {
  return {
    ...RETURNED_DEBIT,
    deadline: TWO_BANKING_DAYS,
    reaction: 'newAccount',
    stops: 'account',
    suspends: 'suspendedHardReturn',
    repair: true,
    notices: ['paymentReturned', 'bankRepair'],
    source: 'ach.md §2; domain.md §2: hard return, home flag 6',
    ...row,
  }
}

/** The authorization is gone; with a review where the borrower says that there never was one. */
export function newAuthorization({
  needsReview,
  ...row
}: Saying & { readonly needsReview: boolean; readonly deadline?: ReturnDeadline }): ReturnRule {
  return {
    ...RETURNED_DEBIT,
    deadline: SIXTY_DAYS,
    countsAs: 'unauthorized',
    reaction: 'newAuthorization',
    stops: 'authorization',
    suspends: needsReview ? 'suspendedMiscellaneous' : null,
    notices: ['paymentReturned', 'debitsStopped'],
    source: 'ach.md §2: stop all debits under that authority; 12 CFR 1005.10(b)',
    ...row,
  }
}

/** Nothing is taken until a person has looked at what the bank told. */
export function suspended(row: Saying & { readonly suspends: ReturnSuspension }): ReturnRule {
  return {
    ...RETURNED_DEBIT,
    deadline: TWO_BANKING_DAYS,
    countsAs: 'overall',
    reaction: 'suspend',
    stops: 'account',
    notices: ['paymentReturned'],
    source: 'ach.md §2; domain.md §9: R14 to R16 suspend',
    ...row,
  }
}

/** A person decides how it goes on; the payment is owed meanwhile. */
export function review(
  row: Saying & {
    readonly deadline: ReturnDeadline
    readonly countsAs: ReturnCount
    readonly stops: ReturnStop
    readonly source: string
  },
): ReturnRule {
  return { ...RETURNED_DEBIT, reaction: 'review', suspends: null, notices: ['paymentReturned'], ...row }
}

/** A dispute of the banks over an earlier return, which stands until a person has settled it. */
export function interbank(meaning: string): ReturnRule {
  return {
    ...RETURNED_DEBIT,
    meaning,
    words: null,
    deadline: DISHONOR,
    countsAs: 'none',
    reaction: 'interbank',
    stops: 'nothing',
    suspends: null,
    undoesPayment: false,
    notices: [],
    source: 'ach.md §2: R61-R70 dishonored, R71-R77 contested; five banking days of the settlement',
  }
}
