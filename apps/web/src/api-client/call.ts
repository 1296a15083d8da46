import type { CallMap } from '@dolphin/contract/call-types'
import type { FailureData } from '@dolphin/contract/envelope'
import { REACTIONS, SUCCESS_CODE } from '@dolphin/contract/reaction-table'
import { ROUTES } from '@dolphin/contract/route-table'
import { reportConnection } from './connection.ts'
import { pageLanguage } from '../messages/define-messages.ts'
import { serverClock } from '../time/server-clock.ts'
import { endIntent, intentKey } from './intents.ts'
import { react } from './reactions.ts'
import { isSignedIn, noteContact, storedTokens } from './session.ts'

/** The calls that pages make; those of operations are made by the command line alone. */
export type CallName = keyof CallMap & keyof typeof ROUTES

/** Why there is no value: the server refused, no response came, or the page aborted the call. */
export type CallFailure =
  | { readonly kind: 'refused'; readonly status: number; readonly code: number; readonly data: FailureData }
  | { readonly kind: 'network' }
  | { readonly kind: 'aborted' }

export type CallResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: CallFailure }

export type CallInput<Name extends CallName> = CallMap[Name]['input']
export type CallValue<Name extends CallName> = CallMap[Name]['reply']

interface CallOptions {
  signal?: AbortSignal
  /** Keeps the page where it is: the caller handles even the codes that would lead elsewhere. */
  quiet?: boolean
  /** The path that a served form names for this call, under the gateway prefix, in place of the contract's. */
  path?: string
  /** The language to be answered in, where it is not the page's. */
  language?: string
  /** Sends in place of fetch, such as with the progress of an upload. */
  transport?: Transport
}

/** What is read of an answer. */
interface Answer {
  readonly headers: Pick<Headers, 'get'>
  json(): Promise<unknown>
}

/** Sends a request and answers as soon as the reply has begun. */
export type Transport = (path: string, request: RequestInit) => Promise<Answer>

/** A call that takes longer fails as an unreachable server. */
const TIMEOUT_MS = 60_000
const SERVER_FAILURE = 500

let prefix = ''
let underWay = 0

/** How many calls wait for their answer now. */
export const callsUnderWay = (): number => underWay

/** Sets what stands before every path, once, before the first call. */
export function setGatewayPrefix(gatewayPrefix: string): void {
  prefix = gatewayPrefix
}

/**
 * Makes one call of the contract. Never throws: a refusal carries the whole envelope, after the reactions of
 * product.md §8 have been set going. A call that creates, signs or moves money carries an idempotency key,
 * kept until its outcome is known.
 */
export async function call<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  options: CallOptions = {},
): Promise<CallResult<CallValue<Name>>> {
  const route: RouteShape =
    options.path === undefined ? ROUTES[name] : { ...ROUTES[name], path: ownPath(options.path) }
  const fields: RequestFields = input
  const request = requestOf(route, name, fields, options)
  const answer = await send<CallValue<Name>>(prefix + pathOf(route, fields), request, options.transport)
  if (route.idempotent && outcomeKnown(answer)) endIntent(name, keyedBody(fields.body))
  if (!answer.ok && answer.failure.kind === 'refused' && !options.quiet) react(answer.failure)
  return answer
}

interface RouteShape {
  /** GET where there is none. */
  readonly method?: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly idempotent?: boolean
}

/** What a request is filled with. */
interface RequestFields {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** Definitions carry paths of this site only (design/security.md D13). */
function ownPath(path: string): string {
  if (!/^\/(?![/\\])/.test(path)) throw new Error('A form named a path that is not ours')
  return path
}

function pathOf(route: RouteShape, fields: RequestFields): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(text(fields.params?.[name])),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, text(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

/** How a value is written in an address; a list is joined by commas, as the contract reads it. */
function text(value: unknown): string {
  if (Array.isArray(value)) return value.map(text).join(',')
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}

function requestOf(
  route: RouteShape,
  name: string,
  fields: RequestFields,
  { signal, language = pageLanguage() }: CallOptions,
): RequestInit {
  const headers = new Headers({ accept: 'application/json', 'accept-language': language })
  const tokens = storedTokens()
  if (tokens) {
    headers.set('Access-Token', tokens.accessToken)
    headers.set('User-Credential', tokens.userCredential)
  }
  if (route.idempotent) headers.set('Idempotency-Key', intentKey(name, keyedBody(fields.body)))
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const request: RequestInit = {
    method: route.method ?? 'GET',
    headers,
    credentials: 'same-origin',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }
  if (fields.body instanceof FormData) request.body = fields.body
  else if (fields.body !== undefined) {
    headers.set('content-type', 'application/json')
    request.body = JSON.stringify(fields.body)
  }
  return request
}

/** Identifies a form with a file by its fields, and the file by its name and size. */
function keyedBody(body: unknown): unknown {
  if (!(body instanceof FormData)) return body
  return [...body].map(([name, value]) => [name, value instanceof File ? [value.name, value.size] : value])
}

async function send<Value>(
  path: string,
  request: RequestInit,
  transport: Transport = fetch,
): Promise<CallResult<Value>> {
  underWay += 1
  try {
    const answer = await transport(path, request)
    serverClock.note(answer.headers.get('date'))
    const envelope = (await answer.json()) as { status: number; code: number; data: unknown }
    reportConnection(true)
    if (isSignedIn()) noteContact()
    if (envelope.code === SUCCESS_CODE) return { ok: true, value: envelope.data as Value }
    const { status, code } = envelope
    return { ok: false, failure: { kind: 'refused', status, code, data: envelope.data as FailureData } }
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError')
      return { ok: false, failure: { kind: 'aborted' } }
    reportConnection(false)
    return { ok: false, failure: { kind: 'network' } }
  } finally {
    underWay -= 1
  }
}

/** An unanswered call, a failing server and "wait" leave the act open; everything else settles it. */
function outcomeKnown(answer: CallResult<unknown>): boolean {
  if (answer.ok) return true
  const { failure } = answer
  if (failure.kind !== 'refused' || failure.status >= SERVER_FAILURE) return false
  return REACTIONS[failure.code] !== 'wait and retry'
}
