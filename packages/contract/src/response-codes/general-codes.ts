import { ours } from './entry.ts'

/** Any call: -9501xxxx input, -9509xxxx ourselves. */
export const generalCodes = {
  invalidInput: ours(
    -95010001,
    422,
    'field errors',
    'Some entries need a change. Please correct the marked fields.',
  ),
  notFound: ours(
    -95010002,
    404,
    '/404',
    'We cannot find this. Check the address, or go back to your home page.',
  ),
  conflict: ours(
    -95010003,
    409,
    'show both values',
    'This was changed elsewhere in the meantime. Compare both values and save again.',
  ),
  tooManyRequests: ours(
    -95010004,
    429,
    'wait and retry',
    'Too many requests. Please wait a moment and try again.',
  ),
  payloadTooLarge: ours(-95010005, 413, 'popup', 'This is too large. Choose a file of at most 10 MB.'),
  unsupportedFile: ours(-95010006, 415, 'field errors', 'Choose CSV or png file !'),
  idempotencyKeyMissing: ours(
    -95010007,
    400,
    'popup',
    'This request has no key. Reload the page and try again.',
  ),
  idempotencyKeyReused: ours(
    -95010008,
    409,
    'popup',
    'This request was sent before with other content. Reload the page and try again.',
  ),
  idempotencyInProgress: ours(
    -95010009,
    409,
    'wait and retry',
    'The same request is still being done. Please wait a moment and try again.',
  ),
  methodNotAllowed: ours(
    -95010010,
    405,
    'popup',
    'This address does not take such a request. Reload the page and try again.',
  ),
  unsupportedMediaType: ours(
    -95010011,
    415,
    'popup',
    'This content type is not taken. Send the request as JSON or as a form.',
  ),
  malformedRequest: ours(
    -95010012,
    400,
    'popup',
    'This request cannot be read. Reload the page and try again.',
  ),
  fileUnreadable: ours(
    -95010013,
    422,
    'field errors',
    'This file cannot be read. Save it again and choose the new file.',
  ),
  unexpected: ours(
    -95090001,
    500,
    '/500',
    'Something went wrong on our side. Nothing is lost; please try again in a moment.',
  ),
  notYetAvailable: ours(
    -95090002,
    501,
    'popup',
    'This is not available yet. Please contact us and we will do it for you.',
  ),
  overloaded: ours(-95090003, 503, 'wait and retry', 'We are very busy. Please wait a moment and try again.'),
  providerUnavailable: ours(
    -95090004,
    502,
    'popup',
    'A partner that we need does not answer. Please try again in a few minutes.',
  ),
} as const
