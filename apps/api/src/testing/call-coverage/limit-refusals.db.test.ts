import type { Call } from '@dolphin/contract/call'
import { type CallName, CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../api-fixture.ts'
import { EXAMPLES } from './call-examples.ts'
import { type Scene, setScene, STATEMENT } from './scene.ts'

let api: TestApi
let scene: Scene

/** Of one address in a minute; the scene itself needs some. */
const OF_AN_ADDRESS = 40

beforeAll(async () => {
  api = await startTestApi({ env: { SIGN_IN_ATTEMPTS_PER_MINUTE: String(OF_AN_ADDRESS) } })
  scene = await setScene(api)
})
afterAll(() => api.close())

/** Each with as many requests as are granted in its window; the next one is too many. */
const LIMITED: readonly (readonly [CallName, granted: number])[] = [
  ['saveBehaviorRecord', 60],
  ['getSimulatedData', 60],
  ['verifyDocument', 30],
  ['sendLoanAgreement', 5],
  ['signingConsent', 20],
  ['createForm', 60],
  ['uploadBankStatement', 10],
  ['saveStatementColumns', 30],
  ['authenticateIdentity', OF_AN_ADDRESS],
  ['sendCreateAccountEmail', OF_AN_ADDRESS],
  ['sendForgotPasswordEmail', OF_AN_ADDRESS],
]

test.each(LIMITED)(
  '%s is rate limited after at most %i requests (design/security.md T22, T24)',
  async (name, granted) => {
    const call: Call = CALLS[name]
    const client = call.access === 'public' || call.access === 'resource' ? api.client() : scene.owner
    const made: unknown = EXAMPLES[name](scene)
    const example = await made
    let code: number | undefined
    for (let turn = 0; turn <= granted && code !== RESPONSE_CODES.tooManyRequests.code; turn += 1) {
      code = (await client.call(call, example as never, { file: STATEMENT })).code
      if (call.access === 'public' || call.access === 'resource') client.session = undefined
    }
    expect(code).toBe(RESPONSE_CODES.tooManyRequests.code)
  },
)
