import type { Localized } from '@dolphin/domain/portfolios/localized'

/** What the page does on a refusal. A path replaces the route; the others stay on the page. */
export type Reaction =
  | '/sign-in'
  | '/403'
  | '/404'
  | '/500'
  | '/notification/203'
  | '/notification/206'
  | '/notification/301'
  | '/notification/302'
  | 'popup'
  | 'field errors'
  | 'show both values'
  | 'look again'
  | 'authorize'
  | 'wait and retry'

export interface ResponseCodeEntry {
  /** 8 digits, negative: service then kind. */
  readonly code: number
  readonly httpStatus:
    | 400
    | 401
    | 403
    | 404
    | 405
    | 409
    | 410
    | 413
    | 415
    | 422
    | 423
    | 429
    | 500
    | 501
    | 502
    | 503
  /** For people: what happened, and what to do now. */
  readonly message: Localized
  readonly reaction: Reaction
  /** Codes that product.md §8 names keep its numbers. */
  readonly source: 'product.md §8' | 'ours'
}

/** A code that product.md §8 names, under its own number. */
export const product = (
  code: number,
  httpStatus: ResponseCodeEntry['httpStatus'],
  reaction: Reaction,
  message: Localized,
): ResponseCodeEntry => ({ code, httpStatus, reaction, message, source: 'product.md §8' })

/** A code of our own, in the pattern of contract.md. */
export const ours = (
  code: number,
  httpStatus: ResponseCodeEntry['httpStatus'],
  reaction: Reaction,
  message: Localized,
): ResponseCodeEntry => ({ code, httpStatus, reaction, message, source: 'ours' })
