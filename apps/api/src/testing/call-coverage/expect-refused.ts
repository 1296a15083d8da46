import type { CallInputOf } from '@dolphin/contract/call'
import { type CallName, CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES, type ResponseCodeName } from '@dolphin/contract/response-codes'
import { expect } from 'vitest'
import type { CallOptions, TestClient } from '../test-client.ts'

/** Asks a call that has to refuse with this code; the server's own hook notes it for the report. */
export async function expectRefused<Name extends CallName>(
  client: TestClient,
  name: Name,
  request: CallInputOf<(typeof CALLS)[Name]> & CallOptions,
  code: ResponseCodeName,
): Promise<void> {
  const answer = await client.call<(typeof CALLS)[Name]>(CALLS[name], request, request)
  expect(answer.code, `${name}: ${JSON.stringify(answer).slice(0, 600)}`).toBe(RESPONSE_CODES[code].code)
}
