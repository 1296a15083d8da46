import { createHmac } from 'node:crypto'
import type { KeyRing } from '../../security/keys.ts'

/** Digest of a six-digit code, bound to its flow; keyed, for a plain digest of six digits hides nothing. */
export function codeDigest(keys: Pick<KeyRing, 'derive'>, flowId: string, code: string): string {
  return createHmac('sha256', keys.derive('login codes')).update(`${flowId}:${code}`).digest('hex')
}
