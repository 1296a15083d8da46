import { ours, product } from './entry.ts'

/** Who is asking: -82030xxx. Source: domain.md §12. */
export const identityCodes = {
  noIdentity: product(-82030001, 401, '/sign-in', 'Please sign in to go on.'),
  tokenOutdated: product(-82030002, 401, '/sign-in', 'Your session has ended. Please sign in again.'),
  resourceSessionRequired: ours(-82030003, 401, 'popup', 'Please confirm who you are to open this link.'),
  identityNotMatched: ours(
    -82030004,
    422,
    'popup',
    'These details do not match our records. Check them and try again.',
  ),
  identityLocked: ours(
    -82030005,
    423,
    'popup',
    'Too many tries. This link is locked; please sign in, or contact us for a new link.',
  ),
  loginCodeInvalid: ours(
    -82030006,
    422,
    'field errors',
    'This code is not right. Check it and enter it again.',
  ),
  loginCodeExpired: ours(-82030007, 410, 'popup', 'This code has expired. Ask for a new one.'),
  loginCodeLocked: ours(
    -82030008,
    423,
    '/sign-in',
    'Too many wrong codes. Please sign in again for a new code.',
  ),
  signInThrottled: ours(
    -82030009,
    429,
    'wait and retry',
    'Too many tries. Please wait a moment, then try again or reset your password.',
  ),
  signInRequiredForStep: ours(-82030010, 401, '/sign-in', 'Please sign in to take this step.'),
  linkNoLongerValid: ours(-82030011, 410, 'popup', 'This link was used or has expired. Ask for a new one.'),
  originNotAllowed: ours(
    -82030012,
    403,
    '/403',
    'This request came from another site. Open our page and try again.',
  ),
  recentSignInRequired: ours(-82030013, 401, '/sign-in', 'Please sign in again before changing this.'),
} as const
