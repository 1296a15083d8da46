import type { CallInputOf } from '@dolphin/contract/call'
import { type CallName, CALLS } from '@dolphin/contract/registry'
import type { Envelope } from '@dolphin/contract/envelope'
import { expect } from 'vitest'
import type { TestApi } from '../api-fixture.ts'
import type { CallOptions, TestClient } from '../test-client.ts'

/** An answer to compare. */
type Seen = Pick<Envelope<unknown>, 'code' | 'data'>
type Ask = () => Promise<Seen>
/** Asked the same way before and after, unless the second request has to be another one. */
type Question = Ask | { readonly before: Ask; readonly after: Ask }

/**
 * Proves of each call asked that it answers from what another call changed: before and after the change its
 * answers differ, and one of them is a success. Only then its cell of the report is filled.
 */
export async function proveChanges(
  api: TestApi,
  change: () => Promise<unknown>,
  questions: Partial<Record<CallName, Question>>,
): Promise<void> {
  const named = Object.entries(questions) as [CallName, Question][]
  const before: Seen[] = []
  for (const [, question] of named) {
    before.push(await (typeof question === 'function' ? question() : question.before()))
  }
  await change()
  for (const [index, [name, question]] of named.entries()) {
    const first = withoutNoise(before[index])
    const second = withoutNoise(await (typeof question === 'function' ? question() : question.after()))
    const said = `${name}: ${JSON.stringify([first, second]).slice(0, 1_500)}`
    expect([first?.code, second?.code], said).toContain(1)
    expect(second, `${name} answers the same before and after`).not.toEqual(first)
    api.shown.changed(name)
  }
}

/** Asks a call as a client would. */
export function asking<Name extends CallName>(
  client: TestClient,
  name: Name,
  input: CallInputOf<(typeof CALLS)[Name]>,
  options: CallOptions = {},
): Ask {
  return () => client.call<(typeof CALLS)[Name]>(CALLS[name], input, options)
}

/** A refusal carries the number of its request, which is another one each time. */
function withoutNoise(seen: Seen | undefined): Seen | undefined {
  if (seen === undefined || seen.code === 1) return seen && { code: seen.code, data: seen.data }
  const { requestId: _, ...data } = seen.data as Readonly<Record<string, unknown>>
  return { code: seen.code, data }
}
