import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import {
  answerApprovalCall,
  beginConfirmationCall,
  confirmApprovalCall,
  listApprovalCall,
  showApprovalCall,
} from '@dolphin/contract/approvals'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import { CALLS } from '@dolphin/contract/registry'
import { findApproval } from '@dolphin/database/approvals/approval-repository'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { moveEmployee } from '@dolphin/database/staff/employee-repository'
import { endRoles } from '@dolphin/database/staff/role-repository'
import type { StaffRole } from '@dolphin/domain/staff/codes'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import {
  colleagueAtDesk,
  confirmAt,
  type Confirmer,
  deskOf,
  tryConfirming,
} from '../../testing/confirmations.ts'
import { aRole, confirmerOf, enrollAtDesk, ofYesterday } from '../../testing/desk-staff.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { debitsOf, moneyDays } from '../../testing/money-days.ts'
import { postingBody } from '../../testing/receipts-by-hand.ts'
import { resetApi } from '../../testing/reset-api.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { codeOf } from '../../testing/response-code-of.ts'

const MORNING = '2026-03-05T10:00:00-05:00'

let api: TestApi
let loan: SignedLoan
let ada: TestClient

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await resetApi(api)
  loan = await moneyDays(api).fundOne()
  await liveOn(api, MORNING)
  ada = await signInEmployee(api)
})
afterAll(() => api.close())

const receipt = (amount = '120.00') =>
  postingBody(loan.loanNo, '2026-03-05', { kind: 'receipt', amount, paymentMode: PaymentMode.moneyOrder })

/** Enters money that came; answers the approval that it waits for. */
const enter = async (who = ada, amount?: string): Promise<string> =>
  (await who.ask(CALLS.manualPosting, { body: receipt(amount) })).approval.approvalNo

const employee = (name: string, role: StaffRole, portfolioId?: number) =>
  signInEmployee(api, name, { roles: [role], ...(portfolioId === undefined ? {} : { portfolioId }) })

const bea = async (): Promise<Confirmer> => await deskOf(await signInEmployee(api, 'bea-example'))

const show = async ({ client }: Pick<Confirmer, 'client'>, approvalNo: string) =>
  await client.ask(showApprovalCall, { params: { approvalNo } })

/** Reads and begins; answers the body that confirms. */
async function begun({ client, touch }: Confirmer, approvalNo: string) {
  const { digest } = await show({ client }, approvalNo)
  const { challengeId, options } = await client.ask(beginConfirmationCall, { body: { approvalNo, digest } })
  return { approvalNo, digest, challengeId, response: await touch(options) }
}

/** Both halves of the invitation of a team lead, entered by Ada and confirmed by Bea. */
async function invited(name: string) {
  const email = `${name.replace(' ', '.')}@lender.example`
  const body = { kind: 'new' as const, name, email, roles: [aRole('teamLead')] }
  const { code, approval } = await ada.ask(CALLS.inviteEmployee, { body })
  const { invitation } = await confirmAt(await bea(), approval.approvalNo)
  return { code, link: invitation?.link ?? '' }
}

describe('four eyes (console.md, Staff)', () => {
  test('one person under two names, on one machine, confirms nothing that was entered there', async () => {
    const one = await ofYesterday(api, await enrollAtDesk(api, await invited('Nina Name')))
    const entered = await enter(one.client)
    // The second name is enrolled in the browser in which the first one sits, with a key of its own.
    const { sessionId } = await one.client.ask(CALLS.readStaffSession, {})
    const two = await enrollAtDesk(api, await invited('Second Name'), one.client)
    expect((await two.client.ask(CALLS.readStaffSession, {})).sessionId).not.toBe(sessionId)
    expect(await show(two, entered)).toMatchObject({ own: false, obstacle: 'linkedAccounts' })
    expect(await tryConfirming(confirmerOf(two), entered)).toMatchObject({ code: codeOf('approvalRefused') })
    expect(await debitsOf(api, loan)).toEqual([])
    // Another colleague may.
    await confirmAt(await bea(), entered)
    expect(await debitsOf(api, loan)).toHaveLength(1)
  })

  test('another’s authenticator, another’s challenge and a challenge of the sign-in confirm nothing', async () => {
    const one = await ofYesterday(api, await enrollAtDesk(api, await invited('Lea Lead')))
    const two = await ofYesterday(api, await enrollAtDesk(api, await invited('Lou Lead')))
    const entered = await enter(one.client)
    const { digest } = await show(two, entered)
    const ask = async () =>
      await two.client.ask(beginConfirmationCall, { body: { approvalNo: entered, digest } })
    const confirm = async (challengeId: string, response: ReturnType<typeof two.passkey.assert>) =>
      (
        await two.client.call(confirmApprovalCall, {
          body: { approvalNo: entered, digest, challengeId, response },
        })
      ).code
    const first = await ask()
    expect(await confirm(first.challengeId, one.passkey.assert(first.options))).toBe(
      codeOf('staffSignInRefused'),
    )
    // It was spent by that.
    expect(await confirm(first.challengeId, two.passkey.assert(first.options))).toBe(
      codeOf('staffSignInRefused'),
    )
    const signIn = await two.client.ask(CALLS.beginStaffSignIn, { body: {} })
    expect(await confirm(signIn.challengeId, two.passkey.assert(signIn.options))).toBe(
      codeOf('staffSignInRefused'),
    )
    const unverified = await ask()
    const withoutPin = two.passkey.assert(unverified.options, { isVerified: false })
    expect(await confirm(unverified.challengeId, withoutPin)).toBe(codeOf('staffSignInRefused'))
    const copied = await ask()
    expect(await confirm(copied.challengeId, two.passkey.assert(copied.options, { counter: 1 }))).toBe(
      codeOf('passkeyBlocked'),
    )
    expect(await debitsOf(api, loan)).toEqual([])
  })

  test('a role that only enters, another portfolio, a terminal and the employee’s own are told apart', async () => {
    const entered = await enter()
    const obstacle = async (who: Confirmer) => (await show(who, entered)).obstacle
    expect(await obstacle(await deskOf(ada))).toBe('enteredByYourself')
    expect(await obstacle(await deskOf(await employee('sam-support', 'support')))).toBe('noRole')
    expect(await obstacle(await deskOf(await employee('lea-lead', 'teamLead')))).toBe(null)
    const terminal = await employee('tom-lead', 'teamLead')
    expect(await show({ client: terminal }, entered)).toMatchObject({ obstacle: 'deskNeeded' })
    // Who neither enters nor confirms it, or works elsewhere, does not see that it is there.
    for (const stranger of [
      await employee('ines-auditor', 'auditor'),
      await employee('lia-lead', 'teamLead', 110),
    ])
      expect((await stranger.call(showApprovalCall, { params: { approvalNo: entered } })).code).toBe(
        codeOf('notFound'),
      )
  })
})

describe('what is confirmed is what was read', () => {
  test('the signature, the challenge and the act are kept so that anyone verifies them', async () => {
    const entered = await enter()
    const { approval } = await confirmAt(await bea(), entered)
    const { rows } = await api.database.executeSql(
      `select nonce, client_data, authenticator_data, signature, public_key, act_digest, answered_by
       from approvals where approval_no = $1`,
      [entered],
    )
    const row = rows[0] as Readonly<Record<string, string>>
    const stored = await findApproval(api.database.db, api.deps.cipher, entered)
    const digest = createHash('sha256')
      .update(stored?.act ?? '')
      .digest('hex')
    expect(digest).toBe(approval.digest)
    expect(row['act_digest']).toBe(digest)
    const client = Buffer.from(row['client_data'] ?? '', 'base64url')
    const challenge = createHash('sha256')
      .update(`dolphin-staff/1\nact\n${digest}\n`)
      .update(Buffer.from(row['nonce'] ?? '', 'base64url'))
      .digest('base64url')
    expect(JSON.parse(client.toString())).toMatchObject({ type: 'webauthn.get', challenge })
    const key = Buffer.from(row['public_key'] ?? '', 'base64url')
    // COSE of P-256: two coordinates of 32 bytes, each after its label and its length.
    const [x, y] = [key.subarray(10, 42), key.subarray(45, 77)].map((part) => part.toString('base64url'))
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as JsonWebKey, format: 'jwk' })
    const data = Buffer.from(row['authenticator_data'] ?? '', 'base64url')
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    const signature = Buffer.from(row['signature'] ?? '', 'base64url')
    expect(verify('sha256', signed, publicKey, signature)).toBe(true)
    // Answered, it shows what was confirmed, whatever has happened since.
    expect(await show(await bea(), entered)).toMatchObject({
      state: 'confirmed',
      differences: approval.differences,
      effects: approval.effects,
      digest,
    })
    expect((await listAudit(api.database.db, 118, loan.loanNo)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['approvalEntered', 'postingPosted', 'approvalConfirmed']),
    )
  })

  test('each reading of what is entered for a loan is in the audit as a read of its file', async () => {
    const approvalNo = await enter()
    await show(await bea(), approvalNo)
    const events = await listAudit(api.database.db, 118, `read/${loan.loanNo}`)
    expect(events).toMatchObject([
      {
        action: 'customerFileRead',
        actor: 'employee:bea-example',
        facts: { call: 'showApproval', reason: `approval ${approvalNo}` },
      },
    ])
  })

  test('a loan that changed meanwhile has another digest: read again, then confirmed', async () => {
    const [entered, other] = [await enter(), await enter(ada, '30.00')]
    const confirmer = await bea()
    const before = await show(confirmer, entered)
    const body = await begun(confirmer, entered)
    await confirmAt(confirmer, other)
    const begin = { body: { approvalNo: entered, digest: before.digest } }
    expect((await confirmer.client.call(beginConfirmationCall, begin)).code).toBe(codeOf('approvalChanged'))
    expect((await confirmer.client.call(confirmApprovalCall, { body })).code).toBe(codeOf('approvalChanged'))
    expect(await debitsOf(api, loan)).toHaveLength(1)
    const after = await show(confirmer, entered)
    expect(after.digest).not.toBe(before.digest)
    expect(after.differences).not.toEqual(before.differences)
    await confirmAt(confirmer, entered)
    expect(await debitsOf(api, loan)).toHaveLength(2)
  })

  test('a challenge for one digest does not confirm another', async () => {
    const entered = await enter()
    const confirmer = await bea()
    const body = { ...(await begun(confirmer, entered)), digest: 'a'.repeat(64) }
    expect((await confirmer.client.call(confirmApprovalCall, { body })).code).toBe(codeOf('approvalChanged'))
  })

  test('what cannot be carried out any more says why, and is not confirmed', async () => {
    const entered = await ada.ask(CALLS.manualPosting, {
      body: { ...receipt('3.00'), kind: 'interestWaiver', paymentMode: null },
    })
    const { approvalNo } = entered.approval
    const again = await ada.ask(CALLS.manualPosting, {
      body: { ...receipt('3.00'), kind: 'interestWaiver', paymentMode: null },
    })
    const confirmer = await bea()
    await confirmAt(confirmer, again.approval.approvalNo)
    const blocked = await show(confirmer, approvalNo)
    expect(blocked.blocked).toContain('is owed on that day')
    expect(await tryConfirming(confirmer, approvalNo)).toMatchObject({ code: codeOf('approvalBlocked') })
  })
})

describe('what comes between (decisions/staff.md)', () => {
  test('of two confirmations at once one counts', async () => {
    const entered = await enter()
    const both = [await bea(), await colleagueAtDesk(ada)]
    const bodies = await Promise.all(both.map((one) => begun(one, entered)))
    const answers = await Promise.all(
      both.map(async ({ client }, at) => {
        const body = bodies[at]
        if (body === undefined) throw new Error('each has begun')
        return (await client.call(confirmApprovalCall, { body })).code
      }),
    )
    expect(answers.toSorted((left, right) => left - right)).toEqual([codeOf('approvalOver'), 1])
    expect(await debitsOf(api, loan)).toHaveLength(1)
  })

  test('what a colleague began, who entered it does not confirm', async () => {
    const entered = await enter()
    const body = await begun(await bea(), entered)
    const { client } = await deskOf(ada)
    expect((await client.call(confirmApprovalCall, { body })).code).toBe(codeOf('approvalRefused'))
  })

  test('the same confirmation again gets the first answer', async () => {
    const entered = await enter()
    const { client, touch } = await bea()
    const body = await begun({ client, touch }, entered)
    const idempotencyKey = '3b241101-e2bb-4255-8caf-4136c566a962'
    const first = await client.ask(confirmApprovalCall, { body }, { idempotencyKey })
    expect(await client.ask(confirmApprovalCall, { body }, { idempotencyKey })).toEqual(first)
    expect(await debitsOf(api, loan)).toHaveLength(1)
  })

  test('who entered it is suspended, or loses the right: it counts no more', async () => {
    const [first, second] = [await enter(), await enter(await employee('sam-support', 'support'), '7.00')]
    const by = { by: 'employee:hr', at: api.clock.now() }
    await endRoles(api.database.db, { employeeId: 'sam-support' }, by)
    const confirmer = await bea()
    expect((await show(confirmer, second)).blocked).toContain('lost the right')
    expect(await tryConfirming(confirmer, second)).toMatchObject({ code: codeOf('approvalBlocked') })
    const suspended = { from: 'active', to: 'suspended', at: api.clock.now() } as const
    await moveEmployee(api.database.db, 'ada-example', suspended)
    expect((await show(confirmer, first)).blocked).toContain('not active')
    expect(await tryConfirming(confirmer, first)).toMatchObject({ code: codeOf('approvalBlocked') })
    expect(await debitsOf(api, loan)).toEqual([])
  })

  test('who entered it is suspended between the asking for a passkey and its answer: it counts no more', async () => {
    const entered = await enter()
    const confirmer = await bea()
    const body = await begun(confirmer, entered)
    const suspended = { from: 'active', to: 'suspended', at: api.clock.now() } as const
    await moveEmployee(api.database.db, 'ada-example', suspended)
    const refused = await confirmer.client.call(confirmApprovalCall, { body })
    expect(refused.code).toBe(codeOf('approvalBlocked'))
    expect(await debitsOf(api, loan)).toEqual([])
  })

  test('who confirms loses the role between reading and confirming', async () => {
    const entered = await enter()
    const confirmer = await deskOf(await employee('lea-lead', 'teamLead'))
    const body = await begun(confirmer, entered)
    await endRoles(api.database.db, { employeeId: 'lea-lead' }, { by: 'employee:hr', at: api.clock.now() })
    expect((await confirmer.client.call(confirmApprovalCall, { body })).code).toBe(codeOf('notFound'))
    expect(await debitsOf(api, loan)).toEqual([])
  })

  test('above the limit of who confirms it waits for someone else', async () => {
    const entered = await enter()
    await api.database.db.execute(sql`update employee_roles set amount_limit = 11999
      where employee_id = 'bea-example'`)
    await signInEmployee(api, 'lea-lead', { roles: ['teamLead'] })
    const confirmer = await deskOf(await employee('lea-lead', 'teamLead'))
    await api.database.db.execute(sql`update employee_roles set amount_limit = 11999
      where employee_id = 'lea-lead'`)
    expect(await show(confirmer, entered)).toMatchObject({ obstacle: 'aboveLimit' })
    expect(await tryConfirming(confirmer, entered)).toMatchObject({ code: codeOf('approvalRefused') })
  })

  test('after five days it has ended', async () => {
    const entered = await enter()
    api.clock.advance(5 * DAY_MS)
    const confirmer = await bea()
    expect(await show(confirmer, entered)).toMatchObject({ state: 'expired', answer: null })
    expect(await tryConfirming(confirmer, entered)).toMatchObject({ code: codeOf('approvalOver') })
    const { approvals, waiting } = await confirmer.client.ask(listApprovalCall, { query: {} })
    expect([approvals, waiting]).toEqual([[], 0])
    const answered = await confirmer.client.ask(listApprovalCall, { query: { state: 'answered' } })
    expect(answered.approvals).toMatchObject([{ approvalNo: entered, state: 'expired' }])
  })

  test('returned with a note, it is entered again; refused and withdrawn are ends of their own', async () => {
    const [first, second, third] = [await enter(), await enter(ada, '7.00'), await enter(ada, '8.00')]
    const confirmer = await bea()
    const answer = (who: TestClient, approvalNo: string, word: 'return' | 'refuse' | 'withdraw') =>
      who.call(answerApprovalCall, { body: { approvalNo, answer: word, note: 'wrong amount' } })
    expect(await answer(ada, first, 'return')).toMatchObject({ code: codeOf('approvalRefused') })
    expect(await answer(confirmer.client, first, 'withdraw')).toMatchObject({
      code: codeOf('approvalRefused'),
    })
    expect(await answer(confirmer.client, first, 'return')).toMatchObject({
      data: { state: 'returned', answer: { by: { employeeId: 'bea-example' }, note: 'wrong amount' } },
    })
    expect(await answer(confirmer.client, second, 'refuse')).toMatchObject({ data: { state: 'refused' } })
    expect(await answer(ada, third, 'withdraw')).toMatchObject({ data: { state: 'withdrawn' } })
    for (const over of [first, second, third]) {
      expect(await tryConfirming(confirmer, over)).toMatchObject({ code: codeOf('approvalOver') })
      expect(await answer(confirmer.client, over, 'return')).toMatchObject({ code: codeOf('approvalOver') })
    }
    await confirmAt(confirmer, await enter(ada, '121.00'))
    expect(await debitsOf(api, loan)).toMatchObject([{ amount: 12_100n }])
  })
})

describe('the list', () => {
  test('shows one’s own and what one’s roles enter or confirm, oldest first, and counts what one may confirm', async () => {
    const [first, second] = [await enter(), await enter(ada, '7.00')]
    const mine = await enter(await employee('lea-lead', 'teamLead'), '9.00')
    const list = async (who: TestClient, query: object = {}) => await who.ask(listApprovalCall, { query })
    const lead = (await deskOf(await employee('lea-lead', 'teamLead'))).client
    const seen = await list(lead)
    expect(seen.approvals.map(({ approvalNo, own }) => [approvalNo, own])).toEqual([
      [first, false],
      [second, false],
      [mine, true],
    ])
    expect(seen.waiting).toBe(2)
    expect((await list(lead, { after: first })).approvals.map(({ approvalNo }) => approvalNo)).toEqual([
      second,
      mine,
    ])
    expect((await list(lead, { portfolioId: '110' })).approvals).toEqual([])
    expect(await list(await employee('ines-auditor', 'auditor'))).toMatchObject({ approvals: [], waiting: 0 })
    const accounting = (await deskOf(await employee('al-accounting', 'accounting', 118))).client
    expect((await list(accounting)).waiting).toBe(3)
  })

  test('the database itself keeps two people apart, and an answer for ever', async () => {
    const entered = await enter()
    const set = (columns: string) =>
      api.database.executeSql(`update approvals set ${columns} where approval_no = $1`, [entered])
    const at = "answered_at = '2026-03-05T15:00:00Z'"
    await expect(set(`state = 'returned', answered_by = 'employee:ada-example', ${at}`)).rejects.toThrow()
    await expect(set(`state = 'withdrawn', answered_by = 'employee:bea-example', ${at}`)).rejects.toThrow()
    await expect(set(`state = 'confirmed', answered_by = 'employee:bea-example', ${at}`)).rejects.toThrow()
    await expect(set(`amount = 1`)).rejects.toThrow()
    await set(`state = 'refused', answered_by = 'employee:bea-example', ${at}`)
    await expect(set(`state = 'waiting', answered_by = null, answered_at = null`)).rejects.toThrow()
    await expect(api.database.executeSql('delete from approvals')).rejects.toThrow()
  })
})
