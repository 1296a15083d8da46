import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { type Call, isOfDesk } from '@dolphin/contract/call'
import { customerHistoryCall } from '@dolphin/contract/customer-files'
import { listDisbursementLoanCall } from '@dolphin/contract/disbursement'
import type { Envelope } from '@dolphin/contract/envelope'
import { getPersonalInfoCall } from '@dolphin/contract/identity'
import { endMirrorCall, openMirrorCall, showMirrorCall } from '@dolphin/contract/mirror'
import { type CallName, CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { listRepaymentLoanCall } from '@dolphin/contract/servicing'
import { eraseAccount } from '@dolphin/database/retention/erase-repository'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import type { StaffRole } from '@dolphin/domain/staff/codes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { EXAMPLES } from '../../testing/call-coverage/call-examples.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { OWNER, type Scene, setScene, STATEMENT } from '../../testing/call-coverage/scene.ts'
import { createCustomer } from '../../testing/customers.ts'
import { paidOffLoan, withdrawnApplication } from '../../testing/ended-files.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { frameOf, openedMirror } from '../../testing/mirrors.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { writtenRows } from '../../testing/written-rows.ts'
import { codeOf } from '../../testing/response-code-of.ts'

const MINUTE_MS = 60_000
const READ_ONLY = codeOf('mirrorReadOnly')
const OVER = codeOf('mirrorOver')

/** What is no GET and answers: it stores nothing, or is asked for a preview by the examples. */
const PREVIEWS: readonly CallName[] = [
  'calculatePaymentSchedule',
  'cancelLoan',
  'checkCollectionStatus',
  'compareTransactionFee',
  'getPortfolioId',
  'infrastructureParsePathResource',
  'payFixedAmount',
  'payOff',
  'payOffInN',
  'requestChange',
]
/** Reads that count how often they are asked. */
const COUNTED: readonly CallName[] = ['checkCoupon', 'copyMyData', 'listInstitution', 'recordsProof']

const CUSTOMER_CALLS = (Object.keys(CALLS) as CallName[]).filter((name) => !isOfDesk(CALLS[name]))
const isRead = (name: CallName): boolean =>
  PREVIEWS.includes(name) || ((CALLS[name] as Call).method === 'GET' && !COUNTED.includes(name))

type Input = Readonly<Record<string, Readonly<Record<string, unknown>>>>
/** Asked to show and not to save. */
function asPreview(name: CallName, input: Input): Input {
  const { body } = input
  return PREVIEWS.includes(name) && body !== undefined && 'mode' in body
    ? { ...input, body: { ...body, mode: FormActionMode.preview } }
    : input
}

type Answers = Map<CallName, Envelope<unknown>>

let api: TestApi
/** One whose days go on until a loan is paid off. */
let paid: TestApi
let scene: Scene
let inputs: readonly (readonly [CallName, Input])[]

beforeAll(async () => {
  api = await startTestApi()
  paid = await startTestApi()
  scene = await setScene(api)
  const examples: (readonly [CallName, Input])[] = []
  for (const name of CUSTOMER_CALLS) {
    const example: unknown = EXAMPLES[name](scene)
    examples.push([name, asPreview(name, (await example) as Input)])
  }
  inputs = examples
  await api.runJobs()
})
afterAll(async () => {
  await api.close()
  await paid.close()
})

async function answersTo(client: TestClient, names: (name: CallName) => boolean): Promise<Answers> {
  const answers: Answers = new Map()
  for (const [name, input] of inputs.filter(([one]) => names(one))) {
    const call: Call = CALLS[name]
    answers.set(
      name,
      await client.call(call, input, call.requestType === 'multipart' ? { file: STATEMENT } : {}),
    )
  }
  return answers
}

/** Every file of the server's folder, with its size and when it was written. */
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('database'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path} ${statSync(path).size} ${statSync(path).mtimeMs}`)

describe.each(['owner', 'borrower'] as const)(
  'every call of a borrower in a view, of the %s (console.md, Mirror)',
  (who) => {
    let customer: TestClient
    let frame: TestClient
    let answers: Answers
    let before: Awaited<ReturnType<typeof writtenRows>>
    let files: readonly string[]

    beforeAll(async () => {
      const opened = who === 'owner' ? scene.owner : scene.borrower.client
      customer = opened
      frame = (await openedMirror(api, opened.openId)).frame
      await api.runJobs()
      before = await writtenRows(api.database)
      files = filesOf(api.deps.config.dataDir)
      answers = await answersTo(frame, () => true)
    })

    test('leaves no row, no sequence and no file touched', async () => {
      expect(await writtenRows(api.database)).toEqual(before)
      expect(filesOf(api.deps.config.dataDir)).toEqual(files)
      expect(answers.size).toBe(CUSTOMER_CALLS.length)
    })

    test('all but reads and previews are refused for one reason', () => {
      const refused = [...answers].filter(([, { code }]) => code === READ_ONLY).map(([name]) => name)
      expect(refused.toSorted()).toEqual(CUSTOMER_CALLS.filter((name) => !isRead(name)).toSorted())
      expect(refused.length).toBeGreaterThan(40)
    })

    test('what can be asked for a preview is refused where it is to be saved', async () => {
      const saves = inputs.filter(([, { body }]) => body !== undefined && 'mode' in body)
      expect(saves.length).toBeGreaterThanOrEqual(6)
      for (const [name, { body, ...rest }] of saves) {
        const input = { ...rest, body: { ...body, mode: FormActionMode.save } }
        expect((await frame.call(CALLS[name], input)).code, name).toBe(READ_ONLY)
      }
      expect(await writtenRows(api.database)).toEqual(before)
    })

    test('reads and previews answer as to the customer', async () => {
      const own = await answersTo(customer, isRead)
      const told = [...own].map(([name, { code, data }]) => [name, { code, data: withoutSelf(data) }])
      const seen = [...answers]
        .filter(([name]) => isRead(name))
        .map(([name, { code, data }]) => [name, { code, data: withoutSelf(data) }])
      expect(seen).toEqual(told)
      expect([...own.values()].filter(({ code }) => code === 1).length).toBeGreaterThan(own.size / 2)
    })

    test('no whole number of a person or an account is in them', () => {
      const text = JSON.stringify([...answers.values()])
      for (const secret of [OWNER.ssn, OWNER.ssn.replaceAll('-', ''), '000111222333', '123456789'])
        expect(text).not.toContain(secret)
    })
  },
)

describe('what a view shows to each role (console.md, Mirror)', () => {
  /** As the borrower of the scene gave them, whole. */
  const CONTACTS = /owner@example\.com|302[^0-9]{0,3}555[^0-9]{0,3}0147|3025550147|1990-05-17/
  const DECISION = /12 Elm Street|Sample Works Inc/
  const textTo = async (roles: readonly StaffRole[], name: string) => {
    const { frame } = await openedMirror(api, scene.owner.openId, { name, roles })
    const answers = await answersTo(frame, isRead)
    return { answers, text: JSON.stringify([...answers.values()]) }
  }

  test.each(['support', 'collector'] as const)(
    '%s: contacts, birth date and street are masked, answers and documents are not shown',
    async (role) => {
      const { answers, text } = await textTo([role], `Mira ${role}`)
      expect(text).not.toMatch(CONTACTS)
      expect(text).not.toMatch(DECISION)
      expect(text).not.toMatch(/"monthlyNetIncome":"\d/)
      expect(answers.get('getPersonalInfo')).toMatchObject({
        data: {
          contacts: expect.arrayContaining([
            expect.objectContaining({ key: 'email', value: 'o•••@example.com' }),
          ]) as unknown,
        },
      })
      const refused = [...answers]
        .filter(([, { code }]) => code === codeOf('mirrorNotForRole'))
        .map(([name]) => name)
      expect(refused).toEqual(expect.arrayContaining(['getPersonal', 'readForm', 'documentFile']))
      expect([...answers.values()].filter(({ code }) => code === 1).length).toBeGreaterThan(answers.size / 3)
    },
  )

  test.each(['underwriter', 'teamLead', 'compliance'] as const)(
    '%s: as the customer sees it',
    async (role) => {
      const { answers, text } = await textTo([role], `Mira ${role}`)
      expect(text).toMatch(CONTACTS)
      expect([...answers.values()].filter(({ code }) => code === codeOf('mirrorNotForRole'))).toEqual([])
    },
  )

  test('a right in another portfolio shows nothing here', async () => {
    const { desk, mirrorNo } = await openedMirror(api, scene.owner.openId, {
      name: 'Mira Both',
      roles: ['support'],
    })
    await api.database.executeSql(
      `insert into employee_roles (grant_no, employee_id, role, portfolio_id, from_day, granted_by, granted_at, confirmed_by, confirmed_at)
        select 'mira-both', employee_id, 'underwriter', 110, from_day, granted_by, granted_at, confirmed_by, confirmed_at
          from employee_roles where employee_id = (select employee_id from employees where name = 'Mira Both') limit 1`,
    )
    const info = await frameOf(desk, mirrorNo).call(getPersonalInfoCall, {})
    expect(JSON.stringify(info)).not.toMatch(CONTACTS)
  })
})

/** But for the number of the request, and the session that a list of them marks as the reader's own. */
const withoutSelf = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data), (key, value: unknown) =>
    key === 'requestId' || key === 'current' || key === 'thisDevice' ? undefined : value,
  ) as unknown

describe('a view (console.md, Mirror)', () => {
  const ask = (client: TestClient) => client.call(getPersonalInfoCall, {})
  const open = (client: TestClient, openId: string) =>
    client.call(openMirrorCall, { body: { openId, reason: 'Asked about a payment' } })

  test('stands in the customer’s history with who opened it and why', async () => {
    const { desk } = await openedMirror(api, scene.owner.openId, { name: 'Grace Example' })
    const { lines } = await desk.ask(customerHistoryCall, {
      params: { file: scene.owner.openId },
      query: { kind: 'staff' },
    })
    expect(lines[0]).toMatchObject({ event: 'mirrorOpened' })
    expect(lines[0]?.actor).toMatch(/^employee:/)
    expect(lines[0]?.text).toContain('Asked about a payment')
  })

  test('is over after 15 minutes', async () => {
    const { desk, frame, mirrorNo } = await openedMirror(api, scene.owner.openId)
    expect((await ask(frame)).code).toBe(1)
    api.clock.advance(10 * MINUTE_MS)
    const shown = await desk.ask(showMirrorCall, { params: { mirrorNo } })
    expect(shown).toMatchObject({ open: true, reason: 'Asked about a payment', firstName: OWNER.firstName })
    expect(shown.portfolioId).toBe(118)
    api.clock.advance(5 * MINUTE_MS - 1)
    expect((await ask(frame)).code).toBe(1)
    api.clock.advance(1)
    expect(await ask(frame)).toMatchObject({
      code: OVER,
      data: { message: RESPONSE_CODES.mirrorOver.message.en },
    })
    expect(await desk.ask(showMirrorCall, { params: { mirrorNo } })).toMatchObject({ open: false })
  })

  test('is over once it is ended, for reads and for what would write alike', async () => {
    const { desk, frame, mirrorNo } = await openedMirror(api, scene.owner.openId)
    expect(await desk.ask(endMirrorCall, { body: { mirrorNo } })).toMatchObject({ open: false })
    const answers = await answersTo(frame, () => true)
    expect(new Set([...answers.values()].map(({ code }) => code))).toEqual(new Set([OVER]))
  })

  test('is over the moment the employee is suspended, or signs out', async () => {
    const suspended = await openedMirror(api, scene.owner.openId, { name: 'Sam Suspended' })
    await api.database.executeSql(`update employees set state = 'suspended' where name = 'Sam Suspended'`)
    expect((await ask(suspended.frame)).code).toBe(OVER)
    const leaving = await openedMirror(api, scene.owner.openId, { name: 'Lee Leaving' })
    await leaving.desk.ask(CALLS.staffSignOut, { body: {} })
    expect((await ask(leaving.frame)).code).toBe(OVER)
  })

  test('is over when the role that allowed it has ended', async () => {
    const { frame } = await openedMirror(api, scene.owner.openId, {
      name: 'Rob Roleless',
      roles: ['support'],
    })
    expect((await ask(frame)).code).toBe(1)
    await api.database.executeSql(
      `update employee_roles set ended_at = $1, ended_by = 'employee:other'
        where employee_id = (select employee_id from employees where name = 'Rob Roleless')`,
      [api.clock.now()],
    )
    expect((await ask(frame)).code).toBe(OVER)
  })

  test('opens nothing to a colleague, to no one, to a terminal, or at the portfolio’s own host', async () => {
    const { mirrorNo } = await openedMirror(api, scene.owner.openId)
    const colleague = await openedMirror(api, scene.owner.openId, { name: 'Cole Colleague' })
    expect((await ask(frameOf(colleague.desk, mirrorNo))).code).toBe(OVER)
    expect(await colleague.desk.call(showMirrorCall, { params: { mirrorNo } })).toMatchObject({
      code: codeOf('notFound'),
    })
    expect((await ask(frameOf(api.client().atDesk(), mirrorNo))).code).toBe(OVER)
    const terminal = await signInEmployee(api)
    expect((await ask(frameOf(terminal, mirrorNo))).code).toBe(OVER)
    const outside = api.client()
    outside.session = { accessToken: mirrorNo, userCredential: 'mirror' }
    expect((await ask(outside)).code).toBe(codeOf('credentialInvalid'))
  })

  test('shows its own customer, whatever of another is named', async () => {
    const { frame } = await openedMirror(api, scene.otherCustomer.openId)
    const { code } = await frame.call(CALLS.paymentDetail, { query: { loanNo: scene.borrower.loanNo } })
    expect(code).toBe(codeOf('loanNotFound'))
  })

  test('takes the right, in the portfolio of the customer', async () => {
    const cash = await signInEmployee(api, 'cash only', { roles: ['cash'] })
    expect((await open(cash, scene.owner.openId)).code).toBe(codeOf('notPermitted'))
    const elsewhere = await signInEmployee(api, 'support 110', { roles: ['support'], portfolioId: 110 })
    expect((await open(elsewhere, scene.owner.openId)).code).toBe(codeOf('notPermitted'))
    expect((await open(elsewhere, scene.otherPortfolio.openId)).code).toBe(1)
    expect((await open(elsewhere, 'no-customer')).code).toBe(codeOf('notFound'))
  })

  test('takes a reason', async () => {
    const body = { openId: scene.owner.openId, reason: '  ' }
    expect(await (await signInEmployee(api)).call(openMirrorCall, { body })).toMatchObject({
      code: codeOf('invalidInput'),
    })
  })

  test('of a withdrawn application and of a loan paid off shows what their borrowers see', async () => {
    const { client } = await withdrawnApplication(api, 'withdrawn@example.com')
    const { frame } = await openedMirror(api, client.openId)
    const seen = await frame.ask(listDisbursementLoanCall, {})
    expect(seen).toEqual(await client.ask(listDisbursementLoanCall, {}))
    expect(seen.loans[0]).toMatchObject({ loanStatus: LoanStatus.withdrawn })
    const { loan } = await paidOffLoan(paid)
    const closed = await openedMirror(paid, loan.client.openId)
    const { loans } = await closed.frame.ask(listRepaymentLoanCall, {})
    expect(loans[0]).toMatchObject({ loanNo: loan.loanNo, loanStatus: LoanStatus.terminated })
  })

  test('is over when the customer’s data are erased, and none opens again', async () => {
    const erased = await createCustomer(api, { email: 'erased@example.com' })
    const { desk, frame } = await openedMirror(api, erased.openId)
    expect((await ask(frame)).code).toBe(1)
    await api.database.transaction((tx) => eraseAccount(tx, { portfolioId: 118, openId: erased.openId }))
    expect((await ask(frame)).code).toBe(OVER)
    expect((await open(desk, erased.openId)).code).toBe(codeOf('notFound'))
  })

  test('each call about views answers from what was done (contract.md)', async () => {
    const { desk, mirrorNo } = await openedMirror(api, scene.otherCustomer.openId)
    await proveChanges(api, () => desk.ask(endMirrorCall, { body: { mirrorNo } }), {
      showMirror: asking(desk, 'showMirror', { params: { mirrorNo } }),
      openMirror: asking(desk, 'openMirror', {
        body: { openId: scene.otherCustomer.openId, reason: 'Again' },
      }),
      endMirror: {
        before: asking(desk, 'endMirror', { body: { mirrorNo: 'no-such-view' } }),
        after: asking(desk, 'endMirror', { body: { mirrorNo } }),
      },
    })
  })
})
