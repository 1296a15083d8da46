import { PaymentMode } from '@dolphin/domain/payments/codes'
import { SignStatus, LoanStatus } from '@dolphin/domain/loans/codes'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { signingDeclineCall, signingSignCall } from '@dolphin/contract/agreements'
import { CALLS } from '@dolphin/contract/registry'
import { findSigningSession } from '@dolphin/database/agreements/signing-session-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { listLoanChanges } from '@dolphin/database/servicing/loan-change-repository'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { deskOf, tryConfirming } from '../../testing/confirmations.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { debitsOf, ledgerDifferences, moneyDays, noticesOf } from '../../testing/money-days.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { enterChange, postChange, readAmendment, sendSkip } from '../../testing/sent-amendments.ts'
import { signInput } from '../../testing/signing-sessions.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import type { CustomerActor } from '../../http/actor.ts'
import type { RequestOrigin } from '../../http/route.ts'
import { createSigningFinisher } from './finish-signing.ts'
import { reserveSignature } from './reserve-signature.ts'
import { reviewAmendments } from '../servicing/review-amendments.ts'

let api: TestApi
let days: ReturnType<typeof moneyDays>

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await resetApi(api)
  days = moneyDays(api)
})
afterAll(() => api.close())

const SENT = '2026-03-09T10:00:00-04:00'
const SIGNED = '2026-03-11T10:00:00-04:00'

const changeOf = async (loan: SignedLoan) => (await listLoanChanges(api.database.db, loan))[0]
const scheduleOf = async (loan: SignedLoan) => {
  const found = await findLoan(api.database.db, loan)
  const current = found && (await findCurrentPlan(api.database.db, found))
  return (current?.installments ?? [])
    .filter(({ flags }) => (flags & 1) === 0)
    .toSorted((left, right) => left.dueDate - right.dueDate)
    .map(({ dueDate, amount }) => ({ dueDate, amount }))
}
const workItems = async (loan: SignedLoan) =>
  (await listOpenWorkItems(api.database.db, { portfolioId: 118, kind: 'amendmentNotSigned' })).filter(
    ({ loanNo }) => loanNo === loan.loanNo,
  )
const review = () => reviewAmendments(days.money, 118)
const statusOf = async (requestCode: string) =>
  (await findSigningSession(api.database.db, { portfolioId: 118, requestCode }))?.signStatus

/** Sent on Monday the 9th, and read by the borrower on Wednesday. */
async function sentAndRead() {
  const loan = await days.fundOne()
  await days.announce('2026-03-06')
  const sent = await sendSkip(api, loan, SENT, 3)
  await liveOn(api, SIGNED)
  const opened = await readAmendment(api, loan, sent)
  return { loan, sent, opened }
}

/** The first payment is sent on Thursday and settles on Friday, the 13th. */
async function payFirst() {
  await days.batch('2026-03-12')
  await days.settle('2026-03-13')
}

/** Every payment of the schedule is announced, sent and settled on its day. */
async function payAll(schedule: readonly LocalDate[]) {
  const { calendar } = api.deps
  const last = schedule.at(-1)
  if (last === undefined) throw new Error('a schedule has payments')
  for (const due of schedule) {
    const told = calendar.addBankingDays(due, -6)
    await days.collect([formatLocalDate(told), formatLocalDate(calendar.previous(due)), formatLocalDate(due)])
  }
  await days.settle(formatLocalDate(calendar.addBankingDays(last, 3)))
}

const confirmedByBea = async ({ approvalNo }: { readonly approvalNo: string }) =>
  await tryConfirming(await deskOf(await signInEmployee(api, 'bea-example')), approvalNo)

describe('an amendment that employees send (domain.md §10)', () => {
  test('a skipped payment is sent, changes nothing, is signed, moves, and the loan is paid to 0.00', async () => {
    const loan = await days.fundOne()
    await days.announce('2026-03-06')
    const before = await scheduleOf(loan)
    const entered = await postChange(api, loan, SENT, {
      changeTypeCode: 201,
      installmentNo: 3,
    })
    expect(entered.toSign).toMatchObject({ lastDateMovesByDays: 28 })
    const sent = await changeOf(loan)
    expect(sent).toMatchObject({ changeType: 201, status: 'toSign', planNo: null })
    expect(await scheduleOf(loan)).toEqual(before)
    expect(await noticesOf(api, loan)).toContain('amendmentToSign')
    const { loans } = await loan.client.ask(CALLS.listRepaymentLoan, {})
    expect(loans[0]?.changeToSign).toMatchObject({ changeNo: sent?.changeNo, status: 'toSign' })
    await liveOn(api, SIGNED)
    const { url, requestCode } = await loan.client.ask(CALLS.createRequestCode, {
      body: { loanNo: loan.loanNo, purpose: 'signature' },
    })
    expect(requestCode).toBe(sent?.requestCode)
    const resource = url?.split('/').at(-1) ?? ''
    const link = await loan.client.ask(CALLS.parseSignatureResource, { query: { resource } })
    expect(link).toMatchObject({ requestCode, needs: 'nothing' })
    const opened = await readAmendment(api, loan, { requestCode })
    expect(opened.details.documents).toMatchObject([{ documentType: 14 }])
    const signed = await loan.client.ask(signingSignCall, signInput(opened))
    expect(signed).toMatchObject({ signStatus: SignStatus.signed, documents: [{ documentType: 14 }] })
    expect(await changeOf(loan)).toMatchObject({ status: 'open', changeNo: sent?.changeNo })
    const after = await scheduleOf(loan)
    expect(after.map(({ dueDate }) => dueDate)).not.toContain(before[2]?.dueDate)
    expect(after).toHaveLength(before.length + 1)
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2))
    expect(await noticesOf(api, loan)).toContain('changeConfirmed')
    await payAll(after.map(({ dueDate }) => dueDate))
    const paid = await debitsOf(api, loan)
    expect(paid.map(({ effectiveDate: dueDate, amount }) => ({ dueDate, amount }))).toEqual(after)
    expect(await findLoan(api.database.db, loan)).toMatchObject({
      status: LoanStatus.terminated,
      subStatus: 'paidOff',
    })
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('a payment made on its day in between leaves it as it was shown', async () => {
    const { loan, opened } = await sentAndRead()
    await payFirst()
    expect(await review()).toBe(0)
    await liveOn(api, '2026-03-13T12:00:00-04:00')
    await loan.client.ask(signingSignCall, signInput(opened))
    expect(await changeOf(loan)).toMatchObject({ status: 'open' })
  })

  test('declined: nothing changes, and employees learn of it', async () => {
    const { loan, sent, opened } = await sentAndRead()
    const before = await scheduleOf(loan)
    const params = { requestCode: sent.requestCode }
    await loan.client.ask(signingDeclineCall, { params, body: { reason: 'too long' } })
    expect(await changeOf(loan)).toMatchObject({ status: 'cancelled' })
    expect(await scheduleOf(loan)).toEqual(before)
    expect(await workItems(loan)).toHaveLength(1)
    await expectRefused(loan.client, 'signingSign', signInput(opened), 'signingNotOpen')
    await sendSkip(api, loan, SIGNED, 4)
    expect(await workItems(loan)).toEqual([])
  })

  test('expired while its page is open: nothing changes, a notice and a work item say so', async () => {
    const { loan, sent, opened } = await sentAndRead()
    await liveOn(api, '2026-03-17T10:00:00-04:00')
    await expectRefused(loan.client, 'signingSign', signInput(opened), 'signingExpired')
    expect(await review()).toBe(1)
    expect(await review()).toBe(0)
    expect(await changeOf(loan)).toMatchObject({ status: 'failed' })
    expect(await statusOf(sent.requestCode)).toBe(2)
    expect(await noticesOf(api, loan)).toContain('changeFailed')
    expect(await workItems(loan)).toHaveLength(1)
    await expectRefused(loan.client, 'signingSign', signInput(opened), 'signingExpired')
  })
})

describe('what comes between (domain.md §14)', () => {
  test('withdrawn by employees: it cannot be signed', async () => {
    const { loan, sent, opened } = await sentAndRead()
    await postChange(api, loan, SIGNED, { kind: 'cancelChange', changeTypeCode: 905 })
    expect(await changeOf(loan)).toMatchObject({ status: 'cancelled' })
    expect(await statusOf(sent.requestCode)).toBe(3)
    expect(await noticesOf(api, loan)).toContain('changeFailed')
    expect(await workItems(loan)).toEqual([])
    await liveOn(api, SIGNED)
    await expectRefused(loan.client, 'signingSign', signInput(opened), 'signingNotOpen')
  })

  test('another change in between makes it void, and employees learn of it', async () => {
    const { loan, sent, opened } = await sentAndRead()
    await loan.client.ask(CALLS.requestChange, {
      params: { changeTypeCode: 103 },
      body: {
        loanNo: loan.loanNo,
        mode: 1,
        amount: '50.00',
        date: '2026-03-12',
        paymentMode: PaymentMode.ach,
      },
    })
    await expectRefused(loan.client, 'signingSign', signInput(opened), 'signingVoided')
    expect((await listLoanChanges(api.database.db, loan)).map(({ status }) => status)).toEqual([
      'open',
      'failed',
    ])
    expect(await statusOf(sent.requestCode)).toBe(4)
    expect(await workItems(loan)).toMatchObject([{ reason: expect.stringContaining('schedule changed') }])
  })

  test('a payment that comes back makes it void by the next round', async () => {
    const { loan, sent } = await sentAndRead()
    await payFirst()
    const [debit] = await debitsOf(api, loan)
    if (debit === undefined) throw new Error('the first payment was sent')
    await days.bankSays('2026-03-16', [{ transaction: debit, code: 'R01' }])
    expect(await review()).toBe(1)
    expect(await statusOf(sent.requestCode)).toBe(4)
  })

  test('104 in between makes it void: it showed automatic payments', async () => {
    const { loan, sent } = await sentAndRead()
    await loan.client.ask(CALLS.requestChange, {
      params: { changeTypeCode: 104 },
      body: { loanNo: loan.loanNo, mode: 1 },
    })
    expect(await review()).toBe(1)
    expect(await statusOf(sent.requestCode)).toBe(4)
  })

  test('signed twice, at once and again, it is one change', async () => {
    const { loan, opened } = await sentAndRead()
    const input = signInput(opened)
    const [one, two] = await Promise.all([
      loan.client.ask(signingSignCall, input),
      loan.client.ask(signingSignCall, input),
    ])
    expect([one.signStatus, two.signStatus]).toEqual([1, 1])
    expect(await listLoanChanges(api.database.db, loan)).toHaveLength(1)
    await loan.client.ask(signingSignCall, input)
  })

  test('while one waits, another is refused until it is taken back', async () => {
    const { loan } = await sentAndRead()
    const { approval } = await enterChange(api, loan, SIGNED, { changeTypeCode: 201, installmentNo: 4 })
    expect(await confirmedByBea(approval)).toMatchObject({ code: RESPONSE_CODES.approvalBlocked.code })
    expect(await listLoanChanges(api.database.db, loan)).toHaveLength(1)
  })

  test('a suspended loan pauses it, and a cured one lets it go on', async () => {
    const { loan, sent, opened } = await sentAndRead()
    await suspend(loan, 'miscellaneous')
    expect(await statusOf(sent.requestCode)).toBe(5)
    await expectRefused(loan.client, 'signingSign', signInput(opened), 'signingSuspended')
    expect(await review()).toBe(0)
    await suspend(loan, null)
    expect(await statusOf(sent.requestCode)).toBe(0)
    await loan.client.ask(signingSignCall, signInput(opened))
    expect(await changeOf(loan)).toMatchObject({ status: 'open' })
  })

  test('a loan that is written off ends it, and its link says so', async () => {
    const { loan, sent, opened } = await sentAndRead()
    const { url } = await loan.client.ask(CALLS.createRequestCode, {
      body: { loanNo: loan.loanNo, purpose: 'signature' },
    })
    await suspend(loan, 'badStanding')
    await postChange(api, loan, SIGNED, { kind: 'writeOff' })
    await liveOn(api, SIGNED)
    await expectRefused(loan.client, 'signingSign', signInput(opened), 'signingSuspended')
    expect(await review()).toBe(1)
    expect(await changeOf(loan)).toMatchObject({ status: 'cancelled' })
    expect(await statusOf(sent.requestCode)).toBe(3)
    expect(await workItems(loan)).toEqual([])
    const query = { resource: url?.split('/').at(-1) ?? '' }
    const link = await loan.client.ask(CALLS.parseSignatureResource, { query })
    expect(link.requestCode).toBe(sent.requestCode)
  })

  test('once the borrower has signed, employees cannot take it back while its document is made', async () => {
    const { loan, sent, opened } = await sentAndRead()
    const { portfolioId, openId } = loan.client
    const actor = { kind: 'customer', portfolioId, openId } as CustomerActor
    const { params, body } = signInput(opened)
    const origin = { ip: '127.0.0.1', userAgent: 'test', baseUrl: '' } as RequestOrigin
    const { approval } = await enterChange(api, loan, SIGNED, { kind: 'cancelChange', changeTypeCode: 905 })
    const takenBack = {
      loanNo: loan.loanNo,
      kind: 'cancelChange',
      changeTypeCode: 905,
      amount: null,
      effectiveDate: SIGNED.slice(0, 10),
      transactionNo: null,
      installmentNo: null,
      paymentMode: null,
      note: '',
    } as const
    const reserved = await reserveSignature(api.deps, { actor, ...params, body, origin })
    expect(reserved.ok).toBe(true)
    await expectRefused(
      await signInEmployee(api),
      'manualPosting',
      { body: takenBack },
      'signingAlreadySigned',
    )
    expect(await confirmedByBea(approval)).toMatchObject({ code: RESPONSE_CODES.approvalBlocked.code })
    const finished = await createSigningFinisher(api.deps).finish({
      portfolioId,
      requestCode: sent.requestCode,
    })
    expect(finished.ok && finished.value.signStatus).toBe(1)
    expect(await changeOf(loan)).toMatchObject({ status: 'open' })
  })
})

async function suspend({ loanNo }: SignedLoan, subStatus: 'miscellaneous' | 'badStanding' | null) {
  const ada = await signInEmployee(api)
  await ada.ask(CALLS.suspendLoan, { body: { loanNo, subStatus, note: '' } })
}
