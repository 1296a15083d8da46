import { ROUTES } from '@dolphin/contract/route-table'
import { vi } from 'vitest'
import type { CallName } from '../api-client/call.ts'

/** What a call is answered with: a payload, or a refusal by status and code. */
type Answer =
  | { readonly data: unknown }
  | {
      readonly status: number
      readonly code: number
      readonly message: string
      /** What is wrong at which field. */
      readonly errors?: readonly { readonly elementKey: string; readonly message: string }[]
    }

/** One request as it went out. */
export interface SentCall {
  readonly name: string
  readonly body: unknown
}

/** Stands in for the server: answers calls by name and keeps what was asked. An unknown call fails the test. */
export function answerCalls(
  answers: Partial<Record<CallName, Answer | (() => Answer)>>,
): readonly SentCall[] {
  const sent: SentCall[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string, request: RequestInit) => {
      const name = nameOf(path, request.method ?? 'GET')
      const given = name === undefined ? undefined : answers[name]
      if (name === undefined || given === undefined) throw new TypeError(`Nothing answers ${path}`)
      const body: unknown = typeof request.body === 'string' ? JSON.parse(request.body) : request.body
      sent.push({ name, body })
      return new Response(JSON.stringify(envelopeOf(typeof given === 'function' ? given() : given)))
    }),
  )
  return sent
}

function envelopeOf(answer: Answer) {
  if ('data' in answer) return { status: 200, code: 1, data: answer.data }
  const { status, code, ...data } = answer
  return { status, code, data: { ...data, requestId: 'r-1' } }
}

function nameOf(path: string, method: string): CallName | undefined {
  const plain = path.split('?')[0] ?? path
  const names = Object.keys(ROUTES) as CallName[]
  return names.find((name) => {
    const route = ROUTES[name]
    const pattern = new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`)
    return route.method === method && pattern.test(plain)
  })
}
