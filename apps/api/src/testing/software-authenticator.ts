import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What tests may change about an answer of the authenticator. */
export interface AuthenticatorAnswer {
  readonly origin?: string
  /** Whether a PIN or fingerprint was given. */
  readonly isVerified?: boolean
  /** Signs with a count of its own, as a copy of the key would. */
  readonly counter?: number
}

interface Options {
  readonly challenge?: unknown
  readonly rp?: unknown
  readonly rpId?: unknown
  readonly user?: unknown
}

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40
const DESK = 'http://desk.localhost:8080'

const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/** CBOR of what a registration holds: integers, bytes, texts and maps (RFC 8949). */
function cbor(value: number | Uint8Array | string | ReadonlyMap<number | string, unknown>): Buffer {
  const head = (major: number, length: number): Buffer =>
    length < 24
      ? Buffer.of((major << 5) | length)
      : length < 256
        ? Buffer.of((major << 5) | 24, length)
        : Buffer.of((major << 5) | 25, length >> 8, length & 255)
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as string)])
  return Buffer.concat([head(5, value.size), ...entries])
}

/** A security key in software: one passkey, a count that rises. Source: WebAuthn Level 3, sections 6 and 7. */
export class SoftwareAuthenticator {
  readonly #key: KeyObject
  readonly #publicKey: Buffer
  readonly #id = randomBytes(16)
  #counter = 0
  #userHandle = ''

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#publicKey = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
  }

  /** Makes the passkey that a registration asks for. */
  register(options: Options, answer: AuthenticatorAnswer = {}) {
    const { id: rpId } = options.rp as { id: string }
    // A real key would make another passkey for another person; this one keeps the first.
    this.#userHandle ||= (options.user as { id: string }).id
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.of(0, this.#id.length),
      this.#id,
      this.#publicKey,
    ])
    const data = Buffer.concat([this.#head(rpId, answer, ATTESTED), attested])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', data],
    ])
    return {
      ...this.#frame(),
      response: {
        clientDataJSON: base64url(clientData('webauthn.create', options, answer)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['usb'],
      },
    }
  }

  /** Signs what a sign-in or an act asks for. */
  assert(options: Options, answer: AuthenticatorAnswer = {}) {
    const data = this.#head(options.rpId as string, answer, 0)
    const client = clientData('webauthn.get', options, answer)
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#key)
    return {
      ...this.#frame(),
      response: {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: this.#userHandle,
      },
    }
  }

  #frame() {
    const id = base64url(this.#id)
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
  }

  #head(rpId: string, { isVerified = true, counter }: AuthenticatorAnswer, flags: number): Buffer {
    this.#counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? this.#counter)
    const all = flags | PRESENT | (isVerified ? VERIFIED : 0)
    return Buffer.concat([sha256(rpId), Buffer.of(all), count])
  }
}

const clientData = (type: string, { challenge }: Options, { origin = DESK }: AuthenticatorAnswer): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
