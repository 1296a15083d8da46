import type { IbvRequest } from '@dolphin/database/ibv-repository'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { verificationWay } from '../../origination/statement-provider.ts'

/** What each status of a bank link says to the borrower, and what they can do. Source: product.md §4; wording ours. */
const LINK_TEXT: Readonly<Record<IbvStatus, string>> = {
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

/** A statement, or a request for a person, only ever waits, is accepted or is refused. */
const REVIEW_TEXT: Readonly<Partial<Record<IbvStatus, string>>> = {
  [IbvStatus.accountError]: 'We could not use your statement. Send another one, or link your bank.',
  [IbvStatus.inProgress]: 'A person is looking at it. We write to you as soon as it is done.',
  [IbvStatus.successful]: 'Your income is verified.',
}

export function statusText(request: Pick<IbvRequest, 'provider' | 'status'>): string {
  const own = verificationWay(request) === 'bank' ? undefined : REVIEW_TEXT[request.status]
  return own ?? LINK_TEXT[request.status]
}
