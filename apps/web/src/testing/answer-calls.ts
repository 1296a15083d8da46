import { vi } from 'vitest'
import type { CallName } from '../api-client/call.ts'
import { type Answer, callNameOf, envelopeOf } from './answers.ts'

/** One request as it went out. */
export interface SentCall {
  readonly name: string
  readonly body: unknown
}

/** Stands in for the server: answers calls by name and keeps what was asked. An unknown call fails the test. */
export function answerCalls(
  answers: Partial<Record<CallName, Answer | (() => Answer | Promise<Answer>)>>,
): readonly SentCall[] {
  const sent: SentCall[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string, request: RequestInit) => {
      const name = callNameOf(path, request.method ?? 'GET')
      const given = name === undefined ? undefined : answers[name]
      if (name === undefined || given === undefined) throw new TypeError(`Nothing answers ${path}`)
      const body: unknown = typeof request.body === 'string' ? JSON.parse(request.body) : request.body
      sent.push({ name, body })
      return new Response(JSON.stringify(envelopeOf(typeof given === 'function' ? await given() : given)))
    }),
  )
  return sent
}
