import { vi } from 'vitest'
import type { CallName } from '../api-client/call.ts'
import { type Answer, callNameOf, envelopeOf } from './answers.ts'

/** One request as it went out. */
export interface SentCall {
  readonly name: string
  readonly body: unknown
  /** Left out where the address has none. */
  readonly query?: Readonly<Record<string, string>>
}

/** Stands in for the server: answers calls by name and keeps what was asked. An unknown call fails the test. */
export function answerCalls(
  answers: Partial<Record<CallName, Answer | ((asked: SentCall) => Answer | Promise<Answer>)>>,
): readonly SentCall[] {
  const sent: SentCall[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string, request: RequestInit) => {
      const name = callNameOf(path, request.method ?? 'GET')
      const given = name === undefined ? undefined : answers[name]
      if (name === undefined || given === undefined) throw new TypeError(`Nothing answers ${path}`)
      const body: unknown = typeof request.body === 'string' ? JSON.parse(request.body) : request.body
      const { searchParams } = new URL(path, location.href)
      const asked: SentCall = {
        name,
        body,
        ...(searchParams.size === 0 ? {} : { query: Object.fromEntries(searchParams) }),
      }
      sent.push(asked)
      return new Response(
        JSON.stringify(envelopeOf(typeof given === 'function' ? await given(asked) : given)),
      )
    }),
  )
  return sent
}
