import { IbvStatus } from '@dolphin/domain/verification/ibv-status'

/** What each status says to the borrower, and what they can do. Source: product.md §4; wording ours. */
export const IBV_STATUS_TEXT: Readonly<Record<IbvStatus, string>> = {
  [IbvStatus.otherError]: 'The bank connection failed. Try again, or upload a bank statement.',
  [IbvStatus.financialInstitutionError]:
    'Your bank does not answer. Try again later, or upload a bank statement.',
  [IbvStatus.accountError]: 'Your bank refused the sign-in. Check your account there, or use another bank.',
  [IbvStatus.notStarted]: 'Open the bank page to begin.',
  [IbvStatus.startedNotCompleted]: 'The bank page is open and not finished. Go back to it to continue.',
  [IbvStatus.loginVerified]: 'You are signed in at your bank. We are reading your accounts.',
  [IbvStatus.inProgress]: 'We are checking your bank information. You can leave this page.',
  [IbvStatus.successful]: 'Your bank account is verified.',
}
