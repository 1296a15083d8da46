import { LoanStatus } from '@dolphin/domain/loans/codes'
import { cancelLoanCall, listDisbursementLoanCall, paperCheckCall } from '@dolphin/contract/disbursement'
import { paymentDetailCall } from '@dolphin/contract/servicing'
import { loanBalances } from '@dolphin/database/payments/ledger-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { TransactionMode, TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { batchOn, fundLoan, liveOn, settleOn } from '../../testing/funded-loans.ts'
import { receiveWire } from '../../testing/receipts-by-hand.ts'
import { planLoan } from '../../testing/offers.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { signOnOffer } from '../../testing/check-loans.ts'
import { signNow } from '../../testing/signing-sessions.ts'
import { type SignedLoan, signLoan } from '../../testing/signed-loans.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(() => resetApi(api))
afterAll(() => api.close())

const loanOf = (loan: SignedLoan) => findLoan(api.database.db, loan)
const cancel = ({ client, loanNo }: SignedLoan, mode: 0 | 1) =>
  client.ask(cancelLoanCall, { body: { loanNo, mode } })

describe('canceling a loan (domain.md §2, rescission)', () => {
  test('before the batch the credit is dropped and nothing was lent', async () => {
    const loan = await signLoan(api)
    expect(await cancel(loan, 0)).toMatchObject({
      principalDebit: null,
      debitDate: null,
      loanStatus: LoanStatus.approved,
    })
    expect(await cancel(loan, 1)).toMatchObject({ loanStatus: LoanStatus.withdrawn })
    expect(await batchOn(api, '2026-03-03')).toMatchObject({ files: [] })
  })

  test('after settlement what was paid out is debited once, no interest, and the loan ends when that is checked', async () => {
    const loan = await fundLoan(api)
    const answer = await cancel(loan, 1)
    expect(answer).toMatchObject({
      principalDebit: '500.00',
      debitDate: '2026-03-05',
      cancelUntil: '2026-03-06T00:00:00-05:00',
    })
    expect(await batchOn(api, '2026-03-04')).toMatchObject({ files: [{ debits: 1, debitTotal: '500.00' }] })
    await settleOn(api, '2026-03-05')
    expect(await loanOf(loan)).toMatchObject({ status: LoanStatus.disbursed })
    await settleOn(api, '2026-03-09')
    expect(await loanOf(loan)).toMatchObject({ status: LoanStatus.terminated, subStatus: 'cancelled' })
    const balances = await loanBalances(api.database.db, loan)
    for (const balance of balances.values()) expect(balance).toBe(0n)
    const again = await loan.client.call(cancelLoanCall, { body: { loanNo: loan.loanNo, mode: 1 } })
    expect(again.code).toBe(codeOf('loanStatusInvalid'))
  })

  test('from midnight New York after the first banking day it is too late', async () => {
    const loan = await fundLoan(api)
    await liveOn(api, '2026-03-05T23:59:00-05:00')
    expect((await cancel(loan, 0)).principalDebit).toBe('500.00')
    await liveOn(api, '2026-03-06T00:00:00-05:00')
    const late = await loan.client.call(cancelLoanCall, { body: { loanNo: loan.loanNo, mode: 0 } })
    expect(late.code).toBe(codeOf('rescissionTimePassed'))
  })
})

describe('canceling a loan of which something was paid back (domain.md §2, rescission)', () => {
  // 500.00 was paid out and 25.00 came back; no interest is owed.
  const LEFT = '475.00'
  const endsWithNothing = async (loan: SignedLoan) => {
    await settleOn(api, '2026-03-05')
    await settleOn(api, '2026-03-09')
    expect(await loanOf(loan)).toMatchObject({ status: LoanStatus.terminated, subStatus: 'cancelled' })
    for (const balance of (await loanBalances(api.database.db, loan)).values()) expect(balance).toBe(0n)
    const types = (await listTransactions(api.database.db, loan)).map(({ type }) => type)
    expect(types).not.toContain(TransactionType.refund)
  }

  test('what was paid lessens the debit, the same in preview, answer, mail, pages, batch and ledger', async () => {
    const loan = await fundLoan(api)
    await receiveWire(api, loan, { at: '2026-03-04T10:00:00-05:00', amount: '25.00' })
    expect(await cancel(loan, 0)).toMatchObject({ principalDebit: LEFT })
    expect(await cancel(loan, 1)).toMatchObject({ principalDebit: LEFT })
    const [mail] = (await api.mailsTo(loan.email)).filter(
      ({ kind }) => kind === STORED_NAMES.noticeKind.loanCanceled,
    )
    expect(mail?.content.text).toContain(`$${LEFT}`)
    const { nextPayment, uncovered } = await loan.client.ask(paymentDetailCall, {
      query: { loanNo: loan.loanNo },
    })
    expect(nextPayment).toMatchObject({ total: LEFT, date: '2026-03-05' })
    expect(uncovered).toBe('0.00')
    expect(await batchOn(api, '2026-03-04')).toMatchObject({ files: [{ debits: 1, debitTotal: LEFT }] })
    await endsWithNothing(loan)
  })

  test('a receipt after the cancellation lessens the debit that is planned', async () => {
    const loan = await fundLoan(api)
    expect(await cancel(loan, 1)).toMatchObject({ principalDebit: '500.00' })
    await receiveWire(api, loan, { at: '2026-03-04T10:00:00-05:00', amount: '25.00' })
    const { nextPayment } = await loan.client.ask(paymentDetailCall, { query: { loanNo: loan.loanNo } })
    expect(nextPayment).toMatchObject({ total: LEFT })
    expect(await batchOn(api, '2026-03-04')).toMatchObject({ files: [{ debits: 1, debitTotal: LEFT }] })
    await endsWithNothing(loan)
  })
})

describe('canceling a loan of which all was paid back (domain.md §2, rescission)', () => {
  test('is refused with the reason: nothing is left to take', async () => {
    const loan = await fundLoan(api)
    await receiveWire(api, loan, { at: '2026-03-05T10:00:00-05:00', amount: '500.00' })
    for (const mode of [0, 1] as const) {
      const refused = await loan.client.call(cancelLoanCall, { body: { loanNo: loan.loanNo, mode } })
      expect(refused.code).toBe(codeOf('debitNotEligible'))
    }
  })
})

describe('the money by check (contract.md "paper-check")', () => {
  test('no file carries it; it is mailed with the batch and counts five banking days later', async () => {
    const loan = await signOnOffer(api)
    const { client, loanNo } = loan
    const asked = await client.ask(paperCheckCall, { body: { loanNo, addressConfirmed: true } })
    expect(asked).toMatchObject({ notification: 204, mailedOn: '2026-03-03', signsAgain: true })
    await signNow(api, client, loanNo)
    expect(await batchOn(api, '2026-03-03')).toMatchObject({ files: [] })
    expect(await loanOf(loan)).toMatchObject({ status: LoanStatus.pending })
    const credit = (await listTransactions(api.database.db, loan)).at(-1)
    expect(credit).toMatchObject({
      mode: TransactionMode.paperCheck,
      status: TransactionStatus.onBatch,
      effectiveDate: localDate(2026, 3, 10),
      traceNumber: null,
    })
    await settleOn(api, '2026-03-10')
    expect(await loanOf(loan)).toMatchObject({
      status: LoanStatus.disbursed,
      effectiveDate: localDate(2026, 3, 10),
    })
    expect(await client.ask(paymentDetailCall, { query: { loanNo } })).toMatchObject({
      payoffToday: '800.00',
    })
    const late = await client.call(paperCheckCall, { body: { loanNo, addressConfirmed: true } })
    expect(late.code).toBe(codeOf('disbursementNotOpen'))
  })

  test('until it is mailed and after, the pages name the check and its address, not the account', async () => {
    const loan = await signOnOffer(api)
    const { client, loanNo } = loan
    const shown = async () => {
      const { loans } = await client.ask(listDisbursementLoanCall, {})
      return loans.find((one) => one.loanNo === loanNo)
    }
    expect(await shown()).toMatchObject({
      method: TransactionMode.ach,
      account: { accountMasked: expect.stringMatching(/^••••\d{4}$/) },
      checkAddress: null,
      sameDayTip: true,
    })
    const { address } = await client.ask(paperCheckCall, { body: { loanNo, addressConfirmed: true } })
    const byCheck = {
      method: TransactionMode.paperCheck,
      account: null,
      checkAddress: `${address.street}, ${address.city}, ${address.state} ${address.zip}`,
      sameDayTip: false,
    }
    expect(await shown()).toMatchObject(byCheck)
    await signNow(api, client, loanNo)
    expect(await shown()).toMatchObject(byCheck)
    // Asked again it would change nothing.
    expect(await client.call(paperCheckCall, { body: { loanNo, addressConfirmed: true } })).toMatchObject({
      code: codeOf('disbursementNotOpen'),
      data: { message: 'Your money already comes by check.' },
    })
    await batchOn(api, '2026-03-03')
    expect(await shown()).toMatchObject({ ...byCheck, loanStatus: LoanStatus.pending })
  })

  test('before the agreement is signed it says to sign first', async () => {
    const { client, loanNo } = await planLoan(api)
    const refused = await client.call(paperCheckCall, { body: { loanNo, addressConfirmed: true } })
    expect(refused).toMatchObject({
      code: codeOf('disbursementNotOpen'),
      data: { message: expect.stringContaining('once you have signed') },
    })
  })
})
