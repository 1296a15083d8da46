import { DESK_ROUTES } from '@dolphin/contract/desk-route-table'
import { RESPONSE_CODES, type ResponseCodeName } from '@dolphin/contract/response-codes'
import { vi } from 'vitest'
import type { CallName, CallValue } from '../calls/call.ts'

/** One request as it went out. */
export interface SentCall {
  readonly name: string
  readonly path: string
  readonly body: unknown
  readonly headers: Headers
}

/** A refusal of the catalog. */
export const refusal = (name: ResponseCodeName, detail: Readonly<Record<string, unknown>> = {}) => {
  const { code, httpStatus, message } = RESPONSE_CODES[name]
  return { status: httpStatus, code, data: { message: message.en, requestId: 'r-1', ...detail } }
}

/** A call that gets no answer. */
export const NO_ANSWER = 'no answer'

type Answered<Value> = { readonly data: Value } | ReturnType<typeof refusal> | typeof NO_ANSWER
type Answers = {
  readonly [Name in CallName]?: Answered<CallValue<Name>> | ((sent: SentCall) => Answered<CallValue<Name>>)
} & Readonly<Record<`/dev/${string}`, Answered<unknown> | ((sent: SentCall) => Answered<unknown>)>>

/** Stands in for the server: answers calls by name and keeps what was asked. An unknown call gets no answer. */
export function answerCalls(answers: Answers): SentCall[] {
  const sent: SentCall[] = []
  const answer = async (path: string, request: RequestInit) => {
    const name = nameOf(path, request.method ?? 'GET')
    const body: unknown = typeof request.body === 'string' ? JSON.parse(request.body) : undefined
    const one = { name, path, body, headers: request.headers as Headers }
    sent.push(one)
    const given = (answers as Readonly<Record<string, unknown>>)[name]
    const answered = (typeof given === 'function' ? given(one) : given) as Answered<unknown> | undefined
    if (answered === undefined || answered === NO_ANSWER) throw new TypeError(`Nothing answers ${path}`)
    const envelope = 'code' in answered ? answered : { status: 200, code: 1, data: answered.data }
    return new Response(JSON.stringify(envelope), { status: envelope.status })
  }
  vi.stubGlobal('fetch', vi.fn(answer))
  return sent
}

/** What was sent with the last request of a call; undefined where none went out. */
export const bodyOf = (sent: readonly SentCall[], name: CallName): unknown =>
  sent.findLast((one) => one.name === name)?.body

/** The call behind a path and a method; the path itself where it is none of the contract. */
function nameOf(path: string, method: string): string {
  const plain = path.split('?')[0] ?? path
  const found = Object.entries(DESK_ROUTES).find(([, route]: [string, { path: string; method?: string }]) => {
    const pattern = new RegExp(`/fssapi${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    return (route.method ?? 'GET') === method && pattern.test(plain)
  })
  return found?.[0] ?? plain
}
