import { CALLS } from '@dolphin/contract/registry'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { endRoles } from '@dolphin/database/staff/role-repository'
import type { StaffRole } from '@dolphin/domain/staff/codes'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { type Confirmer, confirmAt, deskOf, tryConfirming } from '../../testing/confirmations.ts'
import { aRole, enrollAtDesk } from '../../testing/desk-staff.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { resetApi } from '../../testing/reset-api.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { codeOf } from '../../testing/response-code-of.ts'

const FIVE_DAYS_MS = 5 * DAY_MS

let api: TestApi
let ada: TestClient
let bea: TestClient

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await resetApi(api)
  ada = await signInEmployee(api)
  bea = await signInEmployee(api, 'bea-example')
})
afterAll(() => api.close())

const enterHoliday = async (date: string): Promise<string> =>
  (await ada.ask(CALLS.addHoliday, { body: { date, name: 'Mourning' } })).approval.approvalNo

/** The days pass, and both sign in again. */
async function pass(ms: number): Promise<Confirmer> {
  api.clock.advance(ms)
  await api.deps.jobs.runTimetable()
  ada = await signInEmployee(api)
  bea = await signInEmployee(api, 'bea-example')
  return await deskOf(bea)
}

const show = (client: TestClient, approvalNo: string) =>
  client.ask(CALLS.showApproval, { params: { approvalNo } })
const again = (client: TestClient, approvalNo: string) =>
  client.call(CALLS.enterApprovalAgain, { body: { approvalNo } })
const enterAgain = (approvalNo: string) => ada.ask(CALLS.enterApprovalAgain, { body: { approvalNo } })
const answer = async (approvalNo: string, word: 'return' | 'refuse') =>
  await (await deskOf(bea)).client.ask(CALLS.answerApproval, {
    body: { approvalNo, answer: word, note: 'another day' },
  })

const mailsToAda = async (kind: string) =>
  (await api.mailsTo('ada-example@staff.example')).filter((mail) => mail.kind === kind)

async function roleFor(employeeId: string, role: StaffRole): Promise<string> {
  const body = { act: 'enter', employeeId, role: aRole(role, 110) } as const
  return (await ada.ask(CALLS.changeRole, { body })).approval?.approvalNo ?? ''
}

const rolesOf = async (employeeId: string) => {
  const { employees } = await ada.ask(CALLS.listEmployee, {})
  const found = employees.find((one) => one.employeeId === employeeId)
  return (found?.roles ?? []).filter(({ portfolioId }) => portfolioId === 110)
}

describe('an approval that ends without a confirmation reaches who entered it (decisions/staff.md)', () => {
  test('after five days by one mail, in the audit and in the list; not a minute before', async () => {
    const approvalNo = await enterHoliday('2026-10-21')
    await pass(FIVE_DAYS_MS - 1_000)
    expect(await mailsToAda('approvalEnded')).toEqual([])
    const { client } = await pass(1_000)
    await pass(DAY_MS)
    const mails = await mailsToAda('approvalEnded')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.content.text).toContain(`Approval: ${approvalNo}`)
    expect(mails[0]?.content.text).toContain(`http://desk.localhost:8080/approvals/${approvalNo}`)
    const audit = await listAudit(api.database.db, 0, approvalNo)
    expect(audit.map(({ action, actor }) => `${action} ${actor}`)).toContain('approvalExpired system')
    expect(client).toBeDefined()
    const { approvals } = await ada.ask(CALLS.listApproval, { query: { state: 'answered' } })
    expect(approvals).toMatchObject([{ approvalNo, state: 'expired', own: true }])
  })

  test('returned or refused at once, with who did it and without the note', async () => {
    const [one, two] = [await enterHoliday('2026-10-21'), await enterHoliday('2026-10-22')]
    await answer(one, 'return')
    await answer(two, 'refuse')
    const [returned] = await mailsToAda('approvalReturned')
    expect(returned?.content.text).toContain('By: bea-example')
    expect(returned?.content.text).not.toContain('another day')
    expect(await mailsToAda('approvalRefused')).toHaveLength(1)
    await pass(FIVE_DAYS_MS)
    expect(await mailsToAda('approvalEnded')).toEqual([])
  })

  test('its role is undone then, and one that a colleague entered meanwhile stays', async () => {
    await roleFor('bea-example', 'auditor')
    await pass(FIVE_DAYS_MS)
    expect(await rolesOf('bea-example')).toEqual([])
    const invite = async () =>
      await ada.ask(CALLS.inviteEmployee, {
        body: { kind: 'new', name: 'Noa New', email: 'noa@lender.example', roles: [aRole('support', 110)] },
      })
    await invite()
    // The days are over; a colleague enters the newcomer anew before the job has looked.
    api.clock.advance(FIVE_DAYS_MS)
    ada = await signInEmployee(api)
    await invite()
    await api.deps.jobs.runTimetable()
    expect(await rolesOf('noa-new')).toHaveLength(1)
  })
})

describe('what ended is entered again with one act', () => {
  test.each(['return', 'refuse', 'expire'] as const)(
    '%s: word for word, once, and confirmed',
    async (how) => {
      const first = await enterHoliday('2026-10-21')
      if (how === 'expire') await pass(FIVE_DAYS_MS)
      else await answer(first, how)
      const { approval, code } = await enterAgain(first)
      expect(code).toBeNull()
      const second = await show(ada, approval.approvalNo)
      expect(second).toMatchObject({ againOf: first, enteredAgain: null, state: 'waiting', own: true })
      const before = await show(ada, first)
      expect(before.enteredAgain).toBe(approval.approvalNo)
      expect([second.title, second.asEntered]).toEqual([before.title, before.asEntered])
      const twice = await again(ada, first)
      expect(twice.code).toBe(codeOf('approvalOver'))
      expect(JSON.stringify(twice.data)).toContain(`entered again as ${approval.approvalNo}`)
      await confirmAt(await deskOf(bea), approval.approvalNo)
      await expectRefused(
        ada,
        'enterApprovalAgain',
        { body: { approvalNo: approval.approvalNo } },
        'approvalOver',
      )
    },
  )

  test('a role, and an invitation with a code of its own', async () => {
    const role = await roleFor('bea-example', 'auditor')
    const { approval: invited } = await ada.ask(CALLS.inviteEmployee, {
      body: { kind: 'new', name: 'Noa New', email: 'noa@lender.example', roles: [aRole('support', 110)] },
    })
    await pass(FIVE_DAYS_MS)
    const carl = await deskOf(await signInEmployee(api, 'carl-example'))
    await confirmAt(carl, (await enterAgain(role)).approval.approvalNo)
    expect(await rolesOf('bea-example')).toMatchObject([
      { role: 'auditor', confirmedBy: 'employee:carl-example' },
    ])
    const { approval, code } = await enterAgain(invited.approvalNo)
    const { invitation } = await confirmAt(await deskOf(bea), approval.approvalNo)
    const noa = await enrollAtDesk(api, { link: invitation?.link ?? '', code: code ?? '' })
    const session = await noa.client.ask(CALLS.readStaffSession, {})
    expect(session.roles).toMatchObject([{ role: 'support', portfolioId: 110 }])
  })

  test('a new invitation of a colleague who lost the passkey is entered again, too', async () => {
    const body = { kind: 'again', employeeId: 'bea-example' } as const
    const { approval: first } = await ada.ask(CALLS.inviteEmployee, { body })
    await pass(FIVE_DAYS_MS)
    const { approval, code } = await enterAgain(first.approvalNo)
    const carl = await deskOf(await signInEmployee(api, 'carl-example'))
    const { invitation } = await confirmAt(carl, approval.approvalNo)
    const returned = await enrollAtDesk(api, { link: invitation?.link ?? '', code: code ?? '' })
    expect(returned.employeeId).toBe('bea-example')
  })

  test('what cannot be carried out any more is refused with the reason, and nothing is entered', async () => {
    const late = await enterHoliday('2026-03-05')
    const role = await roleFor('bea-example', 'auditor')
    const roles = [aRole('support', 110)]
    const newcomer = { kind: 'new' as const, name: 'Noa New', email: 'noa@lender.example', roles }
    const { approval: invited } = await ada.ask(CALLS.inviteEmployee, { body: newcomer })
    await pass(FIVE_DAYS_MS)
    const refused = await again(ada, late)
    expect(refused.code).toBe(codeOf('approvalBlocked'))
    await ada.ask(CALLS.inviteEmployee, { body: newcomer })
    expect(await again(ada, invited.approvalNo)).toMatchObject({ code: codeOf('approvalBlocked') })
    expect(await rolesOf('noa-new')).toHaveLength(1)
    const suspend = { employeeId: 'bea-example', change: 'suspend', note: 'keys lost' } as const
    await ada.ask(CALLS.changeEmployee, { body: suspend })
    expect(await again(ada, role)).toMatchObject({ code: codeOf('approvalBlocked') })
    expect(await rolesOf('bea-example')).toEqual([])
    const { approvals } = await ada.ask(CALLS.listApproval, { query: {} })
    expect(approvals).toHaveLength(1)
  })

  test('a colleague’s, one that waits, one that is unknown and one without the right are refused', async () => {
    const [waits, mine] = [await enterHoliday('2026-10-21'), await enterHoliday('2026-10-22')]
    const ask = (approvalNo: string) => ({ body: { approvalNo } })
    await expectRefused(ada, 'enterApprovalAgain', ask(waits), 'approvalOver')
    await expectRefused(ada, 'enterApprovalAgain', ask('A999999999'), 'notFound')
    await answer(mine, 'return')
    await expectRefused(bea, 'enterApprovalAgain', ask(mine), 'approvalRefused')
    await endRoles(api.database.db, { employeeId: 'ada-example' }, { by: 'employee:hr', at: api.clock.now() })
    await expectRefused(ada, 'enterApprovalAgain', ask(mine), 'approvalRefused')
  })

  test('of two at once one counts, and a repeated request gets the first answer', async () => {
    const first = await enterHoliday('2026-10-21')
    await answer(first, 'return')
    const codes = (await Promise.all([again(ada, first), again(ada, first)])).map(({ code }) => code)
    expect(codes.toSorted((left, right) => left - right)).toEqual([codeOf('approvalOver'), 1])
    const other = await enterHoliday('2026-10-22')
    await answer(other, 'refuse')
    const idempotencyKey = '3b241101-e2bb-4255-8caf-4136c566a962'
    const input = { body: { approvalNo: other } }
    const once = await ada.ask(CALLS.enterApprovalAgain, input, { idempotencyKey })
    expect(await ada.ask(CALLS.enterApprovalAgain, input, { idempotencyKey })).toEqual(once)
  })

  test('it is confirmed by a colleague alone, as any entry', async () => {
    const first = await enterHoliday('2026-10-21')
    await answer(first, 'return')
    const { approval } = await enterAgain(first)
    expect((await tryConfirming(await deskOf(ada), approval.approvalNo)).code).toBe(codeOf('approvalRefused'))
  })
})

test('the call answers from what another did (contract.md)', async () => {
  const [one, two] = [await enterHoliday('2026-10-21'), await enterHoliday('2026-10-22')]
  await answer(one, 'return')
  await proveChanges(api, () => answer(two, 'return'), {
    enterApprovalAgain: {
      before: asking(ada, 'enterApprovalAgain', { body: { approvalNo: two } }),
      after: asking(ada, 'enterApprovalAgain', { body: { approvalNo: two } }),
    },
  })
})
