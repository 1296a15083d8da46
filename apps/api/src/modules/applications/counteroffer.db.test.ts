import { updateFormCall } from '@dolphin/contract/applications-forms'
import { showReviewCaseCall } from '@dolphin/contract/customer-files'
import { documentListCall } from '@dolphin/contract/documents'
import { noticeListCall } from '@dolphin/contract/notices'
import { getPaymentOptionCall, savePaymentOptionCall } from '@dolphin/contract/plans'
import { CALLS } from '@dolphin/contract/registry'
import { findLoan, listLoanMoves, type Loan } from '@dolphin/database/loans/loan-repository'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { linkBank } from '../../testing/bank-links.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { confirmApproval } from '../../testing/confirmations.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { type AppliedLoan, applyForLoan, askAmount, plansOf, qualifyForLoan } from '../../testing/offers.ts'
import { signNow } from '../../testing/signing-sessions.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { NOIA_ROUND_JOB } from './noia-round.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi
let ada: TestClient

beforeAll(async () => {
  api = await startTestApi()
  ada = await signInEmployee(api)
})
afterAll(() => api.close())

const KEY = '0b3c6f7e-5d0a-4c7e-9a43-3c1f4f6f9a10'
const REASONS = ['accountOwnerMismatch']

async function loanOf({ loanNo }: AppliedLoan): Promise<Loan> {
  const loan = await findLoan(api.database.db, { portfolioId: Number(loanNo.slice(0, 3)), loanNo })
  if (loan === undefined) throw new Error('the loan is there')
  return loan
}

/** Referred to an agent before any amount was picked. */
async function referred(portfolioId = 110): Promise<AppliedLoan> {
  const applied = await applyForLoan(api, { portfolioId, bankUser: 'user_other_owner' })
  await askAmount(applied)
  return applied
}

/** Picked 500.00 and signed, where a person approves every loan. */
async function signedFor500(): Promise<AppliedLoan> {
  const applied = await qualifyForLoan(api, { portfolioId: 110 })
  await save(applied, '500.00')
  await signNow(api, applied.client, applied.loanNo)
  expect(await loanOf(applied)).toMatchObject({ subStatus: 'underwriterReview' })
  return applied
}

async function save(applied: AppliedLoan, amount?: string) {
  const { recommendedOptionId } = await plansOf(applied, amount)
  const optionId = recommendedOptionId ?? ''
  return await applied.client.call(savePaymentOptionCall, { body: { loanNo: applied.loanNo, optionId } })
}

const caseOf = ({ loanNo }: AppliedLoan) => ada.ask(showReviewCaseCall, { params: { loanNo } })

async function orderOf(applied: AppliedLoan, amount: string) {
  // Decided after the policy, as in life.
  api.clock.advance(1_000)
  const { counter } = await caseOf(applied)
  return { loanNo: applied.loanNo, amount, reasonCodes: REASONS, decisionNo: counter?.decisionNo ?? '' }
}

const note = 'the account is new'
const counter = async (applied: AppliedLoan, amount = '300.00', by = ada) =>
  by.call(CALLS.counterLoan, { body: { ...(await orderOf(applied, amount)), note } })

const mailsOf = async (applied: AppliedLoan, kind: string) =>
  (await api.mailsTo(applied.email)).filter((mail) => mail.kind === kind)

test('a counteroffer goes back to its borrower as an offer up to the lower amount, which is all that can be signed', async () => {
  const applied = await referred()
  const { counter: bounds, offer } = await caseOf(applied)
  expect(bounds).toMatchObject({ minimum: '300.00', picked: null })
  expect(Number(bounds?.maximum)).toBeLessThan(Number(offer?.maximum))
  expect((await counter(applied, '400.00')).code).toBe(1)
  expect(await loanOf(applied)).toMatchObject({
    subStatus: 'customerReview',
    qualifiedMaximum: 40_000n,
    approvedAt: expect.any(Date),
    flags: [],
  })
  expect(await askAmount(applied)).toMatchObject({ result: 1, maximum: '400.00', notification: null })
  const { maximum } = await plansOf(applied)
  expect(maximum).toBe('400.00')
  const tooMuch = await applied.client.call(getPaymentOptionCall, {
    query: { loanNo: applied.loanNo, amount: '500.00' },
  })
  expect(tooMuch.code).toBe(codeOf('amountOutOfRange'))
  await save(applied, '400.00')
  await signNow(api, applied.client, applied.loanNo)
  expect(await loanOf(applied)).toMatchObject({ status: LoanStatus.approved, approvedAmount: 40_000n })
})

test('the amount page says what was asked, what is offered and why; what was signed of more is over', async () => {
  const applied = await signedFor500()
  expect((await caseOf(applied)).counter).toMatchObject({ picked: '500.00', maximum: '400.00' })
  expect((await counter(applied)).code).toBe(1)
  expect(await loanOf(applied)).toMatchObject({ signedAt: null, planNo: null, approvedAmount: null })
  const { counteroffer, maximum } = await askAmount(applied)
  expect(maximum).toBe('300.00')
  expect(counteroffer).toContain('the loan of $500.00 that you asked for, but we can offer up to $300.00.')
  applied.client.language = 'es'
  const inSpanish = await askAmount(applied)
  expect(inSpanish.counteroffer).toContain('el préstamo de $500.00 que pidió, pero sí hasta $300.00.')
  const moves = await listLoanMoves(api.database.db, await loanOf(applied))
  expect(moves.at(-1)).toMatchObject({
    cause: `countered with up to $300.00: ${note}`,
    toSubStatus: 'customerReview',
  })
  await save(applied, '300.00')
  await signNow(api, applied.client, applied.loanNo)
  expect(await loanOf(applied)).toMatchObject({ status: LoanStatus.approved, approvedAmount: 30_000n })
})

test('one notice is counteroffer and adverse action: previewed as it is sent, with its letter (comment 9(a)(1)-6)', async () => {
  const applied = await signedFor500()
  const body = await orderOf(applied, '300.00')
  const { notice } = await ada.ask(CALLS.previewCounter, { body })
  expect(notice.en.text).toContain('we cannot offer you the loan of $500.00 that you asked for')
  expect(notice.es.text).toContain('Podemos ofrecerle un préstamo de $300.00.')
  await proveChanges(api, () => ada.ask(CALLS.counterLoan, { body: { ...body, note } }), {
    previewCounter: asking(ada, 'previewCounter', { body }),
  })
  await api.runJobs()
  const [mail, ...more] = await mailsOf(applied, 'counteroffer')
  expect(mail?.content.text.trim()).toBe(notice.en.text.trim())
  expect(more).toEqual([])
  const { documents } = await applied.client.ask(documentListCall, { query: { loanNo: applied.loanNo } })
  const letter = documents.find(({ documentType }) => documentType === DocumentType.adverseAction)
  expect(letter?.title).toBe('Notice of action taken and counteroffer')
  const { notices } = await applied.client.ask(noticeListCall, { query: { loanNo: applied.loanNo } })
  expect(notices.find(({ kind }) => kind === 'counteroffer')?.documentNo).toBe(letter?.documentNo)
})

test('an amount outside the bounds or between steps, and a reason that the policy does not know, are refused at their field', async () => {
  const applied = await signedFor500()
  for (const amount of ['250.00', '500.00', '310.00']) {
    const refused = await counter(applied, amount)
    expect(refused).toMatchObject({
      code: codeOf('invalidInput'),
      data: { errors: [{ elementKey: 'amount' }] },
    })
  }
  const body = { ...(await orderOf(applied, '300.00')), reasonCodes: ['badMood'], note }
  expect(await ada.call(CALLS.counterLoan, { body })).toMatchObject({
    code: codeOf('invalidInput'),
    data: { errors: [{ elementKey: 'reasonCodes' }] },
  })
  expect(await loanOf(applied)).toMatchObject({ subStatus: 'underwriterReview', signedAt: expect.any(Date) })
})

test('of two reviewers one counters; a repeated request counters once; a withdrawn application is countered no more', async () => {
  const applied = await referred()
  const body = { ...(await orderOf(applied, '400.00')), note }
  const bea = await signInEmployee(api, 'bea-example')
  const both = await Promise.all([
    ada.call(CALLS.counterLoan, { body }),
    bea.call(CALLS.counterLoan, { body }),
  ])
  expect(new Set(both.map(({ code }) => code))).toEqual(new Set([1, codeOf('reviewDecisionRefused')]))
  const other = await referred()
  const once = { ...(await orderOf(other, '400.00')), note }
  const send = () => ada.call(CALLS.counterLoan, { body: once }, { idempotencyKey: KEY })
  expect((await send()).code).toBe(1)
  expect(await send()).toMatchObject({ code: 1, data: { loanNo: other.loanNo } })
  expect(await mailsOf(other, 'counteroffer')).toHaveLength(1)
  const gone = await referred()
  const late = { ...(await orderOf(gone, '400.00')), note }
  const third = await referred()
  const before = { ...(await orderOf(third, '400.00')), note }
  const withdraw = () =>
    gone.client.ask(CALLS.withdrawApplication, { body: { loanNo: gone.loanNo, reason: 'Changed my mind' } })
  await proveChanges(api, withdraw, {
    counterLoan: {
      before: asking(ada, 'counterLoan', { body: before }),
      after: asking(ada, 'counterLoan', { body: late }),
    },
  })
  expect((await ada.call(CALLS.counterLoan, { body: late })).code).toBe(codeOf('reviewDecisionRefused'))
})

/** Another bank and another income: other facts than those of the decision. */
async function changeFacts(applied: AppliedLoan): Promise<void> {
  api.clock.advance(60_000)
  await linkBank(api, applied.client, applied.loanNo, { username: 'user_good' })
  await edit(applied, '3900.00', 1)
}

const edit = ({ client, applicationNo }: AppliedLoan, monthlyNetIncome: string, version: number) =>
  client.ask(updateFormCall, {
    params: { code: 'employment' },
    body: { externalKey: applicationNo, changed: { monthlyNetIncome }, version },
  })

test('other facts end a counteroffer as they end an approval: the policy decides anew, and a person looks again', async () => {
  const applied = await referred()
  await counter(applied, '400.00')
  await changeFacts(applied)
  const anew = await askAmount(applied)
  expect(anew.counteroffer).toBeNull()
  expect(Number(anew.maximum)).toBeGreaterThan(400)
  expect(await loanOf(applied)).toMatchObject({ subStatus: 'customerReview', approvedAt: null })
})

test('an edit that is taken back leaves the facts as they were, and the counteroffer stands', async () => {
  const applied = await referred()
  await counter(applied, '400.00')
  const stated = '4000.00'
  await edit(applied, '3900.00', 1)
  await edit(applied, stated, 2)
  const same = await askAmount(applied)
  expect(same).toMatchObject({
    maximum: '400.00',
    counteroffer: expect.stringContaining('up to $400.00'),
    // The policy's bounds are not why it is this amount.
    why: null,
  })
  expect(await loanOf(applied)).toMatchObject({
    subStatus: 'customerReview',
    approvedAt: expect.any(Date),
    flags: [],
  })
})

test('a decision since it was read refuses the counteroffer and says so', async () => {
  const applied = await referred()
  const stale = { ...(await orderOf(applied, '400.00')), note }
  await ada.ask(CALLS.passOnLoan, { body: { loanNo: applied.loanNo, to: 'customerReview', note: '' } })
  api.clock.advance(60_000)
  await linkBank(api, applied.client, applied.loanNo, { username: 'user_other_owner' })
  await askAmount(applied)
  const refused = await ada.call(CALLS.counterLoan, { body: stale })
  expect(refused).toMatchObject({
    code: codeOf('reviewDecisionRefused'),
    data: { message: expect.stringContaining('decided anew') },
  })
})

test('above one’s limit it waits for a colleague, who reads the amount; the limit is that of the amount it refuses', async () => {
  const applied = await referred()
  const una = await signInEmployee(api, 'una-writer', { roles: ['underwriter'] })
  await api.database.db.execute(
    sql`update employee_roles set amount_limit = 50000 where employee_id = 'una-writer'`,
  )
  const entered = await counter(applied, '400.00', una)
  const { approval } = entered.data as { approval: { approvalNo: string } | null }
  expect(await loanOf(applied)).toMatchObject({ subStatus: 'agentReview' })
  const cora = await signInEmployee(api, 'cora-compliance', { roles: ['compliance'] })
  const { approval: shown } = await confirmApproval(cora, approval?.approvalNo ?? '')
  expect(shown.asEntered).toContainEqual({ label: 'Offered at most', value: '$400.00' })
  expect(shown.effects).toContain('Notice to the borrower: counteroffer')
  expect(await loanOf(applied)).toMatchObject({ subStatus: 'customerReview', qualifiedMaximum: 40_000n })
})

test('taken back into a review it is countered anew with any amount below the one asked for, or approved for what the policy offers', async () => {
  const applied = await signedFor500()
  await counter(applied)
  const back = () =>
    ada.ask(CALLS.passOnLoan, { body: { loanNo: applied.loanNo, to: 'underwriterReview', note: '' } })
  await back()
  expect((await caseOf(applied)).counter).toMatchObject({ picked: '500.00', maximum: '400.00' })
  expect((await counter(applied, '400.00')).code).toBe(1)
  expect(await askAmount(applied)).toMatchObject({ maximum: '400.00' })
  await back()
  api.clock.advance(1_000)
  await ada.ask(CALLS.approveLoan, { body: { loanNo: applied.loanNo, note: 'seen again' } })
  const whole = await askAmount(applied)
  expect(whole.counteroffer).toBeNull()
  expect(Number(whole.maximum)).toBeGreaterThan(500)
  const { parts } = await ada.ask(CALLS.explainDecision, { params: { id: applied.loanNo } })
  const said = parts.flatMap(({ explanations }) => explanations.map(({ value }) => value))
  expect(said.some((value) => value.startsWith('Countered with a lower amount: $300.00 to $400.00'))).toBe(
    true,
  )
})

test('an offer that is not taken is closed after 30 days, and no second notice goes out (comment 9(a)(1)-6)', async () => {
  const applied = await referred(118)
  await counter(applied)
  api.clock.advance(30 * DAY_MS + 1_000)
  await api.deps.units.write(async (unit) => {
    await api.deps.jobs.send(unit, NOIA_ROUND_JOB, {})
    return ok(undefined)
  })
  await api.runJobs()
  expect(await loanOf(applied)).toMatchObject({ status: LoanStatus.withdrawn })
  expect(await mailsOf(applied, 'counteroffer')).toHaveLength(1)
  expect(await mailsOf(applied, 'adverseAction')).toEqual([])
})
