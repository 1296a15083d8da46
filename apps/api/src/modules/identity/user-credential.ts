import type { KeyObject } from 'node:crypto'
import { GrantType } from '@dolphin/domain/identity/codes'
import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
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

/** A page asks a dozen times in a row with the same statement. */
const MOST_REMEMBERED = 1_000

/**
 * Ed25519 only: the algorithm is never taken from the statement itself (design/security.md T8). A statement
 * that was found genuine stays so, whatever becomes of its session, so its signature is not checked again at
 * every request: a loan's page would take 8 % more processor time (docs/decisions/tricks.md).
 */
export function createUserCredentials(keys: KeyRing['credentialKeys']): UserCredentials {
  const genuine = new LRUCache<string, CredentialClaims>({ max: MOST_REMEMBERED })
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
      const known = genuine.get(credential)
      if (known !== undefined) return known
      if (!isAsWritten(credential)) return undefined
      for (const { publicKey } of keys) {
        const claims = await claimsIn(credential, publicKey)
        if (claims === undefined) continue
        genuine.set(credential, claims)
        return claims
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
