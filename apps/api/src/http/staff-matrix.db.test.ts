import type { Call } from '@dolphin/contract/call'
import { showConversationCall } from '@dolphin/contract/messages'
import { exportPersonCall } from '@dolphin/contract/person-staff'
import { type CallName, CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { needsOf, type StaffNeed } from '@dolphin/contract/staff-rule'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { STAFF_ROLES, type StaffRole } from '@dolphin/domain/staff/codes'
import { actsOfRole } from '@dolphin/domain/staff/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api-fixture.ts'
import { EXAMPLES } from '../testing/call-coverage/call-examples.ts'
import { doubledNames } from '../testing/call-coverage/doubled-names.ts'
import { type Scene, STATEMENT } from '../testing/call-coverage/scene.ts'
import { createCustomer } from '../testing/customers.ts'
import { signInEmployee } from '../testing/employees.ts'
import type { TestClient } from '../testing/test-client.ts'

/** A portfolio of the role, or every one. The examples are about 118. */
const SCOPES = [118, 110, null] as const
const CHUNK = 8

type Input = Readonly<Record<string, Readonly<Record<string, unknown>>>>
interface Asked {
  readonly name: string
  readonly call: Call
  readonly input: Input
}

let api: TestApi
let asked: readonly Asked[]
/** A terminal for each role and scope; and one of each role, of an employee who is suspended. */
const staff = new Map<string, TestClient>()
const suspended = new Map<StaffRole, TestClient>()

beforeAll(async () => {
  api = await startTestApi()
  asked = await requests()
  for (const role of STAFF_ROLES) {
    for (const scope of SCOPES) {
      const bounds = scope === null ? {} : { portfolioId: scope }
      staff.set(
        `${role} ${scope}`,
        await signInEmployee(api, `${role} ${scope ?? 'all'}`, { roles: [role], ...bounds }),
      )
    }
    suspended.set(role, await signInEmployee(api, `${role} suspended`, { roles: [role] }))
  }
  await api.database.executeSql(`update employees set state = 'suspended' where name like '% suspended'`)
})
afterAll(() => api.close())

/** A loan of 118 that does not exist, and what else the examples name. */
const NOWHERE = {
  loanNo: '118-0000011',
  borrower: { loanNo: '118-0000011' },
  owner: { openId: 'no-customer' },
  ownerEmail: 'none@example.com',
  statementRequest: 'no-request',
} as const

async function requests(): Promise<Asked[]> {
  const scene = { ...NOWHERE, api } as unknown as Scene
  const names = (Object.keys(CALLS) as CallName[]).filter(
    (name) => (CALLS[name] as Call).access === 'operations',
  )
  const examples = await Promise.all(
    names.map(async (name) => ({
      name,
      call: CALLS[name] as Call,
      input: about118(await exampleOf(name, scene)),
    })),
  )
  return examples
}

async function exampleOf(name: CallName, scene: Scene): Promise<Input> {
  const example: unknown = EXAMPLES[name](scene)
  return (await example) as Input
}

/** The example about a portfolio that exists, and about no work item. */
function about118(input: Input): Input {
  const known = { portfolioId: 118, workItemNo: 'W999999999' }
  const parts = Object.entries(input).map(([part, fields]) => {
    const named = Object.entries(known).filter(([field]) => field in fields)
    return [part, { ...fields, ...Object.fromEntries(named) }] as const
  })
  return Object.fromEntries(parts)
}

/** What a touch is asked for, as if it were done: who may not do an act may not ask for its touch either. */
function actOf(one: Asked): Asked {
  if (one.name !== 'askTouch') return one
  const { call: name, request } = one.input['body'] as unknown as {
    readonly call: CallName
    readonly request: Input[string]
  }
  return { name, call: CALLS[name], input: { body: request } }
}

/** The right that the request takes, read from the contract alone. */
function needOf({ call: { staff: rule }, input }: Asked): StaffNeed | undefined {
  if (rule === undefined || rule.kind === 'everyEmployee') return undefined
  if (rule.kind === 'need') return rule.need
  const body = input['body'] ?? {}
  return rule.needs[String(body[rule.field])]
}

/** Whether something that is not there is looked up: then its portfolio is not known, and the handler says so. */
const LOOKED_UP: readonly string[] = ['customer', 'statement', 'workItem']

function isAllowed(made: Asked, role: StaffRole, scope: number | null): boolean {
  const one = actOf(made)
  const need = needOf(one)
  const rule = one.call.staff
  if (need === undefined || rule === undefined || rule.kind === 'everyEmployee') return true
  if (!actsOfRole(role, need.permission).some((act) => need.acts.includes(act))) return false
  if (rule.about === 'server') return scope === null
  const isListOrAbsent = LOOKED_UP.includes(rule.about) || !namesPortfolio(one)
  return scope !== 110 || isListOrAbsent
}

const namesPortfolio = ({ input }: Asked): boolean =>
  Object.values(input).some((part) => 'portfolioId' in part || 'loanNo' in part || 'id' in part)

const send = async (client: TestClient, { call, input }: Asked) =>
  (await client.call(call, input, { file: STATEMENT })).code

const { invalidInput, notFound, notPermitted, tokenOutdated } = RESPONSE_CODES
const NOT_NOW: readonly string[] = ['staffSignOut', 'endStaffSession']

test('every call of staff by every role in both portfolios: allowed where the table says so, refused elsewhere', async () => {
  const wrong: string[] = []
  let cells = 0
  for (const [who, client] of staff) {
    const [role, scope] = who.split(' ') as [StaffRole, string]
    const scopeNo = scope === 'null' ? null : Number(scope)
    const all = asked.filter(
      ({ name, call: { staff: rule } }) =>
        !NOT_NOW.includes(name) &&
        (scopeNo !== null || (rule?.kind !== 'everyEmployee' && rule?.about === 'server')),
    )
    for (let at = 0; at < all.length; at += CHUNK)
      await Promise.all(
        all.slice(at, at + CHUNK).map(async (one) => {
          const code = await send(client, one)
          cells += 1
          const allowed = isAllowed(one, role, scopeNo)
          if ((code !== notPermitted.code) !== allowed) wrong.push(`${one.name} as ${who}: ${code}`)
        }),
      )
  }
  expect(wrong).toEqual([])
  expect(cells).toBeGreaterThan(1_000)
}, 240_000)

/** What each call answers where one of its names stands twice; for an employee with the right elsewhere, and for one without it. */
const refusedTwice = ({ call, input }: Asked, role: StaffRole) =>
  isHeld(call, role) ? doubledNames(call, input) : []

const isHeld = ({ staff: rule }: Call, role: StaffRole): boolean =>
  rule === undefined ||
  rule.kind === 'everyEmployee' ||
  needsOf(rule).some((need) => actsOfRole(role, need.permission).some((act) => need.acts.includes(act)))

test.each([118, 110])(
  'a name that stands twice opens nothing to who works in %i: the refusal says which (docs/security.md T5)',
  async (scope) => {
    const wrong: string[] = []
    let cells = 0
    for (const role of STAFF_ROLES) {
      const client = staff.get(`${role} ${scope}`)
      const all = asked.filter(
        ({ name, call: { staff: rule } }) =>
          !NOT_NOW.includes(name) && !(rule?.kind !== 'everyEmployee' && rule?.about === 'server'),
      )
      const tries = all.flatMap((one) => refusedTwice(one, role).map((doubled) => ({ one, ...doubled })))
      for (let at = 0; at < tries.length; at += CHUNK)
        await Promise.all(
          tries.slice(at, at + CHUNK).map(async ({ one, name, part, input }) => {
            const answer = await client?.call(one.call, input, { file: STATEMENT })
            cells += 1
            const errors = answer?.code === invalidInput.code ? JSON.stringify(answer.data) : ''
            if (!errors.includes(`"elementKey":"${name}"`))
              wrong.push(`${one.name} as ${role} with ${name} in the ${part}: ${answer?.code}`)
          }),
        )
    }
    expect(wrong).toEqual([])
    expect(cells).toBeGreaterThan(300)
  },
  240_000,
)

test('the copy of a person is not for who works in another portfolio, whatever else the request names', async () => {
  const [own, foreign] = [
    await createCustomer(api, { email: 'own-copy@example.com', portfolioId: 110 }),
    await createCustomer(api, { email: 'foreign-copy@example.com' }),
  ]
  const role = STAFF_ROLES.find((one) => actsOfRole(one, 'person.export').length > 0)
  const client = staff.get(`${role} 110`)
  // Whose types would let no query pass.
  const asAnyCall: Call = exportPersonCall
  const asks = async (query: object) =>
    (await client?.call(asAnyCall, { params: { openId: foreign.openId }, query }))?.code
  expect(await asks({})).toBe(notPermitted.code)
  expect(await asks({ openId: own.openId })).toBe(invalidInput.code)
  expect(await asks({ openId: 'x' })).toBe(invalidInput.code)
})

test('a suspended employee reaches no call, in any role', async () => {
  const wrong: string[] = []
  for (const [role, client] of suspended)
    for (const one of asked) {
      const code = await send(client, one)
      if (code !== tokenOutdated.code) wrong.push(`${one.name} as ${role}: ${code}`)
    }
  expect(wrong).toEqual([])
}, 240_000)

test('what is looked up counts as well: a customer of 118 is not for who works in 110', async () => {
  const { openId } = await createCustomer(api, { email: 'matter@example.com' })
  const show = async (who: string) =>
    (await staff.get(who)?.call(showConversationCall, { params: { openId }, query: {} }))?.code
  expect(await show('support 118')).toBe(1)
  expect(await show('support 110')).toBe(notPermitted.code)
  expect(await show('administrator null')).toBe(notPermitted.code)
  // Refused reads are none: the file was read once, by who and why as they said it.
  const reader = staff.get('support 118')
  await reader?.call(
    showConversationCall,
    { params: { openId }, query: {} },
    { headers: { 'staff-reason': 'asked by telephone' } },
  )
  const reads = await listAudit(api.database.db, 118, `read/${openId}`)
  expect(reads.map(({ action, actor, facts }) => [action, actor, facts])).toEqual(
    [null, 'asked by telephone'].map((reason) => [
      'customerFileRead',
      'employee:support-118',
      { call: 'showConversation', reason },
    ]),
  )
})

test('a borrower reaches no call of staff at a portfolio’s host, with a session or without', async () => {
  const customer = await createCustomer(api, { email: 'host@example.com' })
  for (const one of asked)
    for (const client of [customer, api.client()])
      expect(await send(client, one), one.name).toBe(notFound.code)
})
