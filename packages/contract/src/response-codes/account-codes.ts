import { ours, product } from './entry.ts'

/** The account itself: -79050xxx. */
export const accountCodes = {
  credentialInvalid: product(
    -79050001,
    401,
    '/sign-in',
    'Your sign-in is not valid any more. Please sign in again.',
  ),
  accountInformationInvalid: product(
    -79050002,
    422,
    'popup',
    'The e-mail or password is not right. Check both, or reset your password.',
  ),
  identityInformationMissing: product(
    -79050003,
    401,
    '/sign-in',
    'Part of your sign-in is missing. Please sign in again.',
  ),
  wrongGrantType: product(
    -79050004,
    403,
    '/403',
    'Your account may not do this. Sign in with the right account.',
  ),
  accountDuplicate: ours(
    -79050005,
    409,
    'popup',
    'This e-mail already has an account. Please sign in instead.',
  ),
  passwordRefused: ours(
    -79050006,
    422,
    'field errors',
    'This password cannot be used. Choose another that meets the list.',
  ),
  currentPasswordWrong: ours(
    -79050007,
    422,
    'field errors',
    'The current password is not right. Enter it again.',
  ),
  contactNotVerifiable: ours(-79050008, 422, 'popup', 'We cannot send a code there. Choose another contact.'),
  contactCodeInvalid: ours(
    -79050009,
    422,
    'field errors',
    'This code is not right or has expired. Ask for a new one.',
  ),
  authenticatorCodeInvalid: ours(
    -79050010,
    422,
    'field errors',
    'This authenticator code is not right. Enter the newest one.',
  ),
  authenticatorAlreadyOn: ours(
    -79050013,
    409,
    'popup',
    'An authenticator app is on already. To set up another one, first choose to switch it off.',
  ),
  textMessagesNotAvailable: ours(
    -79050014,
    422,
    'popup',
    'We cannot send text messages at the moment. Verify your e-mail instead, or try again later.',
  ),
  contactOptedOut: ours(
    -79050015,
    422,
    'popup',
    'You asked us not to call or text you, so we cannot send a code to a phone. Call us to change this.',
  ),
  accountNotFound: ours(-79050016, 404, 'popup', 'No account of this portfolio has this e-mail. Check both.'),
  accountChangeRefused: ours(
    -79050017,
    409,
    'popup',
    'The account is in this state already, or cannot go from here to there. Look at it again.',
  ),
  consentRequired: ours(-79050011, 422, 'popup', 'A required consent is missing. Tick it to go on.'),
  consentOutdated: ours(
    -79050012,
    409,
    'popup',
    'A consent text has changed. Read the new text and confirm it.',
  ),
} as const
