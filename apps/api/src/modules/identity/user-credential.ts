import type { KeyObject } from 'node:crypto'
import { GrantType } from '@dolphin/domain/identity/codes'
import { jwtVerify, SignJWT } from 'jose'
import type { KeyRing } from '../../security/keys.ts'

const ISSUER = 'dolphin'
const AUDIENCE = 'dolphin-api'

/** The signed statement beside the access token. Source: domain.md §12. */
export interface CredentialClaims {
  readonly sessionId: string
  readonly portfolioId: number
  readonly grantType: GrantType
  /** Absent in a limited session. */
  readonly openId: string | undefined
}

export interface UserCredentials {
  sign(claims: CredentialClaims, issuedAt: Date): Promise<string>
  /** The claims, or undefined for anything forged, altered or of another issuer. Expiry is the session's. */
  read(credential: string): Promise<CredentialClaims | undefined>
}

/** Ed25519 only: the algorithm is never taken from the statement itself (design/security.md T8). */
export function createUserCredentials(keys: KeyRing['credentialKeys']): UserCredentials {
  return {
    sign({ sessionId, portfolioId, grantType, openId }, issuedAt) {
      const jwt = new SignJWT({ sid: sessionId, pid: portfolioId, gty: grantType })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(Math.floor(issuedAt.getTime() / 1_000))
      return (openId === undefined ? jwt : jwt.setSubject(openId)).sign(keys[0].privateKey)
    },
    async read(credential) {
      if (!isAsWritten(credential)) return undefined
      for (const { publicKey } of keys) {
        const claims = await claimsIn(credential, publicKey)
        if (claims !== undefined) return claims
      }
      return undefined
    },
  }
}

/**
 * Several texts decode to the same bytes: the decoder ignores some bits of the last character of a signature.
 */
const isAsWritten = (credential: string): boolean =>
  credential.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)

function claimsOf(payload: Readonly<Record<string, unknown>>): CredentialClaims | undefined {
  const { sid, pid, gty, sub } = payload
  if (typeof sid !== 'string' || typeof pid !== 'number') return undefined
  if (gty !== GrantType.customer && gty !== GrantType.employee) return undefined
  return {
    sessionId: sid,
    portfolioId: pid,
    grantType: gty,
    openId: typeof sub === 'string' ? sub : undefined,
  }
}

/** The claims of a statement that this key signed. */
async function claimsIn(credential: string, publicKey: KeyObject): Promise<CredentialClaims | undefined> {
  try {
    const { payload } = await jwtVerify(credential, publicKey, {
      algorithms: ['EdDSA'],
      issuer: ISSUER,
      audience: AUDIENCE,
    })
    return claimsOf(payload)
  } catch {
    return undefined
  }
}
