import type { CallMap } from '@dolphin/contract/call-types'
import { DESK_ROUTES } from '@dolphin/contract/desk-route-table'
import type { FailureData } from '@dolphin/contract/envelope'
import { REACTIONS, SUCCESS_CODE } from '@dolphin/contract/reaction-table'
import { deskSettings } from '../app/settings.ts'
import { serverClock } from '../time/server-clock.ts'
import type { CallFailure } from './call-failure.ts'
import { isRefusal } from './failure-text.ts'
import { actKey, endAct, GOES_ON_CODE } from './repeated-acts.ts'

/** The calls of staff that the desk has pages for. */
export type CallName = keyof CallMap & keyof typeof DESK_ROUTES
export type CallInput<Name extends CallName> = CallMap[Name]['input']
export type CallValue<Name extends CallName> = CallMap[Name]['reply']

export type CallResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: CallFailure }

/** A call that takes longer fails as an unreachable server. */
const TIMEOUT_MS = 60_000
const SERVER_FAILURE = 500

let onSignedOut: () => void = () => undefined

/** Says what happens when a call learns that the session is over. */
export function whenSignedOut(leave: () => void): void {
  onSignedOut = leave
}

let onTouchNeeded: (name: CallName, body: unknown) => Promise<boolean> = () => Promise.resolve(false)

/** Says how a passkey is asked for over an act that releases money; the answer says whether it was touched. */
export function whenTouchNeeded(ask: typeof onTouchNeeded): void {
  onTouchNeeded = ask
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

/**
 * Makes one call. Never throws: a refusal carries the message of its code, and a session that is over leads to sign-in.
 * An act that must not be done twice carries a key, kept until its outcome is known.
 */
export async function call<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
): Promise<CallResult<CallValue<Name>>> {
  const route: RouteShape = DESK_ROUTES[name]
  const fields: RequestFields = input
  const act = fields.body instanceof FormData ? filledIn(fields.body) : fields.body
  const headers = new Headers({ accept: 'application/json', 'accept-language': 'en' })
  if (route.idempotent) headers.set('idempotency-key', actKey(name, act))
  const path = `${deskSettings().gatewayPrefix}${pathOf(route, fields)}`
  const attempt = () =>
    untilKnown(() =>
      send<CallValue<Name>>(
        path,
        { method: route.method ?? 'GET', headers: new Headers(headers) },
        fields.body,
      ),
    )
  const first = await attempt()
  const isTouched = needsTouch(first) && (await onTouchNeeded(name, fields.body))
  const answer = isTouched ? await attempt() : first
  if (route.idempotent && isOutcomeKnown(answer)) endAct(name, act)
  if (!answer.ok && isSignedOut(answer.failure)) onSignedOut()
  return answer
}

/** The server says every 45 seconds that an act goes on: a quarter of an hour. */
const MOST_ASKED = 20

/** Asks again, with the same key, while the server says that the act goes on. */
async function untilKnown<Value>(ask: () => Promise<CallResult<Value>>): Promise<CallResult<Value>> {
  for (let asked = 1; ; asked += 1) {
    const answer = await ask()
    if (answer.ok || answer.failure.kind !== 'refused' || answer.failure.code !== GOES_ON_CODE) return answer
    if (asked === MOST_ASKED) return answer
    const { retryAfterSeconds = 1 } = answer.failure.data
    await new Promise((done) => setTimeout(done, 1_000 * retryAfterSeconds))
  }
}

/** Nothing was done: the same act counts once a passkey is touched over it. */
const needsTouch = (answer: CallResult<unknown>): boolean =>
  !answer.ok && isRefusal(answer.failure, 'touchNeeded')

/** True where the refusal says that no one is signed in any more. */
export const isSignedOut = (failure: CallFailure): boolean =>
  failure.kind === 'refused' && REACTIONS[failure.code] === '/sign-in'

/** What tells one form from another: fields, and of a file its name, size and last change. */
const filledIn = (form: FormData): readonly unknown[] =>
  [...form].map(([name, value]) =>
    value instanceof File ? [name, value.name, value.size, value.lastModified] : [name, value],
  )

/** The path of a call with its parameters and its query filled in. */
export function pathOf({ path }: RouteShape, { params, query = {} }: RequestFields): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  const asked = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))
  return search.size > 0 ? `${filled}?${search}` : filled
}

/** Sends a request and reads the envelope of its answer. */
export async function send<Value>(
  path: string,
  { method, headers }: { readonly method: string; readonly headers: Headers },
  body?: unknown,
): Promise<CallResult<Value>> {
  const request: RequestInit = {
    method,
    headers,
    credentials: 'same-origin',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }
  if (body instanceof FormData) request.body = body
  else if (body !== undefined) {
    headers.set('content-type', 'application/json')
    request.body = JSON.stringify(body)
  }
  try {
    const answer = await fetch(path, request)
    serverClock.note(answer.headers.get('date'))
    const envelope = (await answer.json()) as { status: number; code: number; data: unknown }
    if (envelope.code === SUCCESS_CODE) return { ok: true, value: envelope.data as Value }
    const { status, code, data } = envelope
    return { ok: false, failure: { kind: 'refused', status, code, data: data as FailureData } }
  } catch {
    // No connection, no answer in time, or an answer of something between here and the server
    return { ok: false, failure: { kind: 'network' } }
  }
}

/** An unanswered call, a failing server and "wait" leave the act open; everything else settles it. */
function isOutcomeKnown(answer: CallResult<unknown>): boolean {
  if (answer.ok) return true
  const { failure } = answer
  if (failure.kind !== 'refused' || failure.status >= SERVER_FAILURE) return false
  return REACTIONS[failure.code] !== 'wait and retry'
}
