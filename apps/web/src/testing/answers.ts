import { ROUTES } from '@dolphin/contract/route-table'
import type { CallName, CallValue } from '../api-client/call.ts'

/** A refusal by status and code. */
export interface Refusal {
  readonly status: number
  readonly code: number
  readonly message: string
  /** What is wrong at which field. */
  readonly errors?: readonly { readonly elementKey: string; readonly message: string }[]
}

/** What a call is answered with: a payload, or a refusal. */
export type Answer<Value = unknown> = { readonly data: Value } | Refusal

/** Answers by the name of the call, each of the type that the contract promises. */
export type ContractAnswers = {
  readonly [Name in CallName]?: Answer<CallValue<Name>> | ((body: unknown) => Answer<CallValue<Name>>)
}

/** The envelope in which the server sends an answer. */
export function envelopeOf(answer: Answer) {
  if ('data' in answer) return { status: 200, code: 1, data: answer.data }
  const { status, code, ...data } = answer
  return { status, code, data: { ...data, requestId: 'r-1' } }
}

/** The call behind a path and a method; undefined where the contract has none. */
export function callNameOf(path: string, method: string): CallName | undefined {
  const plain = path.split('?')[0] ?? path
  // A path without parts to fill in goes before one that would take its last word for such a part
  const names = (Object.keys(ROUTES) as CallName[]).toSorted(
    (one, other) => Number(ROUTES[one].path.includes('{')) - Number(ROUTES[other].path.includes('{')),
  )
  return names.find((name) => {
    const route: { readonly path: string; readonly method?: string } = ROUTES[name]
    const pattern = new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`)
    return (route.method ?? 'GET') === method && pattern.test(plain)
  })
}
