import { randomBytes } from 'node:crypto'
import { authenticatorHead, cbor, clientData, SoftwarePasskey } from '../modules/staff/software-passkey.ts'

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
  readonly excludeCredentials?: unknown
}

const ATTESTED = 0x40
const DESK = 'http://desk.localhost:8080'

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/** A security key in software: one passkey, a count that rises. Source: WebAuthn Level 3, sections 6 and 7. */
export class SoftwareAuthenticator {
  readonly #passkey = new SoftwarePasskey(randomBytes(32))
  #isSynced: boolean
  readonly #step: number
  #counter = 0
  #userHandle = ''

  /** `isSynced`: as a phone keeps one, copied by its owner's cloud account; such a one often counts nothing. */
  constructor({
    isSynced = false,
    counts = true,
  }: { readonly isSynced?: boolean; readonly counts?: boolean } = {}) {
    this.#isSynced = isSynced
    this.#step = counts ? 1 : 0
  }

  get credentialId(): string {
    return this.#passkey.credentialId
  }

  /** Whether it holds one of the passkeys that a registration excludes: a browser then makes none. */
  knows({ excludeCredentials }: Options): boolean {
    const excluded = (excludeCredentials ?? []) as readonly { readonly id: string }[]
    return excluded.some(({ id }) => id === this.credentialId)
  }

  /** Makes the passkey that a registration asks for. */
  register(options: Options, answer: AuthenticatorAnswer = {}) {
    this.#counter += this.#step
    const { id: rpId } = options.rp as { id: string }
    // A real key would make another passkey for another person; this one keeps the first.
    this.#userHandle ||= (options.user as { id: string }).id
    const { credentialId, publicKey } = this.#passkey
    const id = Buffer.from(credentialId, 'base64url')
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.of(0, id.length),
      id,
      Buffer.from(publicKey, 'base64url'),
    ])
    const data = Buffer.concat([authenticatorHead(rpId, this.#answer(answer), ATTESTED), attested])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', data],
    ])
    return {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(
          clientData('webauthn.create', options.challenge, this.#answer(answer).origin),
        ),
        attestationObject: base64url(cbor(attestation)),
        transports: ['usb'],
      },
    }
  }

  /** Its owner turns copying by the cloud account on or off. */
  sync(isSynced: boolean): void {
    this.#isSynced = isSynced
  }

  /** Signs what a sign-in or an act asks for. */
  assert(options: Options, answer: AuthenticatorAnswer = {}) {
    this.#counter += this.#step
    const signed = this.#passkey.assert(options, this.#answer(answer))
    return { ...signed, response: { ...signed.response, userHandle: this.#userHandle } }
  }

  #answer({ origin = DESK, isVerified = true, counter = this.#counter }: AuthenticatorAnswer) {
    return { origin, isVerified, counter, isSynced: this.#isSynced }
  }
}
