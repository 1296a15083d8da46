import type { Call } from '@dolphin/contract/call'
import { exportReviewCall, reviewQueueCall } from '@dolphin/contract/applications-staff'
import { customerHistoryCall, loanRecordsCall } from '@dolphin/contract/customer-files'
import { loanTimelineCall } from '@dolphin/contract/examiner'
import { type CallName, CALLS } from '@dolphin/contract/registry'
import { NOT_FOR_ROLE } from '@dolphin/domain/staff/personal-fields'
import { STAFF_ROLES, type StaffRole } from '@dolphin/domain/staff/codes'
import { actsOfRole } from '@dolphin/domain/staff/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api-fixture.ts'
import { ANSWERS } from '../testing/applications.ts'
import { EXAMPLES } from '../testing/call-coverage/call-examples.ts'
import { type Scene, setScene } from '../testing/call-coverage/scene.ts'
import { signInEmployee } from '../testing/employees.ts'
import { signLoan } from '../testing/signed-loans.ts'
import type { TestClient } from '../testing/test-client.ts'

/** Reads of the desk: what is no GET and stores nothing of the customer's either. */
const ALSO_READS: readonly CallName[] = ['findCustomers', 'dryRunPolicy', 'searchAudit', 'previewDecline']
const READS = (Object.keys(CALLS) as CallName[]).filter((name) => {
  const call: Call = CALLS[name]
  return call.access === 'operations' && (call.method === 'GET' || ALSO_READS.includes(name))
})
const reads = (role: StaffRole) => actsOfRole(role, 'decision.read').includes('may')
const WITHOUT = STAFF_ROLES.filter((role) => !reads(role))
const WITH = STAFF_ROLES.filter(reads)

/** What the applicants of the scene answered, of the classes that take decision.read. */
const SECRETS: readonly string[] = [
  ANSWERS.personal.street,
  ANSWERS.employment.employerName,
  ANSWERS.employment.monthlyNetIncome,
]

type Input = Readonly<Record<string, Readonly<Record<string, unknown>>>>

let api: TestApi
let scene: Scene
let inputs: ReadonlyMap<CallName, Input>

beforeAll(async () => {
  api = await startTestApi()
  scene = await setScene(api)
  const made: (readonly [CallName, Input])[] = []
  for (const name of READS) {
    const example: unknown = EXAMPLES[name](scene)
    made.push([name, (await example) as Input])
  }
  inputs = new Map(made)
})
afterAll(() => api.close())

const employeeOf = (role: StaffRole): Promise<TestClient> =>
  signInEmployee(api, `${role.toLowerCase()}-reads`, { roles: [role], portfolioId: 118 })

/** All that a role can read, of each example and of the loan that was decided, by call. */
async function readBy(client: TestClient): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>()
  const { loanNo } = scene.borrower
  for (const [name, input] of inputs) {
    const call: Call = CALLS[name]
    const params = call.request.params?.shape
    const funded =
      params !== undefined && 'loanNo' in params
        ? { ...input, params: { ...input['params'], loanNo } }
        : input
    for (const one of [input, funded]) {
      if (call.replyType === 'file') {
        const bytes = await client
          .download(call as typeof exportReviewCall, one as never)
          .catch(() => Buffer.of())
        answers.set(name, `${answers.get(name) ?? ''}${bytes.toString('latin1')}`)
      } else answers.set(name, `${answers.get(name) ?? ''}${JSON.stringify(await client.call(call, one))}`)
    }
  }
  return answers
}

describe('income, employer and street of an applicant (console.md, Permissions)', () => {
  test.each(WITHOUT)('are in no reply to the role %s, of every read of the desk', async (role) => {
    const answers = await readBy(await employeeOf(role))
    expect(answers.size).toBe(READS.length)
    const found = [...answers].flatMap(([name, text]) =>
      SECRETS.filter((secret) => text.includes(secret)).map((secret) => `${name}: ${secret}`),
    )
    expect(found).toEqual([])
  })

  test.each(WITH)('are read by the role %s', async (role) => {
    const text = [...(await readBy(await employeeOf(role))).values()].join('')
    for (const secret of SECRETS) expect(text).toContain(secret)
  })
})

describe('answers and facts of a decision', () => {
  test('are left out for a collector, and whole for an underwriter', async () => {
    const { loanNo, owner: client } = scene
    const [collector, underwriter] = [await employeeOf('collector'), await employeeOf('underwriter')]
    const records = { params: { loanNo } }
    expect((await collector.ask(loanRecordsCall, records)).answers).toBeNull()
    expect((await underwriter.ask(loanRecordsCall, records)).answers?.length).toBeGreaterThan(5)
    const history = { params: { file: client.openId }, query: { kind: 'decisions' } } as const
    const textOf = async (one: TestClient) =>
      (await one.ask(customerHistoryCall, history)).lines
        .filter(({ event }) => event === 'decided' || event === 'decision')
        .map(({ text }) => text)
    expect(new Set(await textOf(collector))).toEqual(new Set([NOT_FOR_ROLE]))
    expect(await textOf(underwriter)).not.toContain(NOT_FOR_ROLE)
    const { events } = await collector.ask(loanTimelineCall, { params: { loanNo } })
    expect(JSON.stringify(events)).not.toMatch(/reasons|tier/)
    for (const name of ['explainDecision', 'showReviewCase', 'replayDecision'] as const) {
      const input = inputs.get(name) ?? {}
      expect((await collector.call(CALLS[name], input as never)).code, name).toBe(-79050105)
    }
  })

  test('reasons of a review are left out of the list and of its table', async () => {
    await signLoan(api, { portfolioId: 110 })
    const support = await signInEmployee(api, 'support-of-all', { roles: ['support'] })
    const { loans } = await support.ask(reviewQueueCall, { query: { portfolioId: 110 } })
    expect(loans.length).toBeGreaterThan(0)
    for (const { reasons } of loans) expect(reasons).toBeNull()
    const table = (await support.download(exportReviewCall, { query: { portfolioId: 110 } })).toString()
    const rows = table.trim().split('\n').slice(1)
    expect(rows).toHaveLength(loans.length)
    for (const row of rows) expect(row).toContain(NOT_FOR_ROLE)
  })
})
