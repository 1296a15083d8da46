import { CALLS } from '@dolphin/contract/registry'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { ok } from '@dolphin/domain/outcome'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import { DAY_MS, MINUTE_MS } from '@dolphin/domain/time/durations'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { passkeyAnswer } from '../../testing/call-coverage/passkey-answer.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { openWithPassword } from '../../testing/desk-password.ts'
import {
  aDayLater,
  addKeyAtDesk,
  aRole,
  type DeskEmployee,
  firstAdministrators,
  invite,
  invitedEmployee,
  linkToken,
  proofAtDesk,
  signInAtDesk,
  terminalOf,
} from '../../testing/desk-staff.ts'
import { deskOf } from '../../testing/confirmations.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { fundLoan } from '../../testing/funded-loans.ts'
import { codeOf } from '../../testing/response-code-of.ts'
import { creditOf } from '../../testing/loan-facts.ts'
import { applyForLoan, askAmount } from '../../testing/offers.ts'
import { reversalBody } from '../../testing/reversals.ts'
import { signLoan } from '../../testing/signed-loans.ts'
import type { AuthenticatorAnswer, SoftwareAuthenticator } from '../../testing/software-authenticator.ts'
import { acceptance, anApplicant, recentCsv, sentStatement } from '../../testing/statement-applicants.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { askTouch, giveTouch, type MoneyCall, touchFor } from '../../testing/touches.ts'

const PASSWORD = 'a long password of Hal'
const ROLES = [aRole('underwriter'), aRole('cash')]

let api: TestApi
let admins: readonly [DeskEmployee, DeskEmployee]
let uma: DeskEmployee
let funded: string
let reversal: MoneyCall['request']

beforeAll(async () => {
  api = await startTestApi({ env: { SIGN_IN_ATTEMPTS_PER_MINUTE: '1000' } })
  admins = await firstAdministrators(api)
  const loan = await fundLoan(api)
  funded = loan.loanNo
  reversal = reversalBody(await creditOf(api, loan), 'receiver')
  for (const admin of admins) await signInAtDesk(admin)
  uma = await invitedEmployee(api, admins, 'Uma Touch', ROLES)
  await aDayLater(api, uma)
  await signInAtDesk(uma)
})
afterAll(() => api.close())

/** A signed loan of portfolio 110 in review, of this amount. */
async function inReview(amountCents: number): Promise<string> {
  const { loanNo } = await signLoan(api, { portfolioId: 110 })
  await api.database.db.execute(
    sql`update loans set approved_amount = ${amountCents} where loan_no = ${loanNo}`,
  )
  return loanNo
}

const posting = (amount: string) => ({
  call: 'manualPosting',
  request: {
    loanNo: funded,
    kind: 'receipt',
    changeTypeCode: 0,
    amount,
    effectiveDate: api.clock.now().toISOString().slice(0, 10),
    transactionNo: null,
    installmentNo: null,
    paymentMode: PaymentMode.moneyOrder,
    note: 'money order',
  },
})

/** A counteroffer of 118 on an application that waits for an agent. */
async function countered(amount: string): Promise<MoneyCall> {
  const applied = await applyForLoan(api, { portfolioId: 118, bankUser: 'user_other_owner' })
  await askAmount(applied)
  api.clock.advance(1_000)
  await signInAtDesk(uma)
  const { loanNo } = applied
  const { counter } = await uma.client.ask(CALLS.showReviewCase, { params: { loanNo } })
  const reasonCodes = ['accountOwnerMismatch']
  const order = { loanNo, amount, reasonCodes, decisionNo: counter?.decisionNo ?? '' }
  return { call: 'counterLoan', request: { ...order, note: 'the account is new' } }
}

/** A posting that Uma entered and a colleague returned. */
async function returnedPosting(): Promise<string> {
  const amy = await signInEmployee(api, 'Amy Returns', { roles: ['accounting'] })
  await signInAtDesk(uma)
  const act = posting('310.00')
  await touchFor(uma, act)
  const entered = await make(uma.client, act)
  const { approvalNo } = (entered.data as unknown as { approval: { approvalNo: string } }).approval
  const { client } = await deskOf(amy)
  await client.ask(CALLS.answerApproval, { body: { approvalNo, answer: 'return', note: 'which order' } })
  return approvalNo
}

/** Acts above the limit of their portfolio, or without one amount: each takes its own touch. */
const OWN: Readonly<Record<string, () => Promise<MoneyCall>>> = {
  'approve 600.00': async () => ({
    call: 'approveLoan',
    request: { loanNo: await inReview(60_000), note: 'income seen' },
  }),
  'accept a statement': async () => {
    const applicant = await anApplicant(api)
    const { requestCode } = await sentStatement(api, applicant, { fileName: 's.csv', bytes: recentCsv(api) })
    return { call: 'acceptStatement', request: acceptance(requestCode) }
  },
  'counter 400.00': () => countered('400.00'),
  'enter a reversal': () => Promise.resolve({ call: 'reverseEntry', request: reversal }),
  'enter a posting of 310.00 again': async () => ({
    call: 'enterApprovalAgain',
    request: { approvalNo: await returnedPosting() },
  }),
  'originate by hand': () =>
    Promise.resolve({ call: 'runBatch', request: { portfolioId: 118, dryRun: false } }),
  'enter a posting of 310.00': () => Promise.resolve(posting('310.00')),
}

/** What is shown over an act, by its label. */
async function shownOver(act: MoneyCall): Promise<Readonly<Record<string, string>>> {
  await signInAtDesk(uma)
  const { lines } = await askTouch(uma.client, act)
  return Object.fromEntries(lines.map(({ label, value }) => [label, value]))
}

test('what is signed is shown in words: no code, no name of the code (design/console.md, Staff)', async () => {
  const day = api.clock.now().toISOString().slice(0, 10)
  const receipt = posting('12.00')
  expect(await shownOver(receipt)).toEqual({
    Portfolio: '118',
    Loan: funded,
    Amount: '$12.00',
    What: 'Money received',
    'Counts from': day,
    'Way of paying': 'Money order',
  })
  const order = { ...receipt.request, paymentMode: null }
  const refund = { ...order, kind: 'refund', changeTypeCode: 302, transactionNo: 'T1' }
  expect(await shownOver({ call: 'manualPosting', request: refund })).toMatchObject({
    What: 'Refund 302, duplicate debit',
    Transaction: 'T1',
  })
  const bounced = { ...order, kind: 'reverseReceipt', transactionNo: 'T1', reversalReason: 'chargedBack' }
  expect(await shownOver({ call: 'manualPosting', request: bounced })).toMatchObject({
    What: 'Receipt reversed',
    'Why it is reversed': 'charged back',
  })
  expect(await shownOver({ call: 'reverseEntry', request: reversal })).toMatchObject({
    Reason: 'wrong account',
  })
  const { Reasons } = await shownOver(await countered('400.00'))
  expect(Reasons).toMatch(/ .* /)
})

const make = (client: TestClient, { call, request }: MoneyCall) =>
  client.call(CALLS[call as 'approveLoan'], { body: request as never })

const codeOfAct = async (client: TestClient, act: MoneyCall) => (await make(client, act)).code

const NEEDED = codeOf('touchNeeded')

/** Uma in a session in which nothing was touched for more than five minutes. */
async function longAfter(): Promise<void> {
  await signInAtDesk(uma)
  api.clock.advance(5 * MINUTE_MS + 1)
}

test.each(Object.keys(OWN))('%s takes a touch over exactly that, once (decisions/staff.md)', async (name) => {
  const act = await OWN[name]?.()
  if (act === undefined) throw new Error(name)
  await signInAtDesk(uma)
  // A touch a moment ago, at sign-in, is of another act.
  expect(await codeOfAct(uma.client, act)).toBe(NEEDED)
  await touchFor(uma, { ...act, request: { ...act.request, ...(await changed(act)) } })
  expect(await codeOfAct(uma.client, act), 'over another digest').toBe(NEEDED)
  await touchFor(uma, act)
  api.clock.advance(5 * MINUTE_MS)
  expect(await codeOfAct(uma.client, act), 'stale').toBe(NEEDED)
  const there = { ...uma, client: api.client().atDesk() }
  await signInAtDesk(there)
  await touchFor(there, act)
  expect(await codeOfAct(uma.client, act), 'of another session').toBe(NEEDED)
  const touch = await touchFor(uma, act)
  expect(touch).toMatchObject({ state: 'touched', digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(await codeOfAct(uma.client, act)).toBe(1)
  expect((await uma.client.ask(CALLS.readTouch, { params: { touchNo: touch.touchNo } })).state).toBe('used')
  expect(await codeOfAct(uma.client, act), 'once').not.toBe(1)
})

/** Another act of the same kind. */
const changed = async ({ call }: MoneyCall): Promise<object> =>
  call === 'enterApprovalAgain'
    ? { approvalNo: await returnedPosting() }
    : (OTHERS[call] ?? { note: 'another' })

const OTHERS: Readonly<Record<string, object>> = {
  runBatch: { portfolioId: 110 },
  manualPosting: { amount: '311.00' },
  counterLoan: { amount: '350.00' },
}

test('up to the limit of the portfolio one touch of the last five minutes is enough', async () => {
  const [one, other] = [await inReview(50_000), await inReview(50_000)]
  const approve = (loanNo: string) => ({ call: 'approveLoan', request: { loanNo, note: 'income seen' } })
  await longAfter()
  expect(await codeOfAct(uma.client, approve(one))).toBe(NEEDED)
  await signInAtDesk(uma)
  api.clock.advance(5 * MINUTE_MS)
  expect(await codeOfAct(uma.client, approve(one))).toBe(1)
  api.clock.advance(1)
  expect(await codeOfAct(uma.client, posting('10.00'))).toBe(NEEDED)
  await touchFor(uma, posting('10.00'))
  expect(await codeOfAct(uma.client, posting('10.00'))).toBe(1)
  expect(await codeOfAct(uma.client, approve(other))).toBe(1)
})

test('a counteroffer up to the limit of the portfolio is among what five minutes of one touch cover', async () => {
  const counter = await countered('300.00')
  await longAfter()
  expect(await codeOfAct(uma.client, counter)).toBe(NEEDED)
  await signInAtDesk(uma)
  api.clock.advance(5 * MINUTE_MS)
  expect(await codeOfAct(uma.client, counter)).toBe(1)
})

test('what releases nothing takes none: previews and dry runs', async () => {
  const loanNo = await inReview(60_000)
  await longAfter()
  const preview = { call: 'approveLoan', request: { loanNo, note: '', mode: 0 } }
  expect(await codeOfAct(uma.client, preview)).toBe(1)
  await expectRefused(uma.client, 'askTouch', { body: preview }, 'notFound')
  const dryRun = { call: 'runBatch', request: { portfolioId: 118, dryRun: true } }
  expect(await codeOfAct(uma.client, dryRun)).toBe(1)
  await expectRefused(uma.client, 'askTouch', { body: { call: 'declineLoan', request: {} } }, 'notFound')
})

test('password and code never release money', async () => {
  for (const admin of admins) await signInAtDesk(admin)
  const { link, code } = await invite(admins, 'Hal Touch', ROLES)
  const hal = await openWithPassword(api, { link: linkToken(link), code })
  expect((await hal.enroll(PASSWORD, hal.appCode())).code).toBe(1)
  api.clock.advance(MINUTE_MS)
  const client = api.client().atDesk()
  const signIn = { email: 'hal.touch@lender.example', password: PASSWORD, code: hal.appCode() }
  await client.ask(CALLS.staffPasswordSignIn, { body: signIn })
  const small = { call: 'approveLoan', request: { loanNo: await inReview(10_000), note: 'income seen' } }
  expect(await codeOfAct(client, small)).toBe(NEEDED)
  const { touchNo } = await askTouch(client, small)
  const refused = await client.call(CALLS.beginTouch, { body: { touchNo } })
  expect(refused).toMatchObject({
    code: NEEDED,
    data: { message: expect.stringContaining('You have no passkey') },
  })
  const made = { touchNo, challengeId: 'c'.repeat(22), response: passkeyAnswer }
  await expectRefused(client, 'giveTouch', { body: made }, 'touchNeeded')
})

test('a passkey of less than 24 hours releases nothing, and the page says when it does', async () => {
  for (const admin of admins) await signInAtDesk(admin)
  const ned = await invitedEmployee(api, admins, 'Ned New', ROLES)
  const small = { call: 'approveLoan', request: { loanNo: await inReview(10_000), note: 'income seen' } }
  expect(await codeOfAct(ned.client, small)).toBe(NEEDED)
  const { touchNo } = await askTouch(ned.client, small)
  const refused = await ned.client.call(CALLS.beginTouch, { body: { touchNo } })
  expect(refused).toMatchObject({ code: NEEDED, data: { message: expect.stringContaining('24 hours') } })
  await aDayLater(api, ned)
  expect(await codeOfAct(ned.client, small)).toBe(1)
})

test('at a terminal each act waits for its touch at the desk, by the link that is shown there', async () => {
  await signInAtDesk(uma)
  const terminal = await terminalOf(api, uma)
  const small = { call: 'approveLoan', request: { loanNo: await inReview(10_000), note: 'income seen' } }
  expect(await codeOfAct(terminal, small)).toBe(NEEDED)
  const touch = await askTouch(terminal, small)
  expect(touch).toMatchObject({ title: 'Approve an application', state: 'waiting' })
  expect(touch.lines).toContainEqual({ label: 'Amount', value: '$100.00' })
  expect(touch.link).toBe(`http://desk.localhost:8080/touch/${touch.touchNo}`)
  await expectRefused(terminal, 'beginTouch', { body: { touchNo: touch.touchNo } }, 'deskRequired')
  await giveTouch(uma, touch)
  expect(await codeOfAct(uma.client, { ...small, request: { ...small.request, note: 'other' } })).toBe(1)
  const next = { ...small, request: { loanNo: await inReview(10_000), note: 'income seen' } }
  await giveTouch(uma, await askTouch(terminal, next))
  expect(await codeOfAct(terminal, next)).toBe(1)
})

test('a touch is its employee’s own, is given once, and names only what they may do', async () => {
  await signInAtDesk(uma)
  for (const admin of admins) await signInAtDesk(admin)
  const act = { call: 'approveLoan', request: { loanNo: await inReview(60_000), note: 'income seen' } }
  await expectRefused(admins[0].client, 'askTouch', { body: act }, 'notPermitted')
  const touch = await askTouch(uma.client, act)
  const { touchNo } = touch
  await expectRefused(admins[0].client, 'readTouch', { params: { touchNo } }, 'notFound')
  await expectRefused(admins[0].client, 'beginTouch', { body: { touchNo } }, 'notFound')
  const asked = await uma.client.ask(CALLS.beginTouch, { body: { touchNo } })
  const body = { touchNo, challengeId: asked.challengeId, response: uma.passkey.assert(asked.options) }
  await expectRefused(admins[0].client, 'giveTouch', { body }, 'notFound')
  await proveChanges(api, () => uma.client.ask(CALLS.giveTouch, { body }), {
    readTouch: asking(uma.client, 'readTouch', { params: { touchNo } }),
    beginTouch: asking(uma.client, 'beginTouch', { body: { touchNo } }),
  })
  await expectRefused(uma.client, 'giveTouch', { body }, 'approvalOver')
  await expectRefused(uma.client, 'beginTouch', { body: { touchNo } }, 'approvalOver')
  // It is over the loan as it stands.
  await proveChanges(api, () => make(uma.client, act), {
    askTouch: async () => ({ code: 1, data: (await askTouch(uma.client, act)).digest }),
  })
  const late = await askTouch(uma.client, act)
  api.clock.advance(5 * MINUTE_MS)
  await expectRefused(uma.client, 'beginTouch', { body: { touchNo: late.touchNo } }, 'approvalOver')
})

test('who accepted the statement does not approve that loan above 500.00, and reads who can', async () => {
  for (const admin of admins) await signInAtDesk(admin)
  const rex = await invitedEmployee(api, admins, 'Rex Second', ROLES)
  await aDayLater(api, rex, uma)
  const [large, small] = [await inReview(50_001), await inReview(50_000)]
  const accepted = (loanNo: string, portfolioId = 110) =>
    api.deps.units.write(async ({ tx, now }) => {
      const event = { portfolioId, subject: loanNo, action: 'statementAccepted', facts: {}, at: now }
      return ok(await appendAudit(tx, { ...event, actor: `employee:${uma.employeeId}` }))
    })
  await accepted(large)
  await accepted(small)
  const approve = (loanNo: string) => ({ call: 'approveLoan', request: { loanNo, note: 'income seen' } })
  const refused = await make(uma.client, approve(large))
  expect(refused).toMatchObject({ code: codeOf('secondPersonNeeded') })
  expect(JSON.stringify(refused.data)).toContain('Rex Second')
  expect(JSON.stringify(refused.data)).toContain('$500.00')
  expect(await codeOfAct(uma.client, approve(small))).toBe(1)
  const counter = await countered('550.00')
  await accepted(String(counter.request['loanNo']), 118)
  expect(await codeOfAct(uma.client, counter)).toBe(codeOf('secondPersonNeeded'))
  await touchFor(rex, approve(large))
  expect(await codeOfAct(rex.client, approve(large))).toBe(1)
})

test('a passkey that was removed gives no touch, nor does an answer a second time; a copy is blocked', async () => {
  for (const admin of admins) await signInAtDesk(admin)
  const gil = await invitedEmployee(api, admins, 'Gil Gives', ROLES)
  const spare = await addKeyAtDesk(gil)
  api.clock.advance(DAY_MS)
  await signInAtDesk(gil)
  const { client } = gil
  const act = { call: 'approveLoan', request: { loanNo: await inReview(60_000), note: 'income seen' } }
  const answered = async (key: SoftwareAuthenticator, answer?: AuthenticatorAnswer) => {
    const { touchNo } = await askTouch(client, act)
    const { challengeId, options } = await client.ask(CALLS.beginTouch, { body: { touchNo } })
    return { body: { touchNo, challengeId, response: key.assert(options, answer) } }
  }
  const { factors } = await client.ask(CALLS.readStaffAccount, {})
  const factorId = factors.find(({ name }) => name === 'Spare key')?.factorId ?? ''
  const remove = async () =>
    await client.ask(CALLS.removePasskey, { body: { factorId, proof: await proofAtDesk(gil) } })
  const [one, other] = [await answered(spare), await answered(spare)]
  await proveChanges(api, remove, {
    giveTouch: { before: asking(client, 'giveTouch', one), after: asking(client, 'giveTouch', other) },
  })
  await expectRefused(client, 'giveTouch', other, 'staffSignInRefused')
  await expectRefused(client, 'giveTouch', await answered(gil.passkey, { counter: 1 }), 'passkeyBlocked')
})
