import { LoanFlag, SignStatus } from '@dolphin/domain/loans/codes'
import { signingDeclineCall, signingSignCall, sendLoanAgreementCall } from '@dolphin/contract/agreements'
import { savePaymentOptionCall } from '@dolphin/contract/plans'
import { createRequestCodeCall, getRequestStatusCall } from '@dolphin/contract/verification'
import { findLoan, listLoanMoves, lockLoan } from '@dolphin/database/loans/loan-repository'
import { listTicketsAfter } from '@dolphin/database/channel/ticket-repository'
import { assert } from '@dolphin/domain/assert'
import type { LoanEvent } from '@dolphin/domain/loans/loan-edges'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveLoan } from '../loans/loan-moves.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { signingSessionRow, openSigning, readyToSign, signInput } from '../../testing/signing-sessions.ts'
import { mailedCode, PASSWORD } from '../../testing/customers.ts'
import { type Applicant, planLoan, plansOf } from '../../testing/offers.ts'
import { signInCall, verifyLoginCodeCall } from '@dolphin/contract/identity-sessions'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { expireSigningSessions } from './signing-jobs.ts'
import { createSigningFinisher } from './finish-signing.ts'
import { reserveSignature } from './reserve-signature.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const flagsOf = async (loanNo: string) =>
  (await findLoan(api.database.db, { portfolioId: 118, loanNo }))?.flags
const statusOf = async (client: Applicant, requestCode: string) =>
  client.ask(getRequestStatusCall, { query: { requestCode } })
const signStatuses = async (client: Applicant) =>
  (await listTicketsAfter(api.database.db, client, 0, 100))
    .filter(({ ticket }) => ticket === 3001)
    .map(({ data }) => data['signStatus'])

async function move(loanNo: string, event: LoanEvent): Promise<void> {
  const moved = await api.deps.units.write(async (unit) => {
    const loan = await lockLoan(unit.tx, { portfolioId: 118, loanNo })
    assert(loan !== undefined, 'the loan is there')
    return moveLoan(api.deps, unit, loan, { event, actor: 'employee:test' })
  })
  expect(moved.ok).toBe(true)
}

/** The session of a test ends while days go by. */
async function signInAgain(client: Applicant, email: string): Promise<void> {
  const body = { portfolioId: 118, account: email, password: PASSWORD, device: { remember: false } }
  client.session = undefined
  const answer = await client.ask(signInCall, { body })
  if (!answer.needsCode) {
    client.session = answer
    return
  }
  const code = await mailedCode(api, email)
  const verified = await client.ask(verifyLoginCodeCall, {
    body: { sessionId: answer.sessionId, code, rememberDevice: false },
  })
  client.session = verified
}

test('asked again, the open signing is answered; a new plan voids it and opens another (domain.md §2, §7)', async () => {
  const loan = await planLoan(api)
  const { client, loanNo } = loan
  const first = await openSigning(client, loanNo)
  const again = await client.ask(createRequestCodeCall, { body: { loanNo, purpose: 'signature' } })
  expect(again).toMatchObject({ requestCode: first.requestCode, url: first.url })
  const { plans, savedOptionId } = await plansOf(loan)
  const other = plans.find(({ optionId }) => optionId !== savedOptionId)
  const saved = await client.ask(savePaymentOptionCall, { body: { loanNo, optionId: other?.optionId ?? '' } })
  expect(saved).toMatchObject({
    loanFlags: [LoanFlag.reSignLoanAgreement, LoanFlag.recreateRequestCode],
    signingSession: null,
  })
  expect(await statusOf(client, first.requestCode)).toMatchObject({
    signStatus: SignStatus.voided,
    final: true,
  })
  expect((await client.call(signingSignCall, signInput(first))).code).toBe(codeOf('signingVoided'))
  const second = await openSigning(client, loanNo)
  expect(second.requestCode).not.toBe(first.requestCode)
  expect(await flagsOf(loanNo)).toEqual([LoanFlag.reSignLoanAgreement, LoanFlag.recreateRequestCode])
  expect(await signStatuses(client)).toEqual([4])
})

test('declined: the signing session is canceled, the loan stays, and a new session can be requested', async () => {
  const { client, loanNo, opened } = await readyToSign(api)
  const params = { requestCode: opened.requestCode }
  const declined = await client.ask(signingDeclineCall, { params, body: { reason: 'Not now' } })
  expect(declined.signStatus).toBe(3)
  expect((await client.call(signingSignCall, signInput(opened))).code).toBe(codeOf('signingNotOpen'))
  expect((await client.call(signingDeclineCall, { params, body: {} })).code).toBe(codeOf('signingNotOpen'))
  expect(await flagsOf(loanNo)).toEqual([LoanFlag.recreateRequestCode])
  const next = await openSigning(client, loanNo)
  expect(next.details.signStatus).toBe(0)
})

test('after seven days it is expired, for reads at once and on record by the job (domain.md §8)', async () => {
  const start = api.clock.now()
  const { client, email, loanNo, opened } = await readyToSign(api)
  api.clock.advance(7 * DAY_MS)
  await signInAgain(client, email)
  expect(await statusOf(client, opened.requestCode)).toMatchObject({
    signStatus: SignStatus.expired,
    final: true,
  })
  expect(await signingSessionRow(api, { client }, opened.requestCode)).toMatchObject({
    signStatus: SignStatus.notSigned,
  })
  expect((await client.call(signingSignCall, signInput(opened))).code).toBe(codeOf('signingExpired'))
  expect(await expireSigningSessions(api.deps)).toBeGreaterThanOrEqual(1)
  expect(await expireSigningSessions(api.deps)).toBe(0)
  expect(await signingSessionRow(api, { client }, opened.requestCode)).toMatchObject({
    signStatus: SignStatus.expired,
  })
  expect(await flagsOf(loanNo)).toEqual([LoanFlag.recreateRequestCode])
  api.clock.set(start)
})

test('a payout day that no longer keeps the first date voids the signing and asks for another plan (domain.md §6)', async () => {
  const start = api.clock.now()
  const { client, email, loanNo, opened } = await readyToSign(api)
  // First date 13 March; from the afternoon of the 6th the money comes on the 9th, four days before.
  api.clock.set('2026-03-06T18:00:00-05:00')
  await signInAgain(client, email)
  const answer = await client.call(signingSignCall, signInput(opened))
  expect(answer.code).toBe(codeOf('signingVoided'))
  expect(await flagsOf(loanNo)).toEqual(
    expect.arrayContaining([LoanFlag.recreateRequestCode, LoanFlag.recalculatePaymentPlan]),
  )
  const again = await client.call(createRequestCodeCall, { body: { loanNo, purpose: 'signature' } })
  expect(again.code).toBe(codeOf('planRecalculationRequired'))
  api.clock.set(start)
})

test('blocked while a signing is open: suspended, and open again when lifted (domain.md §8)', async () => {
  const { client, loanNo, opened } = await readyToSign(api)
  await move(loanNo, 'blocked')
  expect(await statusOf(client, opened.requestCode)).toMatchObject({
    signStatus: SignStatus.suspended,
    final: false,
  })
  expect((await client.call(signingSignCall, signInput(opened))).code).toBe(codeOf('signingSuspended'))
  await move(loanNo, 'passedToCustomer')
  expect(await statusOf(client, opened.requestCode)).toMatchObject({ signStatus: SignStatus.notSigned })
  expect((await client.ask(signingSignCall, signInput(opened))).signStatus).toBe(1)
  expect(await signStatuses(client)).toEqual([5, 0, 1])
})

test('a withdrawn loan takes its signing with it', async () => {
  const { client, loanNo, opened } = await readyToSign(api)
  await move(loanNo, 'withdrawnByCustomer')
  expect(await statusOf(client, opened.requestCode)).toMatchObject({ signStatus: SignStatus.cancelled })
  expect((await client.call(signingSignCall, signInput(opened))).code).toBe(codeOf('signingNotOpen'))
})

test('a signature that was reserved and not made, as by a crash, is made from what was reserved', async () => {
  const { client, loanNo, opened } = await readyToSign(api)
  const { requestCode } = opened
  const who = { sessionId: 's', tokenHash: 't', openId: client.openId, authenticatedAt: api.clock.now() }
  const actor = { kind: 'customer' as const, portfolioId: 118, ...who }
  const origin = {
    requestId: 'r',
    ip: '192.0.2.1',
    userAgent: 'test',
    baseUrl: 'http://localhost',
    browser: true,
  }
  const reserved = await reserveSignature(api.deps, {
    actor,
    requestCode,
    body: signInput(opened).body,
    origin,
  })
  expect(reserved.ok).toBe(true)
  const at = api.clock.now()
  api.clock.advance(8 * DAY_MS)
  expect(await expireSigningSessions(api.deps)).toBe(0)
  const done = await createSigningFinisher(api.deps).finish({ portfolioId: 118, requestCode })
  expect(done).toMatchObject({ ok: true, value: { signStatus: SignStatus.signed, signedAt: at } })
  // The signature stands in the record; for the dates that it was given for the money is now too late.
  const moves = await listLoanMoves(api.database.db, { portfolioId: 118, loanNo })
  expect(moves.slice(-2).map(({ toStatus }) => toStatus)).toEqual([104, 102])
  expect(await flagsOf(loanNo)).toEqual([LoanFlag.reSignLoanAgreement])
  api.clock.set(at)
  expect((await client.ask(signingSignCall, signInput(opened))).signStatus).toBe(1)
})

test('two finishers at once, as on two nodes, sign once', async () => {
  const { client, opened } = await readyToSign(api)
  const finish = () =>
    createSigningFinisher(api.deps).finish({ portfolioId: 118, requestCode: opened.requestCode })
  const who = { sessionId: 's', tokenHash: 't', openId: client.openId, authenticatedAt: api.clock.now() }
  const actor = { kind: 'customer' as const, portfolioId: 118, ...who }
  const origin = {
    requestId: 'r',
    ip: '192.0.2.1',
    userAgent: 'test',
    baseUrl: 'http://localhost',
    browser: true,
  }
  const body = signInput(opened).body
  await reserveSignature(api.deps, { actor, requestCode: opened.requestCode, body, origin })
  const answers = await Promise.all([finish(), finish(), finish()])
  const hashes = answers.map((answer) => (answer.ok ? answer.value.documentHash : 'refused'))
  expect(new Set(hashes).size).toBe(1)
})

test('the agreement by mail: a link while it is open, a copy once signed, to the own address only (contract.md)', async () => {
  const { client, email, loanNo, opened } = await readyToSign(api)
  const early = await client.call(sendLoanAgreementCall, { body: { loanNo, to: 'copy' } })
  expect(early.code).toBe(codeOf('loanStatusInvalid'))
  const sent = await client.ask(sendLoanAgreementCall, { body: { loanNo, to: 'link' } })
  expect(sent.maskedAddress).toBe('a•••@example.com')
  const [link] = (await api.mailsTo(email)).filter(({ kind }) => kind === 'signingLink')
  expect(link?.content.text).toContain(opened.url)
  expect(sent.resendAfterSeconds).toBe(60)
  api.clock.advance(59_000)
  const soon = await client.call(sendLoanAgreementCall, { body: { loanNo, to: 'link' } })
  expect(soon).toMatchObject({ code: codeOf('tooManyRequests'), data: { retryAfterSeconds: 1 } })
  api.clock.advance(1_000)
  await client.ask(sendLoanAgreementCall, { body: { loanNo, to: 'link' } })
  await client.ask(signingSignCall, signInput(opened))
  await client.ask(sendLoanAgreementCall, { body: { loanNo, to: 'copy' } })
  expect((await api.mailsTo(email)).filter(({ kind }) => kind === 'agreementCopy')).toHaveLength(2)
  const late = await client.call(sendLoanAgreementCall, { body: { loanNo, to: 'link' } })
  expect(late.code).toBe(codeOf('signingNotOpen'))
})
