import { HOUR_MS } from '@dolphin/domain/time/durations'
import { createPrivateKey } from 'node:crypto'
import { assert } from '@dolphin/domain/assert'
import { type Outcome, ok, refused } from '@dolphin/domain/outcome'
import type { Clock } from '@dolphin/domain/time/clock'
import type * as openIdLibrary from 'openid-client'
import type { ClientAuth, ClientMetadata, Configuration, IDToken, ServerMetadata } from 'openid-client'
import { Circuit } from '../ibv/circuit.ts'
import { type FailureReason, ProviderFailure } from '../ibv/provider-failure.ts'
import { faultOf, type OpenIdRefusal } from './open-id-faults.ts'
import type { ClientCredential, OpenIdSettings } from './open-id-settings.ts'

type Library = typeof openIdLibrary

const PROVIDER = 'openId'
const SCOPE = 'openid email'
const TIMEOUT_SECONDS = 5
/** What the clocks of provider and server may differ by. */
const CLOCK_TOLERANCE_SECONDS = 60
/** How long the provider's own description is taken for current. */
const DESCRIPTION_MS = HOUR_MS

/** What ties one sign-in together; each of the three is random and used once. */
export interface OpenIdFlow {
  readonly state: string
  readonly nonce: string
  /** PKCE: 43 to 128 characters that only the browser which began holds. Source: RFC 7636 §4.1. */
  readonly verifier: string
  /** Where the provider sends the browser back. */
  readonly redirectUri: string
}

/** Who signed in at the provider, and how, as its verified ID token says. */
export interface OpenIdIdentity {
  readonly issuer: string
  readonly subject: string
  /** Only an address that the provider has verified. */
  readonly email: string | undefined
  readonly acr: string | undefined
  readonly amr: readonly string[]
}

/**
 * A company's provider of OpenID Connect: authorization code with PKCE, state and nonce; the ID token's signature is
 * always verified. The provider's description is read when first needed and every hour; after five failures in a row it
 * is not asked for half a minute. Errors: ProviderFailure where the provider does not answer.
 */
export class OpenIdClient {
  readonly #settings: OpenIdSettings
  readonly #clock: Clock
  readonly #machineClock: Clock
  readonly #circuit: Circuit
  #description: { readonly metadata: ServerMetadata; readonly readAt: number } | undefined

  /** Of the two clocks the library reads the machine's; it is handed what the server's differs by. */
  constructor(settings: OpenIdSettings, clock: Clock, machineClock: Clock) {
    this.#settings = settings
    this.#clock = clock
    this.#machineClock = machineClock
    this.#circuit = new Circuit(clock)
  }

  /** False while the provider is not asked, because it did not answer. */
  get isAvailable(): boolean {
    return this.#circuit.isClosed
  }

  /** The address at the provider at which a person signs in. */
  async begin({ state, nonce, verifier, redirectUri }: OpenIdFlow): Promise<Outcome<string, OpenIdRefusal>> {
    return await this.#ask('begin', async (library) => {
      const { acr, maxAgeSeconds } = this.#settings
      const address = library.buildAuthorizationUrl(await this.#configuration(library), {
        scope: SCOPE,
        redirect_uri: redirectUri,
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(acr === undefined ? {} : { acr_values: acr }),
        ...(maxAgeSeconds === undefined ? { prompt: 'login' } : { max_age: String(maxAgeSeconds) }),
      })
      return ok(address.href)
    })
  }

  /** Who signed in, by the query with which the provider sent the browser back. */
  async complete(
    { state, nonce, verifier, redirectUri }: OpenIdFlow,
    answer: string,
  ): Promise<Outcome<OpenIdIdentity, OpenIdRefusal>> {
    return await this.#ask('complete', async (library) => {
      const configuration = await this.#configuration(library)
      const back = new URL(redirectUri)
      back.search = answer
      const { maxAgeSeconds } = this.#settings
      const tokens = await library.authorizationCodeGrant(configuration, back, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
      })
      const claims = tokens.claims()
      assert(claims !== undefined, 'the library refuses an answer without an ID token')
      const refusal = this.#refusalOf(claims, configuration.serverMetadata())
      if (refusal !== undefined) return refused(refusal)
      const mailClaims =
        claims['email'] === undefined
          ? await library.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : claims
      return ok(identityOf(claims, mailClaims))
    })
  }

  /**
   * What the library leaves to its caller: an issuer that stands for many companies, an ID token of the future, and what
   * the desk requires.
   */
  #refusalOf({ iss, iat, acr, amr }: IDToken, { issuer }: ServerMetadata): OpenIdRefusal | undefined {
    if (iss !== issuer) return { reason: 'invalid', code: 'iss' }
    if (iat > secondsOf(this.#clock.now()) + CLOCK_TOLERANCE_SECONDS)
      return { reason: 'clockOff', code: 'iat' }
    if (this.#settings.acr !== undefined && acr !== this.#settings.acr)
      return { reason: 'tooWeak', code: 'acr' }
    if (this.#settings.amr !== undefined && !textsOf(amr).includes(this.#settings.amr))
      return { reason: 'tooWeak', code: 'amr' }
    return undefined
  }

  async #ask<T>(
    operation: string,
    ask: (library: Library) => Promise<Outcome<T, OpenIdRefusal>>,
  ): Promise<Outcome<T, OpenIdRefusal>> {
    if (!this.#circuit.enter()) throw failure(operation, 'circuitOpen')
    const library = await import('openid-client')
    try {
      const answer = await ask(library)
      this.#circuit.succeeded()
      return answer
    } catch (error) {
      const fault = faultOf(library, error)
      if (fault === undefined || fault.kind === 'away') this.#circuit.failed()
      else this.#circuit.succeeded()
      if (fault === undefined) throw error
      if (fault.kind === 'away') throw failure(operation, fault.reason, fault.code)
      return refused(fault.refusal)
    }
  }

  /** Made for each use, so that times are judged by the server's clock and keys are those of now. */
  async #configuration(library: Library): Promise<Configuration> {
    const { clientId, credential } = this.#settings
    const client: Partial<ClientMetadata> = {
      [library.clockSkew]: secondsOf(this.#clock.now()) - secondsOf(this.#machineClock.now()),
      [library.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
    }
    const metadata = await this.#describe(library)
    const authentication = authenticationOf(library, credential, metadata)
    const configuration = new library.Configuration(metadata, clientId, client, authentication)
    configuration.timeout = TIMEOUT_SECONDS
    library.enableNonRepudiationChecks(configuration)
    if (this.#isPlain) library.allowInsecureRequests(configuration)
    return configuration
  }

  /** A provider on this machine; the settings decide where that is allowed. */
  get #isPlain(): boolean {
    return this.#settings.issuer.startsWith('http:')
  }

  async #describe(library: Library): Promise<ServerMetadata> {
    const now = this.#clock.now().getTime()
    if (this.#description !== undefined && now - this.#description.readAt < DESCRIPTION_MS)
      return this.#description.metadata
    const { issuer, clientId } = this.#settings
    const execute = this.#isPlain ? [library.allowInsecureRequests] : []
    const options = { timeout: TIMEOUT_SECONDS, execute }
    const found = await library.discovery(new URL(issuer), clientId, undefined, undefined, options)
    const metadata = found.serverMetadata()
    this.#description = { metadata, readAt: now }
    return metadata
  }
}

/** A secret goes into the header, which every provider takes that does not say otherwise. Source: OpenID Connect Core 1.0 §9. */
function authenticationOf(
  library: Library,
  credential: ClientCredential,
  { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] }: ServerMetadata,
): ClientAuth {
  if (credential.kind === 'key') return library.PrivateKeyJwt(signingKey(credential.pem))
  return methods.includes('client_secret_basic')
    ? library.ClientSecretBasic(credential.secret)
    : library.ClientSecretPost(credential.secret)
}

/** The key for `private_key_jwt`: RS256 of an RSA key, ES256 of a P-256 one. */
function signingKey(pem: string): CryptoKey {
  const key = createPrivateKey(pem)
  const algorithm =
    key.asymmetricKeyType === 'rsa'
      ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
      : { name: 'ECDSA', namedCurve: 'P-256' }
  return key.toCryptoKey(algorithm, false, ['sign']) as CryptoKey
}

const failure = (operation: string, reason: FailureReason, vendorCode?: string): ProviderFailure =>
  new ProviderFailure({ provider: PROVIDER, operation, reason, vendorCode })

const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1_000)

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

function identityOf(
  { iss, sub, acr, amr }: IDToken,
  mail: Readonly<Record<string, unknown>>,
): OpenIdIdentity {
  const { email } = mail
  return {
    issuer: iss,
    subject: sub,
    email: mail['email_verified'] === true && typeof email === 'string' ? email : undefined,
    acr: typeof acr === 'string' ? acr : undefined,
    amr: textsOf(amr),
  }
}
