import { createECDH, createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto'

/** What a browser is asked to sign with. */
export interface SigningOptions {
  readonly challenge?: unknown
  readonly rpId?: unknown
}

/** How one answer is made. */
export interface SignedAnswer {
  readonly origin: string
  /** Whether a PIN or fingerprint was given. */
  readonly isVerified: boolean
  readonly counter: number
  /** A key that a cloud account copies to other devices. */
  readonly isSynced?: boolean
}

const CURVE = 'prime256v1'
const PRESENT = 0x01
const VERIFIED = 0x04
/** Backup eligible, and backed up. */
const SYNCED = 0x18

const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

/** CBOR of what a key and a registration hold: integers, bytes, texts and maps (RFC 8949). */
export function cbor(value: number | Uint8Array | string | ReadonlyMap<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value)
  if (typeof value === 'string')
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([cborHead(2, value.length), value])
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as string)])
  return Buffer.concat([cborHead(5, value.size), ...entries])
}

const cborHead = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.of((major << 5) | length)
    : length < 256
      ? Buffer.of((major << 5) | 24, length)
      : Buffer.of((major << 5) | 25, length >> 8, length & 255)

/** What a browser says it signed, as an authenticator gets it. Source: WebAuthn Level 3, section 5.8.1. */
export const clientData = (type: string, challenge: unknown, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

/** The head of authenticator data: the host, flags and the count. Source: WebAuthn Level 3, section 6.1. */
export function authenticatorHead(
  rpId: string,
  { isVerified, counter, isSynced }: Omit<SignedAnswer, 'origin'>,
  flags = 0,
): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  const all = flags | PRESENT | (isVerified ? VERIFIED : 0) | (isSynced === true ? SYNCED : 0)
  return Buffer.concat([sha256(rpId), Buffer.of(all), count])
}

/** A passkey in software: a key of P-256 that is derived from 32 bytes. For development and tests alone. */
export class SoftwarePasskey {
  readonly #key: KeyObject
  /** As COSE writes it, base64url. */
  readonly publicKey: string
  readonly credentialId: string

  constructor(seed: Uint8Array) {
    const pair = createECDH(CURVE)
    pair.setPrivateKey(Buffer.from(seed))
    const point = pair.getPublicKey()
    const [x, y] = [point.subarray(1, 33), point.subarray(33)]
    const jwk = { kty: 'EC', crv: 'P-256', d: Buffer.from(seed), x, y }
    const written = Object.fromEntries(
      Object.entries(jwk).map(([name, part]) => [
        name,
        typeof part === 'string' ? part : part.toString('base64url'),
      ]),
    )
    this.#key = createPrivateKey({ key: written, format: 'jwk' })
    this.publicKey = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, x],
        [-3, y],
      ]),
    ).toString('base64url')
    this.credentialId = sha256(point).subarray(0, 16).toString('base64url')
  }

  /** Signs what a sign-in or an act asks for. */
  assert({ rpId, challenge }: SigningOptions, answer: SignedAnswer) {
    const data = authenticatorHead(String(rpId), answer)
    const client = clientData('webauthn.get', challenge, answer.origin)
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), this.#key).toString('base64url'),
      },
    }
  }
}
