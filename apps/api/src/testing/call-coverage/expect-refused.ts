import type { CallInputOf } from '@dolphin/contract/call'
import { type CallName, CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES, type ResponseCodeName } from '@dolphin/contract/response-codes'
import { expect } from 'vitest'
import type { CallOptions, TestClient } from '../test-client.ts'

/** Asks a call that has to refuse with this code; the server's own hook notes it for the report. */
export async function expectRefused<Name extends CallName>(
  client: TestClient,
  name: Name,
  input: CallInputOf<(typeof CALLS)[Name]>,
  code: ResponseCodeName,
  options: CallOptions = {},
): Promise<void> {
  const answer = await client.call<(typeof CALLS)[Name]>(CALLS[name], input, options)
  expect(answer.code, `${name}: ${JSON.stringify(answer).slice(0, 600)}`).toBe(RESPONSE_CODES[code].code)
}
