import { createHash, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto'
import type { Clock } from '@dolphin/domain/time/clock'
import { LRUCache } from 'lru-cache'
import { JsonValue, MalformedAnswer } from '../json-value.ts'
import type { LinkStore } from '../link-store.ts'
import { ProviderFailure } from '../provider-failure.ts'
import type { ConnectionNews, WebhookMessage, WebhookReading } from '../provider.ts'
import type { PlaidClient } from './plaid-client.ts'

const HEADER = 'plaid-verification'
/** Source: design/security.md T21; Plaid asks for the same. */
const WINDOW_SECONDS = 300
/** Plaid may retire a key at any time, so what is known of one is asked again this often. */
const KEY_MS = 300_000
/** A key id that Plaid did not know is not asked about again for so long; forgers may make up many. */
const UNKNOWN_KEY_MS = 60_000
const MOST_KEYS = 200
const TOKEN = /^([\w-]{2,2000})\.([\w-]{2,2000})\.([\w-]{86})$/
const KEY_ID = /^[\w-]{1,100}$/

type WebhookDeps = {
  readonly client: PlaidClient
  readonly links: LinkStore
  readonly clock: Clock
}
/** Undefined: Plaid knows none of this id. */
type CachedKey = { readonly key: KeyObject | undefined }

/**
 * Plaid signs each message: a JWT (ES256) beside it carries the SHA-256 of its bytes and when it was signed.
 * Source: plaid.com/docs/api/webhooks/webhook-verification.
 */
export class PlaidWebhook {
  readonly #parts: WebhookDeps
  readonly #keys: LRUCache<string, CachedKey>

  constructor(deps: WebhookDeps) {
    this.#parts = deps
    const now = () => deps.clock.now().getTime()
    this.#keys = new LRUCache({ max: MOST_KEYS, ttl: KEY_MS, ttlResolution: 0, perf: { now } })
  }

  /** Which session a message is about. Messages of one content are one event, however often they are sent. */
  async read({ body, headers }: WebhookMessage): Promise<WebhookReading> {
    const digest = createHash('sha256').update(body).digest()
    if (!(await this.#isSigned(headers[HEADER], digest))) return { kind: 'forged' }
    const about = sessionNames(body)
    if (about === undefined) return { kind: 'unreadable' }
    const { links } = this.#parts
    const link =
      about.linkToken === undefined
        ? about.itemId && (await links.findByConnection(about.itemId))
        : await links.find(about.linkToken)
    if (!link) return { kind: 'irrelevant' }
    const { providerSessionId } = link
    return { kind: 'news', eventId: digest.toString('hex'), providerSessionId, connection: about.connection }
  }

  async #isSigned(header: WebhookMessage['headers'][string], digest: Buffer): Promise<boolean> {
    const match = typeof header === 'string' ? TOKEN.exec(header) : null
    if (match === null) return false
    const [, head = '', claims = '', signature = ''] = match
    const keyId = keyIdOf(head)
    const key = keyId === undefined ? undefined : await this.#key(keyId)
    if (key === undefined) return false
    const signed = Buffer.from(`${head}.${claims}`)
    // JWS carries r and s side by side, not in DER. Source: RFC 7518 §3.4.
    const isByKey = verify(
      'sha256',
      signed,
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    return isByKey && this.#isOfNow(claims, digest)
  }

  #isOfNow(claims: string, digest: Buffer): boolean {
    const payload = readJson(Buffer.from(claims, 'base64url'))
    try {
      const age = this.#parts.clock.now().getTime() / 1_000 - (payload?.at('iat').wholeNumber() ?? 0)
      const told = Buffer.from(payload?.at('request_body_sha256').text() ?? '', 'hex')
      return Math.abs(age) <= WINDOW_SECONDS && told.length === digest.length && timingSafeEqual(told, digest)
    } catch (error) {
      if (error instanceof MalformedAnswer) return false
      throw error
    }
  }

  async #key(keyId: string): Promise<KeyObject | undefined> {
    const cached = this.#keys.get(keyId)
    if (cached !== undefined) return cached.key
    const key = await this.#fetchKey(keyId)
    this.#keys.set(keyId, { key }, key === undefined ? { ttl: UNKNOWN_KEY_MS } : {})
    return key
  }

  async #fetchKey(keyId: string): Promise<KeyObject | undefined> {
    try {
      return await this.#parts.client.webhookKey(keyId, publicKeyOf)
    } catch (error) {
      if (error instanceof ProviderFailure && error.reason === 'refused') return undefined
      throw error
    }
  }
}

/** The key itself; none where Plaid has retired it or it is of another kind. */
function publicKeyOf(answer: JsonValue): KeyObject | undefined {
  const jwk = answer.at('key')
  const [kty, crv] = [jwk.at('kty').text(), jwk.at('crv').text()]
  if (kty !== 'EC' || crv !== 'P-256' || jwk.at('expired_at').isPresent) return undefined
  return createPublicKey({ key: { kty, crv, x: jwk.at('x').text(), y: jwk.at('y').text() }, format: 'jwk' })
}

/** The key that signed; undefined for any other algorithm, "none" among them. */
function keyIdOf(head: string): string | undefined {
  const json = readJson(Buffer.from(head, 'base64url'))
  try {
    const [algorithm, keyId] = [json?.at('alg').optionalText(), json?.at('kid').optionalText()]
    return algorithm === 'ES256' && keyId !== undefined && KEY_ID.test(keyId) ? keyId : undefined
  } catch (error) {
    if (error instanceof MalformedAnswer) return undefined
    throw error
  }
}

/** Webhooks of an item that is kept. Source: plaid.com/docs/api/items, webhooks; docs/facts/vendors.md "Plaid". */
const CONNECTION_NEWS: ReadonlyMap<string | undefined, ConnectionNews> = new Map([
  ['USER_PERMISSION_REVOKED', 'ended'],
  ['USER_ACCOUNT_REVOKED', 'ended'],
  ['PENDING_DISCONNECT', 'ending'],
  ['PENDING_EXPIRATION', 'ending'],
])

function connectionNews(json: JsonValue): ConnectionNews | undefined {
  if (json.at('webhook_type').optionalText() !== 'ITEM') return undefined
  const code = json.at('webhook_code').optionalText()
  const error = json.at('error').optional()?.at('error_code').optionalText()
  return error === 'ITEM_LOGIN_REQUIRED' ? 'ending' : CONNECTION_NEWS.get(code)
}

function sessionNames(body: Uint8Array) {
  const json = readJson(body)
  try {
    return (
      json && {
        linkToken: json.at('link_token').optionalText(),
        itemId: json.at('item_id').optionalText(),
        connection: connectionNews(json),
      }
    )
  } catch (error) {
    if (error instanceof MalformedAnswer) return undefined
    throw error
  }
}

function readJson(bytes: Uint8Array): JsonValue | undefined {
  try {
    return new JsonValue(JSON.parse(Buffer.from(bytes).toString('utf8')), 'message')
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
