import { type Call, isOfDesk } from '@dolphin/contract/call'
import { type CallName, CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../api-fixture.ts'
import { EXAMPLES } from './call-examples.ts'
import { proveChanges } from './prove-changes.ts'
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
  ['recordsProof', 30],
  ['sendLoanAgreement', 5],
  ['signingConsent', 20],
  ['createForm', 60],
  ['findCustomers', 60],
  ['listInstitution', 60],
  ['uploadBankStatement', 10],
  ['uploadRequestedDocument', 20],
  ['saveStatementColumns', 30],
  ['authenticateIdentity', OF_AN_ADDRESS],
  ['sendCreateAccountEmail', OF_AN_ADDRESS],
  ['sendForgotPasswordEmail', OF_AN_ADDRESS],
  ['beginStaffSignIn', OF_AN_ADDRESS],
  ['staffSignIn', OF_AN_ADDRESS],
  ['staffPasswordSignIn', OF_AN_ADDRESS],
  ['beginSingleSignOn', OF_AN_ADDRESS],
  ['completeSingleSignOn', OF_AN_ADDRESS],
  ['beginEnrollment', OF_AN_ADDRESS],
  ['completeEnrollment', OF_AN_ADDRESS],
  ['reportKnownKey', OF_AN_ADDRESS],
  ['nameKnownKey', OF_AN_ADDRESS],
  ['enrollFirstAdministrator', OF_AN_ADDRESS],
  ['beginTerminal', OF_AN_ADDRESS],
  ['beginLettingIn', OF_AN_ADDRESS],
  ['letTerminalIn', OF_AN_ADDRESS],
  ['askStaffProof', OF_AN_ADDRESS],
  ['beginPasskey', OF_AN_ADDRESS],
  ['removePasskey', OF_AN_ADDRESS],
  ['reportOwnKnownKey', OF_AN_ADDRESS],
  ['nameOwnKnownKey', OF_AN_ADDRESS],
  ['askTouch', OF_AN_ADDRESS],
]

const isOpen = ({ access }: Call) => access === 'public' || access === 'resource'

function askerOf(call: Call) {
  if (isOfDesk(call)) return isOpen(call) ? api.client().atDesk() : scene.employee
  return isOpen(call) ? api.client() : scene.owner
}

test('tries with a password leave no question for a passkey from the same address', async () => {
  const desk = api.client().atDesk()
  const question = async () => {
    const { code } = await desk.call(CALLS.beginStaffSignIn, { body: {} })
    return { code, data: { requestId: '' } }
  }
  const tries = async () => {
    const body = { email: 'no-one@lender.example', password: 'a long password', code: '123456' }
    for (let turn = 0; turn < OF_AN_ADDRESS; turn += 1) await desk.call(CALLS.staffPasswordSignIn, { body })
  }
  await proveChanges(api, tries, { beginStaffSignIn: question })
})

test.each(LIMITED)(
  '%s is rate limited after at most %i requests (design/security.md T22, T24)',
  async (name, granted) => {
    const call: Call = CALLS[name]
    const client = askerOf(call)
    const made: unknown = EXAMPLES[name](scene)
    const example = await made
    let code: number | undefined
    for (let turn = 0; turn <= granted && code !== RESPONSE_CODES.tooManyRequests.code; turn += 1) {
      code = (await client.call(call, example as never, { file: STATEMENT })).code
      if (isOpen(call)) client.session = undefined
    }
    expect(code).toBe(RESPONSE_CODES.tooManyRequests.code)
  },
)
