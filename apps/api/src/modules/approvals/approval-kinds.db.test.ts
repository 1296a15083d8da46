import { LoanStatus } from '@dolphin/domain/loans/codes'
import { approveLoanCall, declineLoanCall } from '@dolphin/contract/applications-staff'
import { CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import {
  colleagueAtDesk,
  confirmAt,
  confirmApproval,
  deskOf,
  tryConfirming,
} from '../../testing/confirmations.ts'
import { createCustomer } from '../../testing/customers.ts'
import { aRole } from '../../testing/desk-staff.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { signLoan } from '../../testing/signed-loans.ts'
import type { TestClient } from '../../testing/test-client.ts'

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

/** An underwriter who decides alone up to an amount. */
async function underwriter(limitCents: number): Promise<TestClient> {
  const una = await signInEmployee(api, 'una-writer', { roles: ['underwriter'] })
  await api.database.db.execute(
    sql`update employee_roles set amount_limit = ${limitCents} where employee_id = 'una-writer'`,
  )
  return una
}

const blocked = { code: RESPONSE_CODES.approvalBlocked.code }

describe('a decision on an application (console.md, Permissions)', () => {
  test('up to the limit one decides alone; above it compliance confirms', async () => {
    const loan = await signLoan(api, { portfolioId: 110 })
    const body = { loanNo: loan.loanNo, note: 'income seen' }
    const una = await underwriter(10_000)
    const entered = await una.ask(approveLoanCall, { body })
    expect(entered).toMatchObject({
      loanStatus: LoanStatus.originating,
      approval: { approvalNo: expect.any(String) },
    })
    const compliance = await signInEmployee(api, 'cora-compliance', { roles: ['compliance'] })
    const { approval } = await confirmApproval(compliance, entered.approval?.approvalNo ?? '')
    expect(approval).toMatchObject({ kind: 'review', loanNo: loan.loanNo, amount: '500.00' })
    expect(approval.differences[0]).toMatchObject({ label: 'Status', after: '104 approved' })
    const other = await signLoan(api, { portfolioId: 110 })
    const rich = await underwriter(50_000)
    const alone = await rich.ask(approveLoanCall, { body: { ...body, loanNo: other.loanNo } })
    expect(alone).toMatchObject({ loanStatus: LoanStatus.approved, approval: null })
  })

  test('a decline above the limit sends its notice once it is confirmed; another amount is another decision', async () => {
    const loan = await signLoan(api, { portfolioId: 110 })
    const una = await underwriter(10_000)
    const order = {
      body: { loanNo: loan.loanNo, reasonCodes: ['accountOwnerMismatch'], note: 'another owner' },
    }
    const [one, two] = [await una.ask(declineLoanCall, order), await una.ask(declineLoanCall, order)]
    const { approval } = await confirmApproval(bea, one.approval?.approvalNo ?? '')
    expect(approval.effects).toContain('Notice to the borrower: adverse action')
    expect((await findLoan(api.database.db, loan))?.status).toBe(LoanStatus.withdrawn)
    expect(await tryConfirming(await deskOf(bea), two.approval?.approvalNo ?? '')).toMatchObject(blocked)
    const other = await signLoan(api, { portfolioId: 110 })
    const third = await una.ask(approveLoanCall, { body: { loanNo: other.loanNo, note: 'seen' } })
    await api.database.db.execute(
      sql`update loans set approved_amount = 40000 where loan_no = ${other.loanNo}`,
    )
    const answer = await tryConfirming(await deskOf(bea), third.approval?.approvalNo ?? '')
    expect(answer).toMatchObject(blocked)
    expect(JSON.stringify(answer.data)).toContain('amount of the loan has changed')
  })
})

describe('what is entered twice or overtaken is blocked, and says so', () => {
  test('an account that was opened meanwhile, or whose address is another’s', async () => {
    const account = 'held@example.com'
    await createCustomer(api, { email: account })
    const change = (to: 'freeze' | 'activate') =>
      ada.ask(CALLS.changeAccount, { body: { portfolioId: 118, account, change: to, note: 'odd sign-ins' } })
    await change('freeze')
    const [one, two] = [await change('activate'), await change('activate')]
    const { approval } = await confirmApproval(bea, one.approval?.approvalNo ?? '')
    expect(approval.differences).toEqual([
      { label: 'State of the account', before: 'frozen', after: 'active', change: null },
    ])
    expect(await tryConfirming(await deskOf(bea), two.approval?.approvalNo ?? '')).toMatchObject(blocked)
  })

  test('a version on top of one that is the newest no more, and a day that has gone by', async () => {
    const content = (api.deps.portfolios.byId(118)?.portfolio ?? {}) as Record<string, unknown>
    expect(content['version']).toBeGreaterThan(0)
    const closing = await ada.ask(CALLS.addHoliday, { body: { date: '2026-03-04', name: 'Mourning' } })
    const day = await confirmAt(await colleagueAtDesk(ada), closing.approval.approvalNo)
    expect(day.approval.differences).toEqual([
      { label: '2026-03-04', before: 'Banks are open', after: 'Mourning', change: null },
    ])
    const late = await ada.ask(CALLS.addHoliday, { body: { date: '2026-03-05', name: 'Mourning' } })
    api.clock.set('2026-03-06T10:00:00-05:00')
    const there = await colleagueAtDesk(ada)
    expect(await tryConfirming(there, late.approval.approvalNo)).toMatchObject(blocked)
  })

  test('a role that was ended meanwhile; returned, its role ends and is entered again', async () => {
    const employeeId = 'bea-example'
    const enter = async () => {
      const body = { act: 'enter', employeeId, role: aRole('auditor', 110) } as const
      const { employee, approval } = await ada.ask(CALLS.changeRole, { body })
      const grantNo = employee.roles.find(({ portfolioId }) => portfolioId === 110)?.grantNo ?? ''
      return { grantNo, approvalNo: approval?.approvalNo ?? '' }
    }
    const first = await enter()
    await ada.ask(CALLS.changeRole, { body: { act: 'end', employeeId, grantNo: first.grantNo } })
    const again = { act: 'end', employeeId, grantNo: first.grantNo } as const
    expect((await ada.call(CALLS.changeRole, { body: again })).code).toBe(RESPONSE_CODES.conflict.code)
    const colleague = await colleagueAtDesk(ada)
    expect(await tryConfirming(colleague, first.approvalNo)).toMatchObject(blocked)
    // Never of one's own role.
    const second = await enter()
    expect(await tryConfirming(await deskOf(bea), second.approvalNo)).toMatchObject({
      code: RESPONSE_CODES.approvalRefused.code,
    })
    const answer = { approvalNo: second.approvalNo, answer: 'return', note: 'wrong portfolio' } as const
    await colleague.client.ask(CALLS.answerApproval, { body: answer })
    const third = await enter()
    expect(third.grantNo).not.toBe(second.grantNo)
    expect((await tryConfirming(colleague, third.approvalNo)).code).toBe(1)
  })

  test('an invitation that was returned is entered again with other roles, under the same address', async () => {
    const invite = async (name: string, portfolioId: number) =>
      await ada.call(CALLS.inviteEmployee, {
        body: { kind: 'new', name, email: 'noa@lender.example', roles: [aRole('support', portfolioId)] },
      })
    const entered = (await invite('Noa Mistyped', 110)) as {
      readonly data: { readonly approval: { readonly approvalNo: string } }
    }
    expect((await invite('Noa New', 118)).code).toBe(RESPONSE_CODES.employeeExists.code)
    const colleague = await colleagueAtDesk(ada)
    const { approvalNo } = entered.data.approval
    const answer = { approvalNo, answer: 'return', note: 'the name is wrong' } as const
    await colleague.client.ask(CALLS.answerApproval, { body: answer })
    const again = (await invite('Noa New', 118)) as typeof entered
    const { approval, invitation } = await confirmAt(colleague, again.data.approval.approvalNo)
    expect(invitation?.link).toContain('/enroll#')
    expect(approval.asEntered).toContainEqual({ label: 'Name', value: 'Noa New' })
    const { employees } = await ada.ask(CALLS.listEmployee, {})
    expect(employees.find(({ email }) => email === 'noa@lender.example')).toMatchObject({
      name: 'Noa New',
      state: 'invited',
      roles: [{ role: 'support', portfolioId: 118 }],
    })
  })
})

test('each call answers from what another did (contract.md)', async () => {
  const enter = async (date: string) =>
    (await ada.ask(CALLS.addHoliday, { body: { date, name: 'Mourning' } })).approval.approvalNo
  const [one, two, three] = [await enter('2026-03-04'), await enter('2026-03-05'), await enter('2026-03-06')]
  const { client, touch } = await deskOf(bea)
  const begin = async (approvalNo: string) => {
    const { digest } = await client.ask(CALLS.showApproval, { params: { approvalNo } })
    return { approvalNo, digest }
  }
  const [first, second] = [await begin(one), await begin(two)]
  const { challengeId, options } = await client.ask(CALLS.beginConfirmation, { body: first })
  const body = { ...first, challengeId, response: await touch(options) }
  const withdraw = async () => {
    for (const approvalNo of [one, three]) {
      const answer = { approvalNo, answer: 'withdraw', note: 'another day' } as const
      await ada.ask(CALLS.answerApproval, { body: answer })
    }
  }
  await proveChanges(api, withdraw, {
    listApproval: asking(client, 'listApproval', { query: {} }),
    showApproval: asking(client, 'showApproval', { params: { approvalNo: three } }),
    beginConfirmation: {
      before: asking(client, 'beginConfirmation', { body: second }),
      after: asking(client, 'beginConfirmation', { body: first }),
    },
    answerApproval: {
      before: asking(client, 'answerApproval', { body: { approvalNo: two, answer: 'return', note: 'why?' } }),
      after: asking(client, 'answerApproval', {
        body: { approvalNo: three, answer: 'return', note: 'why?' },
      }),
    },
  })
  expect(await client.call(CALLS.confirmApproval, { body })).toMatchObject({
    code: RESPONSE_CODES.approvalOver.code,
  })
  const [four, five] = [await enter('2026-03-09'), await enter('2026-03-10')]
  await proveChanges(
    api,
    () =>
      ada.ask(CALLS.answerApproval, { body: { approvalNo: five, answer: 'withdraw', note: 'another day' } }),
    {
      confirmApproval: {
        before: () => tryConfirming({ client, touch }, four),
        after: asking(client, 'confirmApproval', { body: { ...body, approvalNo: five } }),
      },
    },
  )
})
