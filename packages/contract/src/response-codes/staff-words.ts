import type { ResponseCodeName } from '../response-codes.ts'

/**
 * What an employee reads of a refusal whose own message speaks to a borrower. The desk and its terminal speak English.
 * A code that is not listed has one message for both.
 */
const STAFF_WORDS: Readonly<Partial<Record<ResponseCodeName, string>>> = {
  amountTooLarge: 'This amount is more than the loan owes. Enter less, or a payoff.',
  amountTooSmall: 'This amount would not repay the loan. Enter at least the least amount shown.',
  authorizationRequired:
    'The loan has no payment authorization in force. The borrower signs one first, or another way to pay is entered.',
  changeNotCancelable: 'Part of this change was already sent to the bank and cannot be canceled.',
  couponAlreadyUsed: 'The customer has used this coupon already. Choose another coupon.',
  couponNotValid:
    'This coupon cannot be given: there is none of this code, it is not personal, or it is not in effect today.',
  loanNotFound: 'No loan of your portfolios has this number. Check it.',
  loanStatusInvalid: 'The status of this loan does not allow this. Read the loan again.',
  notFound: 'Nothing of your portfolios is found under this. Check the number or the address.',
  paymentModeRefused: 'This way to pay is not offered for this loan. Choose another one.',
  payloadTooLarge: 'This is too large. The most is 10 MB.',
  providerUnavailable: 'A service outside does not answer. Nothing was changed; try again in a few minutes.',
  savingPaused: 'The server cannot save anything now. Nothing was changed; try again in a few minutes.',
  overloaded: 'The server is very busy. Wait a moment and try again.',
  unexpected:
    'Something went wrong on the server. Read what is on file, then try again; tell operations if it stays.',
  noIdentity: 'Sign in to the desk to continue.',
  tokenOutdated: 'Your session has ended. Sign in again.',
  signInThrottled: 'Too many tries. Wait a moment, then try again.',
  signingAlreadySigned: 'This document is already signed. Read the loan again.',
}

/** The message for staff; undefined where the code has one message for all. */
export const staffWords = (name: ResponseCodeName): string | undefined => STAFF_WORDS[name]
