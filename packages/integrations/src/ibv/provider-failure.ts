/** What went wrong between us and a vendor; each is handled alike whichever vendor it was. */
export type FailureReason =
  | 'timeout'
  | 'unreachable'
  | 'rateLimited'
  | 'serverError'
  | 'refused'
  | 'malformed'
  | 'circuitOpen'

export type FailureDetail = {
  readonly provider: string
  /** Our own name of the call, such as "listAccounts". */
  readonly operation: string
  readonly reason: FailureReason
  /** The vendor's class of error; codes only, never its sentences, for those quote what was sent. */
  readonly vendorType?: string | undefined
  readonly vendorCode?: string | undefined
}

const SAFE_CODE = /^\w{1,60}$/

/**
 * A vendor did not do what was asked. Carries names and codes, so that it can be logged whole: no address, token,
 * account number or text of the vendor's ever gets in.
 */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly reason: FailureReason
  readonly vendorType: string | undefined
  readonly vendorCode: string | undefined
  /** What logs show of it. */
  readonly code: string

  constructor({ provider, operation, reason, vendorType, vendorCode }: FailureDetail) {
    super(`${provider} ${operation}: ${reason}`)
    this.reason = reason
    this.vendorType = safeCode(vendorType)
    this.vendorCode = safeCode(vendorCode)
    this.code = [provider, operation, reason, this.vendorCode].filter(Boolean).join('/')
  }
}

const safeCode = (text: string | undefined) => (text !== undefined && SAFE_CODE.test(text) ? text : undefined)
