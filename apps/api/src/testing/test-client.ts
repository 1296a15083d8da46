import type { Locale } from '@dolphin/domain/portfolios/localized'
import { randomUUID } from 'node:crypto'
import type { Call, CallInputOf, CallReply } from '@dolphin/contract/call'
import type { StaffRole } from '@dolphin/domain/staff/codes'
import type { Envelope } from '@dolphin/contract/envelope'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'

export interface TestSession {
  readonly accessToken: string
  readonly userCredential: string
}

export interface CallOptions {
  /** The key of the intent; a fresh one each time by default. `null` sends none. */
  readonly idempotencyKey?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** The file of a multipart call. */
  readonly file?: TestFile
  /** Sent instead of the body, as it is: for what no client of ours would send. */
  readonly rawBody?: string
}

export interface TestFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

const BOUNDARY = 'a-boundary-of-the-tests'

/** The way to a server: the server itself, or what leads to the one that runs at the time. */
export interface HttpClient {
  inject(request: InjectOptions): Promise<HttpResponse>
}

/** The part of an answer that a browser looks at. */
export type HttpResponse = Pick<
  LightMyRequestResponse,
  'statusCode' | 'headers' | 'cookies' | 'body' | 'rawPayload' | 'json'
>

/** An employee of a test: in every role and portfolio where none is named. */
export interface Demonstrated {
  readonly name: string
  readonly roles?: readonly StaffRole[]
  readonly portfolioId?: number
}

const hostOf = (portfolioId: number): string =>
  portfolioId === 118 ? 'localhost:8080' : `${portfolioId}.localhost:8080`

/** A browser in tests: speaks the contract, keeps cookies, sends what a browser sends. */
export class TestClient {
  readonly host: string
  readonly portfolioId: number
  session: TestSession | undefined
  /** What its pages speak; sent with every call once it is set. */
  language: Locale | undefined
  /** Where its calls come from. */
  origin: { readonly ip: string; readonly userAgent: string } = { ip: '127.0.0.1', userAgent: 'test browser' }
  readonly cookies = new Map<string, string>()
  readonly #app: HttpClient

  constructor(app: HttpClient, portfolioId: number, host = hostOf(portfolioId)) {
    this.#app = app
    this.portfolioId = portfolioId
    this.host = host
  }

  /** A browser or terminal at the lender's desk of the same server, not signed in. */
  atDesk(): TestClient {
    return new TestClient(this.#app, this.portfolioId, 'desk.localhost:8080')
  }

  /** Signs in as someone of the staff, as a development server lets one. */
  async demonstrate(who: Demonstrated): Promise<void> {
    const { credential } = await this.develop<{ credential: string }>('/dev/staff', who)
    this.session = { accessToken: credential, userCredential: '' }
  }

  /** Asks one of the addresses that a development server has besides its calls. */
  async develop<Data>(url: string, body: object): Promise<Data> {
    const headers = { host: this.host, 'content-type': 'application/json' }
    const answer = await this.#app.inject({ method: 'POST', url, headers, payload: JSON.stringify(body) })
    for (const { name, value } of answer.cookies) this.cookies.set(name, value)
    const { status, data } = answer.json<{ status: number; data: Data }>()
    if (status !== 200) throw new Error(`${url} was refused: ${answer.body}`)
    return data
  }

  /** The same browser, cookies and session, on another way to its server. */
  through(app: HttpClient): TestClient {
    const browser = new TestClient(app, this.portfolioId, this.host)
    browser.session = this.session
    browser.language = this.language
    browser.origin = this.origin
    for (const [name, value] of this.cookies) browser.cookies.set(name, value)
    return browser
  }

  /** Makes a call and answers its envelope, whatever it says. */
  async call<C extends Call>(
    call: C,
    input: CallInputOf<C>,
    options: CallOptions = {},
  ): Promise<Envelope<CallReply<C>>> {
    const answer = await this.#inject(call, input, options)
    const isEnvelope = String(answer.headers['content-type']).startsWith('application/json')
    // A download leaves outside the envelope; its bytes are no data of a call.
    if (!isEnvelope) return { status: answer.statusCode, code: 1, data: null } as Envelope<CallReply<C>>
    return answer.json<Envelope<CallReply<C>>>()
  }

  /** Makes a call that has to answer a file; its bytes. */
  async download<C extends Call>(call: C, input: CallInputOf<C>): Promise<Buffer> {
    const answer = await this.#inject(call, input, {})
    if (answer.statusCode !== 200) throw new Error(`${call.name} was refused: ${answer.body}`)
    return answer.rawPayload
  }

  async #inject<C extends Call>(call: C, input: CallInputOf<C>, options: CallOptions) {
    const {
      params = {},
      query = {},
      body,
    } = input as {
      params?: Record<string, string>
      query?: Record<string, Scalar | readonly Scalar[] | undefined>
      body?: unknown
    }
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const answer = await this.#app.inject({
      method: call.method,
      url: `/fssapi${path}`,
      remoteAddress: this.origin.ip,
      query: queryText(query),
      headers: this.#headers(call, options),
      ...payloadOf(call, body, options),
    })
    for (const { name, value } of answer.cookies) this.cookies.set(name, value)
    return answer
  }

  /** Makes a call that has to succeed and answers its data. */
  async ask<C extends Call>(
    call: C,
    input: CallInputOf<C>,
    options: CallOptions = {},
  ): Promise<CallReply<C>> {
    const envelope = await this.call(call, input, options)
    if (envelope.code !== 1) throw new Error(`${call.name} was refused: ${JSON.stringify(envelope)}`)
    return envelope.data as CallReply<C>
  }

  #headers(call: Call, { idempotencyKey, headers }: CallOptions): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const key = idempotencyKey === undefined && call.idempotent ? randomUUID() : idempotencyKey
    return {
      host: this.host,
      origin: `http://${this.host}`,
      'sec-fetch-site': 'same-origin',
      'user-agent': this.origin.userAgent,
      ...(this.language === undefined ? {} : { 'accept-language': this.language }),
      ...(call.method === 'GET' ? {} : { 'content-type': contentTypeOf(call) }),
      ...(cookie === '' ? {} : { cookie }),
      ...(this.session === undefined
        ? {}
        : { 'access-token': this.session.accessToken, 'user-credential': this.session.userCredential }),
      ...(key === undefined || key === null ? {} : { 'idempotency-key': key }),
      ...headers,
    }
  }
}

const contentTypeOf = ({ requestType }: Call): string =>
  requestType === 'multipart' ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json'

function payloadOf(call: Call, body: unknown, { rawBody, file }: CallOptions) {
  if (rawBody !== undefined) return { payload: rawBody }
  if (body === undefined) return {}
  if (call.requestType !== 'multipart') return { payload: JSON.stringify(body) }
  const fields = Object.entries(body as Record<string, Scalar>).map(([name, value]) =>
    part(`name="${name}"`, Buffer.from(String(value))),
  )
  const files = file
    ? [part(`name="file"; filename="${file.name}"\r\nContent-Type: ${file.type}`, file.bytes)]
    : []
  return { payload: Buffer.concat([...fields, ...files, Buffer.from(`--${BOUNDARY}--\r\n`)]) }
}

const part = (disposition: string, bytes: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ])

type Scalar = string | number | boolean

function queryText(query: Record<string, Scalar | readonly Scalar[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}
