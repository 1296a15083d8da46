import { CALLS } from '@dolphin/contract/registry'
import { findSigningSession } from '@dolphin/database/agreements/signing-session-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { LoanStatus, SignStatus } from '@dolphin/domain/loans/codes'
import type { LegalFactKind } from '@dolphin/domain/loans/legal-facts'
import { ChangeType, PaymentMode, TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { readPdfText } from '@dolphin/integrations/document/pdf-text'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { confirmApproval } from '../../testing/confirmations.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { debitsOf, ledgerDifferences, moneyDays, noticesOf } from '../../testing/money-days.ts'
import { receiveWire } from '../../testing/receipts-by-hand.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { sendSkip } from '../../testing/sent-amendments.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import { openLiveDocument } from './documents-of-the-day.ts'

let api: TestApi
let days: ReturnType<typeof moneyDays>
let loan: SignedLoan

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await resetApi(api)
  days = moneyDays(api)
})
afterAll(() => api.close())

const { ach, wire } = PaymentMode
const { none } = TransactionStatus

const on = (day: string) => liveOn(api, `${day}T10:00:00-${day < '2026-03-08' ? '05' : '04'}:00`)

/** An employee notes a fact of law on a day. */
async function note(day: string, kind: LegalFactKind = 'bankruptcy', since = day) {
  await on(day)
  const body = { loanNo: loan.loanNo, kind, since, reference: null, note: 'a letter' }
  await (await signInEmployee(api)).ask(CALLS.noteLegalFact, { body })
}

async function end(day: string) {
  await on(day)
  const body = { loanNo: loan.loanNo, kind: 'bankruptcy', endedOn: day, note: 'dismissed' } as const
  const { approval } = await (await signInEmployee(api)).ask(CALLS.endLegalFact, { body })
  await confirmApproval(await signInEmployee(api, 'bea-example'), approval.approvalNo)
}

const place = (status: number, subStatus: string | null) =>
  api.database.db.execute(
    sql`update loans set status = ${status}, sub_status = ${subStatus} where loan_no = ${loan.loanNo}`,
  )

const detail = () => loan.client.ask(CALLS.paymentDetail, { query: { loanNo: loan.loanNo } })
const home = async () => {
  const { loans } = await loan.client.ask(CALLS.listRepaymentLoan, {})
  return loans.find(({ loanNo }) => loanNo === loan.loanNo)
}
const changesOf = async () => {
  const { changes } = await loan.client.ask(CALLS.listChange, { query: { loanNo: loan.loanNo } })
  return changes.map(({ changeTypeCode, status }) => [changeTypeCode, status])
}
const signStatusOf = async (requestCode: string) =>
  (await findSigningSession(api.database.db, { portfolioId: 118, requestCode }))?.signStatus
const planned = async () => (await debitsOf(api, loan)).filter(({ status }) => status === none)
const mailsOf = async (kind: string) =>
  (await api.mailsTo(loan.email)).filter((mail) => mail.kind === kind).map(({ content }) => content.text)
const payOff = (paymentMode: PaymentMode, date: string) =>
  loan.client.ask(CALLS.payOff, { body: { loanNo: loan.loanNo, mode: 1, paymentMode, date } })

/** Payment 1 settled on March 13, payment 2 returned on March 30 with a retry planned. */
async function withReturn() {
  loan = await days.fundOne()
  await days.collect(['2026-03-06', '2026-03-12', '2026-03-13'])
  await days.settle('2026-03-17')
  await days.collect(['2026-03-20', '2026-03-26', '2026-03-27'])
  const second = (await debitsOf(api, loan)).find(({ installmentNumber }) => installmentNumber === 2)
  await days.bankSays('2026-03-30', [{ transaction: second!, code: 'R01' }])
}

/** Notices that were not known before; one that waited for its hour may have been dropped meanwhile. */
async function noticesSince(known: readonly string[]) {
  const before = [...known]
  return (await noticesOf(api, loan)).filter((kind) => {
    const at = before.indexOf(kind)
    if (at >= 0) before.splice(at, 1)
    return at < 0
  })
}

describe('no demand of any kind in bankruptcy (11 USC 362(a)(6))', () => {
  test('pages list what happened: no payment to come, no missed one, nothing left to pay', async () => {
    await withReturn()
    await on('2026-03-31')
    const before = await detail()
    expect(before.installments).toHaveLength(10)
    await note('2026-03-31')
    const page = await detail()
    const asked = page.timeline.filter(
      ({ direction, phase }) => direction === 'in' && (phase === 'scheduled' || phase === 'pastDue'),
    )
    expect(asked).toEqual([])
    expect(page.installments.map(({ installmentNo }) => installmentNo)).toEqual([1])
    expect(page).toMatchObject({ uncovered: '0.00', nextPayment: null, pastDueAmount: '0.00' })
    expect(await home()).toMatchObject({ leftToPay: '0.00', installmentsPaid: 1, installmentsTotal: 10 })
    const { choices } = await loan.client.ask(CALLS.listChange, { query: { loanNo: loan.loanNo } })
    expect(choices).toMatchObject({ hardship: null, debitDates: [], stops: [] })
    // What came back is said as it is, and not as paid another way.
    expect(page.timeline.map(({ phase }) => phase)).toContain('cameBack')
  })

  test('no payoff letter; the statement names no payoff and no payment', async () => {
    await withReturn()
    await note('2026-03-31')
    const { documents } = await loan.client.ask(CALLS.documentList, { query: {} })
    const live = documents.map(({ documentNo }) => documentNo)
    expect(live).not.toContain(`payoff-letter.${loan.loanNo}`)
    expect(await openLiveDocument(api.deps, loan.client, `payoff-letter.${loan.loanNo}`)).toBeUndefined()
    const statement = await openLiveDocument(api.deps, loan.client, `account-statement.${loan.loanNo}`)
    const text = readPdfText(statement?.bytes ?? new Uint8Array()).join(' ')
    expect(text).toContain('Principal at the end')
    expect(text).not.toMatch(/pay it off|Payoff|Next payment|Past due/)
  })

  test('debits cannot be authorized again while it stands', async () => {
    loan = await days.fundOne()
    await note('2026-03-06')
    const mark = { kind: 'typed', text: 'Jordan Sample' } as const
    const body = { loanNo: loan.loanNo, version: 1, mark }
    await expectRefused(loan.client, 'authorization', { body }, 'loanStatusInvalid')
  })

  test('autopay is turned off without a figure, a payment to send or a total', async () => {
    await withReturn()
    await note('2026-03-31')
    await on('2026-04-01')
    const params = { changeTypeCode: ChangeType.revokeFutureAch } as const
    const body = { loanNo: loan.loanNo, mode: 0 } as const
    const preview = await loan.client.ask(CALLS.requestChange, { params, body })
    const nothing = { oldSchedule: [], newSchedule: [], totalBefore: '0.00', totalAfter: '0.00' }
    expect(preview).toMatchObject(nothing)
    expect(preview.remarks).toHaveLength(1)
    const { quoteId } = preview
    await loan.client.ask(CALLS.requestChange, { params, body: { ...body, mode: 1, quoteId } })
    const [mail] = await mailsOf('changeConfirmed')
    expect(mail).toContain('We take no payment from your account from now on')
    expect(mail).not.toMatch(/\$\d|Send|in total|owe/)
    expect(await mailsOf('authorizationEnded')).toEqual([])
  })

  test('the mail of a receipt says that nothing is asked, not that nothing is left', async () => {
    await withReturn()
    await note('2026-03-31')
    await receiveWire(api, loan, { at: '2026-04-01T10:00:00-04:00', amount: '20.00' })
    const [mail] = await mailsOf('paymentReceived')
    expect(mail).toContain('You are in bankruptcy. We do not take or ask for payments.')
    expect(mail).not.toMatch(/No scheduled payment|next payment/i)
  })
})

describe('bankruptcy beside what is open on the loan (docs/decisions/legal-facts.md)', () => {
  test('a payoff in no file: withdrawn, its change fails, no mail leads back to a payment', async () => {
    loan = await days.fundOne()
    await on('2026-03-06')
    await payOff(ach, '2026-03-09')
    const known = await noticesOf(api, loan)
    await note('2026-03-06')
    expect(await planned()).toEqual([])
    expect(await changesOf()).toEqual([[ChangeType.payOff, 'failed']])
    expect(await noticesSince(known)).toEqual(['legalProtection'])
    expect(await home()).toMatchObject({ openChange: null })
    await days.batch('2026-03-06')
    await days.batch('2026-03-09')
    expect((await debitsOf(api, loan)).filter(({ traceNumber }) => traceNumber !== null)).toEqual([])
    await end('2026-03-10')
    expect((await detail()).installments).toHaveLength(10)
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('a payoff at the bank that comes back: no retry, no fee, no mail that asks', async () => {
    loan = await days.fundOne()
    await on('2026-03-05')
    await payOff(ach, '2026-03-06')
    await days.batch('2026-03-05')
    await days.settle('2026-03-06')
    const [transaction] = await debitsOf(api, loan)
    await note('2026-03-06')
    const known = await noticesOf(api, loan)
    await days.bankSays('2026-03-09', [{ transaction: transaction!, code: 'R01' }])
    expect(await noticesSince(known)).toEqual([])
    expect(await planned()).toEqual([])
    await on('2026-03-09')
    expect(await changesOf()).toEqual([[ChangeType.payOff, 'failed']])
    expect(await home()).toMatchObject({ nextPayment: null, leftToPay: '0.00', pastDueAmount: '0.00' })
    expect((await detail()).feesDue).toBe('0.00')
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('a payoff at the bank that is checked ends the loan, bankruptcy or not', async () => {
    loan = await days.fundOne()
    await on('2026-03-05')
    await payOff(ach, '2026-03-06')
    await days.batch('2026-03-05')
    await note('2026-03-05')
    for (const day of ['2026-03-06', '2026-03-09', '2026-03-10']) await days.settle(day)
    expect(await findLoan(api.database.db, loan)).toMatchObject({ status: 206, subStatus: 'paidOff' })
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('a payoff that the borrower was to send is expected no more', async () => {
    loan = await days.fundOne()
    await on('2026-03-06')
    await payOff(wire, '2026-03-09')
    await note('2026-03-06')
    expect(await changesOf()).toEqual([[ChangeType.payOff, 'cancelled']])
    expect((await detail()).timeline.filter(({ sentBy }) => sentBy === 'borrower')).toEqual([])
  })

  test.each([
    ['alone', false],
    ['beside a payoff', true],
  ])('hardship assistance %s: asks nothing while it stands, and holds after it', async (_, besidePayoff) => {
    loan = await days.fundOne()
    await on('2026-03-05')
    if (besidePayoff) await payOff(ach, '2026-03-06')
    const { client, loanNo } = loan
    const { choices } = await client.ask(CALLS.listChange, { query: { loanNo } })
    const { installmentNo = 0, dueDate } = choices?.hardship ?? {}
    await client.ask(CALLS.requestChange, {
      params: { changeTypeCode: ChangeType.skip },
      body: { loanNo, mode: 1, number: installmentNo, mark: { kind: 'typed', text: 'Jordan Sample' } },
    })
    const known = await noticesOf(api, loan)
    await note('2026-03-05')
    expect(await noticesSince(known)).toEqual(['legalProtection'])
    expect(await home()).toMatchObject({ nextPayment: null, leftToPay: '0.00' })
    expect((await detail()).installments).toEqual([])
    await days.announce('2026-03-20')
    await days.batch('2026-03-26')
    expect((await debitsOf(api, loan)).filter(({ traceNumber }) => traceNumber !== null)).toEqual([])
    await end('2026-03-27')
    const after = await detail()
    expect(after.installments.map((one) => one.dueDate)).not.toContain(dueDate)
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('a refund that is planned goes out, and the item names it', async () => {
    loan = await days.fundOne()
    await days.collect(['2026-03-06', '2026-03-12', '2026-03-13'])
    await days.settle('2026-03-17')
    await receiveWire(api, loan, { at: '2026-03-18T10:00:00-04:00', amount: '700.00' })
    const refundOf = async () =>
      (await listTransactions(api.database.db, loan)).find(({ type }) => type === TransactionType.refund)
    const refund = await refundOf()
    expect(refund).toMatchObject({ status: none })
    await note('2026-03-18')
    const ada = await signInEmployee(api)
    const { items } = await ada.ask(CALLS.listWorkItem, {
      query: { loanNo: loan.loanNo, kind: 'legalFactNoted' },
    })
    const params = { workItemNo: items[0]?.workItemNo ?? '' }
    expect(await ada.ask(CALLS.showWorkItem, { params })).toMatchObject({
      facts: { refundsPlanned: [refund?.transactionNo] },
    })
    for (const day of ['2026-03-18', '2026-03-19', '2026-03-20', '2026-03-23']) await days.batch(day)
    expect((await refundOf())?.traceNumber).not.toBeNull()
  })
})

test('on active duty nothing warns of days that were late before it; an employee sees them (50 USC 3937)', async () => {
  loan = await days.fundOne({ ach: false })
  await days.settle('2026-03-13')
  await on('2026-03-20')
  expect(await home()).toMatchObject({ daysOverdue: 7 })
  await note('2026-03-20', 'activeDuty')
  for (const page of [await home(), await detail()])
    expect(page).toMatchObject({ daysOverdue: 0, pastDueAmount: '78.61' })
  const ada = await signInEmployee(api)
  const file = await ada.ask(CALLS.showCustomer, { params: { file: loan.loanNo }, query: {} })
  expect(file.money).toMatchObject({ daysOverdue: 7, pastDueAmount: '78.61' })
})

describe('an amendment that waits for a signature', () => {
  test.each([
    ['a running loan', undefined],
    ['a loan in collection', [LoanStatus.collecting, 'notified']],
  ] as const)('bankruptcy on %s: withdrawn, and cannot be signed after it', async (_, state) => {
    loan = await days.fundOne()
    const { requestCode } = await sendSkip(api, loan, '2026-03-09T10:00:00-04:00', 3)
    if (state !== undefined) await place(...state)
    const known = await noticesOf(api, loan)
    await note('2026-03-10')
    expect(await changesOf()).toEqual([[ChangeType.skip, 'cancelled']])
    expect(await home()).toMatchObject({ changeToSign: null })
    expect(await noticesSince(known)).toEqual(['legalProtection'])
    await end('2026-03-11')
    expect(await signStatusOf(requestCode)).toBe(SignStatus.cancelled)
  })

  test('a loan that moves to collection: withdrawn with its notice, and an employee learns of it', async () => {
    loan = await days.fundOne({ ach: false })
    await days.settle('2026-03-13')
    const { requestCode } = await sendSkip(api, loan, '2026-03-16T10:00:00-04:00', 9)
    await on('2026-03-17')
    const body = { loanNo: loan.loanNo, subStatus: 'notified', note: 'by hand' } as const
    await (await signInEmployee(api)).ask(CALLS.collectLoan, { body })
    expect(await changesOf()).toEqual([[ChangeType.skip, 'cancelled']])
    expect(await noticesOf(api, loan)).toContain('changeFailed')
    const { items } = await (await signInEmployee(api)).ask(CALLS.listWorkItem, {
      query: { loanNo: loan.loanNo, kind: 'amendmentNotSigned' },
    })
    expect(items).toHaveLength(1)
    expect(await signStatusOf(requestCode)).toBe(SignStatus.cancelled)
  })
})
