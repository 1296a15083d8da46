import type * as openIdLibrary from 'openid-client'
import type { FailureReason } from '../ibv/provider-failure.ts'

type Library = typeof openIdLibrary

/**
 * Why a sign-in at the provider counts for nothing. `over`: the code was used or is too old; `denied`: the provider let
 * no one in; `clockOff`: a token of another time; `tooWeak`: not as the desk requires; `invalid`: not as agreed.
 */
export interface OpenIdRefusal {
  readonly reason: 'over' | 'denied' | 'clockOff' | 'tooWeak' | 'invalid'
  /** Names of the protocol alone, for logs. */
  readonly code: string
}

type OpenIdFault =
  | { readonly kind: 'away'; readonly reason: FailureReason; readonly code?: string }
  | { readonly kind: 'refused'; readonly refusal: OpenIdRefusal }

/** What the person can mend at the provider, or chose there. Source: OpenID Connect Core 1.0 §3.1.2.6. */
const DENIALS: ReadonlySet<string> = new Set([
  'access_denied',
  'login_required',
  'interaction_required',
  'account_selection_required',
  'consent_required',
])
/** The provider's own trouble. Source: RFC 6749 §4.1.2.1. */
const TROUBLES: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable'])

/** The library's codes of silence, and of answers that come from something in between. */
const AWAY: Readonly<Record<string, FailureReason>> = {
  OAUTH_TIMEOUT: 'timeout',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'serverError',
  OAUTH_RESPONSE_IS_NOT_JSON: 'malformed',
}
const TIMESTAMP = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'

const refusal = (reason: OpenIdRefusal['reason'], code: string): OpenIdFault => ({
  kind: 'refused',
  refusal: { reason, code },
})

/** What an error of the library means; undefined: it is none of the library's. Never reads a message. */
export function faultOf(library: Library, error: unknown): OpenIdFault | undefined {
  if (error instanceof library.AuthorizationResponseError) return answerFault(error.error)
  if (error instanceof library.ResponseBodyError)
    return refusal(error.error === 'invalid_grant' ? 'over' : 'invalid', error.error)
  if (error instanceof library.WWWAuthenticateChallengeError) return refusal('invalid', error.code)
  if (error instanceof library.ClientError) return clientFault(error)
  // The network's own errors; those of wrong arguments have a code.
  if (error instanceof TypeError && !('code' in error)) return { kind: 'away', reason: 'unreachable' }
  return undefined
}

function answerFault(error: string): OpenIdFault {
  if (TROUBLES.has(error)) return { kind: 'away', reason: 'serverError', code: error }
  return refusal(DENIALS.has(error) ? 'denied' : 'invalid', error)
}

function clientFault({
  code = 'unknown',
  cause,
}: {
  readonly code?: string
  readonly cause?: unknown
}): OpenIdFault {
  const reason = AWAY[code]
  if (reason !== undefined) return { kind: 'away', reason, code }
  if (code !== TIMESTAMP) return refusal('invalid', code)
  return refusal(claimOf(cause) === 'auth_time' ? 'tooWeak' : 'clockOff', code)
}

/** Which claim an error of the library is about. */
function claimOf(cause: unknown): unknown {
  const detail = cause instanceof Error ? cause.cause : cause
  return typeof detail === 'object' && detail !== null && 'claim' in detail ? detail.claim : undefined
}
