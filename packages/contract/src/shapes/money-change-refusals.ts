import type { ResponseCodeName } from '../response-codes.ts'

/** What any change that moves money may refuse with. Source: domain.md §9 and §10. */
export const moneyChangeRefusals: readonly ResponseCodeName[] = [
  'loanNotFound',
  'loanStatusInvalid',
  'changeAlreadyOpen',
  'changeTooLate',
  'amountTooSmall',
  'amountTooLarge',
  'dateNotAvailable',
  'cutOffPassed',
  'quoteOutdated',
  'paymentModeRefused',
  'authorizationRequired',
  'debitDenied',
  'changeTypeRefused',
  'signatureInvalid',
  'recentSignInRequired',
]
