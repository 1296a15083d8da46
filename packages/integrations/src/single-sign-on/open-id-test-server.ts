import { DAY_SECONDS } from '@dolphin/domain/time/durations'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '@dolphin/domain/time/clock'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider'

const KEY_ID = 'of-the-tests'
const ALGORITHM = 'RS256'
const LIFETIME_SECONDS = 300
/** The client's assertions are of the test's own time, the provider's clock is not. */
const ANY_TIME_SECONDS = 100 * 365 * DAY_SECONDS

/** Someone with an account at the provider, and how they sign in there. */
export interface TestAccount {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly acr?: string
  readonly amr?: readonly string[]
}

/** How an ID token is spoiled before it leaves. */
export interface TokenFault {
  /** Claims to change; undefined takes one away. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** Not signed at all, by a key that no one knows, or with the client's secret. */
  readonly signature?: 'none' | 'stranger' | 'secret'
}

export interface TestClientRegistration {
  readonly clientId: string
  readonly clientSecret?: string
  /** In place of a secret. */
  readonly publicKey?: Readonly<Record<string, unknown>>
  readonly redirectUri: string
}

/** A provider of OpenID Connect on this machine: oidc-provider, with the accounts and the faults of a test. */
export class OpenIdTestServer {
  /** Who signs in next; undefined: the person refuses. */
  account: TestAccount | undefined
  tokenFault: TokenFault | undefined
  /** Every request is answered with this status. */
  status: number | undefined
  readonly #server: Server
  readonly issuer: string

  private constructor(server: Server) {
    this.#server = server
    this.issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  }

  /** Starts one; its ID tokens are of the test's own time. */
  static async start(client: TestClientRegistration, clock: Clock): Promise<OpenIdTestServer> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    const started = new OpenIdTestServer(server)
    const keys = await generateKeyPair(ALGORITHM, { extractable: true })
    const stranger = await generateKeyPair(ALGORITHM)
    const signing = { own: keys.privateKey, stranger: stranger.privateKey, secret: client.clientSecret ?? '' }
    const jwk = { ...(await exportJWK(keys.privateKey)), kid: KEY_ID, alg: ALGORITHM, use: 'sig' }
    const provider = new Provider(started.issuer, started.#configuration(client, jwk))
    provider.use(async (context, next) => {
      await next()
      await started.#spoil(context as KoaContextWithOIDC, signing, clock)
    })
    const answer = provider.callback()
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (started.status !== undefined) return void response.writeHead(started.status).end('{}')
      if (request.url?.startsWith('/interaction/')) return void started.#interact(provider, request, response)
      void answer(request, response)
    })
    return started
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Signs in as a browser does; answers the query with which it is sent back. */
  async signIn(location: string, account?: TestAccount): Promise<string> {
    this.account = account
    const cookies = new Map<string, string>()
    let address = location
    while (address.startsWith(this.issuer)) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(address, { redirect: 'manual', headers: { cookie } })
      for (const set of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = set.split(';', 1)[0]?.split('=', 2) ?? []
        cookies.set(name, value)
      }
      const next = answer.headers.get('location')
      if (next === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
      address = new URL(next, address).href
    }
    return new URL(address).search
  }

  #configuration(
    { clientId, clientSecret, publicKey, redirectUri }: TestClientRegistration,
    jwk: Readonly<Record<string, unknown>>,
  ): Configuration {
    return {
      clients: [
        {
          client_id: clientId,
          redirect_uris: [redirectUri],
          grant_types: ['authorization_code'],
          response_types: ['code'],
          ...(publicKey === undefined
            ? { client_secret: clientSecret }
            : { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [publicKey] } }),
        },
      ],
      jwks: { keys: [jwk] },
      cookies: { keys: ['of the tests'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      ttl: {
        AccessToken: LIFETIME_SECONDS,
        AuthorizationCode: LIFETIME_SECONDS,
        Grant: LIFETIME_SECONDS,
        IdToken: LIFETIME_SECONDS,
        Interaction: LIFETIME_SECONDS,
        Session: LIFETIME_SECONDS,
      },
      clockTolerance: ANY_TIME_SECONDS,
      pkce: { required: () => true },
      findAccount: (_context, accountId) => ({
        accountId,
        claims: () => Promise.resolve({ ...this.#mailOf(), sub: accountId }),
      }),
      async loadExistingGrant(context) {
        const { client, session } = context.oidc
        const grant = new context.oidc.provider.Grant({
          clientId: client?.clientId ?? '',
          accountId: session?.accountId ?? '',
        })
        grant.addOIDCScope('openid email')
        await grant.save()
        return grant
      },
    }
  }

  #mailOf() {
    const { email, email_verified = true } = this.account ?? {}
    return email === undefined ? {} : { email, email_verified }
  }

  async #interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { account } = this
    const result =
      account === undefined
        ? { error: 'access_denied', error_description: 'The person refused' }
        : { login: { accountId: account.sub, remember: false } }
    await provider.interactionFinished(request, response, result)
  }

  /** Gives the ID token the test's time, what the person's sign-in says of itself, and the fault. */
  async #spoil(
    context: KoaContextWithOIDC,
    signing: { readonly own: CryptoKey; readonly stranger: CryptoKey; readonly secret: string },
    clock: Clock,
  ): Promise<void> {
    const body = context.body as { id_token?: string } | undefined
    if (context.path !== '/token' || body?.id_token === undefined) return
    const issued = JSON.parse(
      Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString(),
    ) as JWTPayload
    const now = Math.floor(clock.now().getTime() / 1_000)
    const { acr, amr } = this.account ?? {}
    const { claims = {}, signature } = this.tokenFault ?? {}
    const payload = { ...issued, iat: now, exp: now + LIFETIME_SECONDS, auth_time: now, acr, amr, ...claims }
    body.id_token = await signed(JSON.parse(JSON.stringify(payload)) as JWTPayload, signature, signing)
  }
}

async function signed(
  payload: JWTPayload,
  signature: TokenFault['signature'],
  {
    own,
    stranger,
    secret,
  }: { readonly own: CryptoKey; readonly stranger: CryptoKey; readonly secret: string },
): Promise<string> {
  if (signature === 'none') return new UnsecuredJWT(payload).encode()
  if (signature === 'secret')
    return await new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret))
  const key = signature === 'stranger' ? stranger : own
  return await new SignJWT(payload).setProtectedHeader({ alg: ALGORITHM, kid: KEY_ID }).sign(key)
}
