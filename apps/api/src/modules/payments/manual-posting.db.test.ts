import { LoanStatus } from '@dolphin/domain/loans/codes'
import { CALLS } from '@dolphin/contract/registry'
import type { CallInputOf } from '@dolphin/contract/call'
import type { manualPostingCall } from '@dolphin/contract/payments'
import { RESPONSE_CODES, type ResponseCodeName } from '@dolphin/contract/response-codes'
import { listLoanChanges } from '@dolphin/database/servicing/loan-change-repository'
import { listPostings } from '@dolphin/database/payments/ledger-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { ChangeType, TransactionType, PaymentMode, TransactionStatus } from '@dolphin/domain/payments/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadAccount } from '../servicing/account-facts.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { confirmApproval, confirmAt, deskOf, tryConfirming } from '../../testing/confirmations.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { ledgerDifferences, debitsOf, moneyDays, noticesOf, PAYDAYS } from '../../testing/money-days.ts'
import { resetApi } from '../../testing/reset-api.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'

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

type Body = CallInputOf<typeof manualPostingCall>['body']
type Order = Partial<Body> & Pick<Body, 'kind'>

const orderOf = ({ loanNo }: SignedLoan, order: Order): Body => ({
  loanNo,
  changeTypeCode: 0,
  amount: null,
  effectiveDate: '2026-03-05',
  transactionNo: null,
  installmentNo: null,
  paymentMode: null,
  note: 'letter of the borrower',
  ...order,
})

/** Ada enters at an instant, and Bea confirms. */
async function post(loan: SignedLoan, at: string, order: Order) {
  await liveOn(api, at)
  const ada = await signInEmployee(api)
  const body = orderOf(loan, order)
  const { posting, approval } = await ada.ask(CALLS.manualPosting, { body })
  const bea = await signInEmployee(api, 'bea-example')
  await confirmApproval(bea, approval.approvalNo)
  const timeline = await bea.ask(CALLS.loanTimeline, { params: { loanNo: loan.loanNo } })
  expect(timeline.postings.find((one) => one.postingNo === posting.postingNo)).toMatchObject({
    state: 'posted',
    confirmedBy: 'employee:bea-example',
  })
  return timeline
}

async function refused(loan: SignedLoan, order: Order, code: ResponseCodeName) {
  const ada = await signInEmployee(api)
  await expectRefused(ada, 'manualPosting', { body: orderOf(loan, order) }, code)
}

async function stateOf(loan: SignedLoan) {
  const row = await findLoan(api.database.db, loan)
  const facts = row && (await loadAccount(api.deps, api.database.db, row))
  if (facts === undefined) throw new Error('a funded loan')
  return facts.account.state
}

const refundsOf = async (loan: SignedLoan) =>
  (await listTransactions(api.database.db, loan)).filter(({ type }) => type === TransactionType.refund)
const MORNING = '2026-03-05T10:00:00-05:00'
const order = { kind: 'receipt', amount: '120.00', paymentMode: PaymentMode.moneyOrder } as const

describe('maker and checker (domain.md §10)', () => {
  test('nothing is posted until another employee confirms it, and once', async () => {
    const loan = await days.fundOne()
    await liveOn(api, MORNING)
    const ada = await signInEmployee(api)
    const body = orderOf(loan, order)
    const entered = await ada.ask(CALLS.manualPosting, { body })
    expect(entered.posting).toMatchObject({ state: 'entered', enteredBy: 'employee:ada-example' })
    const { approvalNo } = entered.approval
    expect(await tryConfirming(await deskOf(ada), approvalNo)).toMatchObject({
      code: RESPONSE_CODES.approvalRefused.code,
    })
    expect(await debitsOf(api, loan)).toEqual([])
    const bea = await deskOf(await signInEmployee(api, 'bea-example'))
    expect((await confirmAt(bea, approvalNo)).approval).toMatchObject({
      state: 'confirmed',
      title: 'Money received',
      amount: '120.00',
      answer: { by: { employeeId: 'bea-example' } },
    })
    expect(await tryConfirming(bea, approvalNo)).toMatchObject({ code: RESPONSE_CODES.approvalOver.code })
    expect(await debitsOf(api, loan)).toHaveLength(1)
    const missing = { ...body, loanNo: '118-9999999' }
    await expectRefused(ada, 'manualPosting', { body: missing }, 'loanNotFound')
  })

  test('it answers from how the loan stands (contract.md)', async () => {
    const loan = await days.fundOne()
    await liveOn(api, MORNING)
    const ada = await signInEmployee(api)
    const writeOff = { body: orderOf(loan, { kind: 'writeOff' }) }
    const suspend = { body: { loanNo: loan.loanNo, subStatus: 'badStanding', note: '' } } as const
    await proveChanges(api, () => ada.ask(CALLS.suspendLoan, suspend), {
      manualPosting: asking(ada, 'manualPosting', writeOff),
    })
  })

  test('a write-off weighs what it gives up, so that limits of amount count for it', async () => {
    const loan = await days.fundOne()
    await liveOn(api, MORNING)
    const ada = await signInEmployee(api)
    await ada.ask(CALLS.suspendLoan, { body: { loanNo: loan.loanNo, subStatus: 'badStanding', note: '' } })
    const { approval } = await ada.ask(CALLS.manualPosting, { body: orderOf(loan, { kind: 'writeOff' }) })
    const { amount } = await ada.ask(CALLS.showApproval, { params: { approvalNo: approval.approvalNo } })
    // 500.00 and a day of interest at 260 %.
    expect(amount).toBe('503.56')
  })
})

describe('money that came another way (14001, receipt)', () => {
  test('by personal check counts at once and waits for 903 (domain.md §14)', async () => {
    const loan = await days.fundOne()
    await post(loan, MORNING, { ...order, paymentMode: PaymentMode.personalCheck })
    const [receipt] = await debitsOf(api, loan)
    expect(receipt).toMatchObject({
      purpose: 'receipt',
      mode: PaymentMode.personalCheck,
      status: TransactionStatus.notChecked,
      amount: 12_000n,
    })
    // One day of 500.00 at 260 % is 3.56, so 116.44 goes to principal.
    expect(await stateOf(loan)).toMatchObject({ principal: 38_356n, paid: 12_000n })
    expect(await noticesOf(api, loan)).toContain('paymentReceived')
    await days.settle('2026-03-11')
    expect(await debitsOf(api, loan)).toMatchObject([{ status: TransactionStatus.notChecked }])
    const check = {
      kind: 'checkReceipt',
      changeTypeCode: ChangeType.manualChecked,
      transactionNo: receipt?.transactionNo ?? '',
    } as const
    await post(loan, '2026-03-11T10:00:00-04:00', check)
    expect(await debitsOf(api, loan)).toMatchObject([{ status: TransactionStatus.checked }])
    await refused(loan, check, 'changeTypeRefused')
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('a wire of all that is owed is the end of the loan (domain.md §2, §14)', async () => {
    const loan = await days.fundOne()
    const wire = { ...order, amount: '503.56', paymentMode: PaymentMode.wire } as const
    const { loan: head } = await post(loan, MORNING, wire)
    expect(await debitsOf(api, loan)).toMatchObject([{ status: TransactionStatus.checked }])
    expect(head).toMatchObject({ loanStatus: LoanStatus.terminated, subStatus: 'paidOff' })
    expect(await noticesOf(api, loan)).toContain('paidOff')
  })

  test('is refused by cash, of nothing, of another day, or before the loan is funded', async () => {
    const loan = await days.fundOne()
    await liveOn(api, MORNING)
    await refused(loan, { ...order, paymentMode: PaymentMode.cash }, 'paymentModeRefused')
    await refused(loan, { ...order, amount: '0.00' }, 'amountTooSmall')
    await refused(loan, { ...order, amount: null }, 'invalidInput')
    await refused(loan, { ...order, effectiveDate: '2026-03-06' }, 'dateNotAvailable')
    await refused(loan, { ...order, effectiveDate: '2026-03-03' }, 'dateNotAvailable')
    await refused(loan, { ...order, changeTypeCode: 301 }, 'changeTypeRefused')
    expect(await debitsOf(api, loan)).toEqual([])
  })
})

describe('what the lender gives up', () => {
  test('interest up to what is owed of it; the ledger says the same (domain.md §9)', async () => {
    const loan = await days.fundOne()
    await liveOn(api, '2026-03-06T10:00:00-05:00')
    const waiver = { kind: 'interestWaiver', effectiveDate: '2026-03-06' } as const
    // Two days of 500.00 at 260 %: 7.12.
    await refused(loan, { ...waiver, amount: '7.13' }, 'amountTooLarge')
    await refused(loan, { ...waiver, amount: '1.00', effectiveDate: '2026-03-03' }, 'dateNotAvailable')
    await post(loan, '2026-03-06T10:00:00-05:00', { ...waiver, amount: '7.12' })
    expect(await stateOf(loan)).toMatchObject({ unpaidInterest: 0n, interestEarned: 0n })
    await refused(loan, { kind: 'feeWaiver', amount: '1.00', effectiveDate: '2026-03-06' }, 'amountTooLarge')
    await refused(loan, { kind: 'writeOff', effectiveDate: '2026-03-06' }, 'loanStatusInvalid')
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })
})

describe('money back, 301 to 306 (domain.md §10)', () => {
  test('goodwill goes with the next batch, never more than was paid, planned refunds counted', async () => {
    const loan = await days.fundOne()
    await post(loan, MORNING, order)
    const goodwill = { kind: 'refund', changeTypeCode: 305 } as const
    await post(loan, MORNING, { ...goodwill, amount: '100.00' })
    await refused(loan, { ...goodwill, amount: '20.01' }, 'amountTooLarge')
    await refused(loan, { kind: 'refund', changeTypeCode: 301, amount: '1.00' }, 'amountTooLarge')
    expect(await refundsOf(loan)).toMatchObject([
      { status: TransactionStatus.none, amount: 10_000n, purpose: 'refund' },
    ])
    const before = await stateOf(loan)
    const { files } = await days.batch('2026-03-05')
    expect(files).toMatchObject([{ credits: 1, creditTotal: 10_000n }])
    expect(await stateOf(loan)).toMatchObject({ principal: before.principal, refunded: 10_000n })
    expect(await ledgerDifferences(api, loan)).toEqual([])
    expect(await noticesOf(api, loan)).toContain('refundSent')
  })

  test('an installment says what of it went back: 16 partly, 2 every cent (domain.md §1)', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    const flagsOn = async (at: string) => {
      await liveOn(api, at)
      const { installments } = await loan.client.ask(CALLS.paymentDetail, {
        query: { loanNo: loan.loanNo },
      })
      return installments.slice(0, 2).map(({ flags }) => flags)
    }
    const goodwill = { kind: 'refund', changeTypeCode: 305 } as const
    await post(loan, '2026-03-13T10:00:00-04:00', { ...goodwill, amount: '40.00' })
    expect(await flagsOn('2026-03-13T11:00:00-04:00')).toEqual([0, 0])
    await days.batch('2026-03-13')
    expect(await flagsOn('2026-03-13T18:00:00-04:00')).toEqual([16, 0])
    await post(loan, '2026-03-16T10:00:00-04:00', { ...goodwill, amount: '38.61' })
    await days.batch('2026-03-16')
    expect(await flagsOn('2026-03-16T18:00:00-04:00')).toEqual([2, 0])
  })

  test('302: a payment taken twice and its refund both leave the debt, as if neither had been', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    const first = await stateOf(loan)
    await post(loan, '2026-03-16T10:00:00-04:00', {
      ...order,
      effectiveDate: '2026-03-13',
      paymentMode: PaymentMode.personalCheck,
    })
    const [, twice] = await debitsOf(api, loan)
    const transactionNo = twice?.transactionNo ?? ''
    const refund = { kind: 'refund', changeTypeCode: 302, amount: '120.00', transactionNo } as const
    await refused(loan, refund, 'changeTypeRefused')
    const check = { kind: 'checkReceipt', changeTypeCode: 903, transactionNo } as const
    await post(loan, '2026-03-17T10:00:00-04:00', check)
    await refused(loan, { ...refund, amount: '119.99' }, 'amountTooSmall')
    await refused(loan, { ...refund, transactionNo: null }, 'invalidInput')
    await post(loan, '2026-03-17T10:00:00-04:00', refund)
    await refused(loan, refund, 'amountTooLarge')
    await days.batch('2026-03-17')
    const { principal, paid, refunded } = await stateOf(loan)
    expect({ principal, paid, refunded }).toEqual({
      principal: first.principal,
      paid: first.paid,
      refunded: 0n,
    })
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('never to an account that came back closed, and rejected by hand it is as if it had not gone (901)', async () => {
    const loan = await days.fundOne()
    await post(loan, MORNING, order)
    await post(loan, MORNING, { kind: 'refund', changeTypeCode: 305, amount: '10.00' })
    await days.batch('2026-03-05')
    const [sent] = await refundsOf(loan)
    await post(loan, '2026-03-05T15:00:00-05:00', {
      kind: 'rejectEntry',
      changeTypeCode: 901,
      transactionNo: sent?.transactionNo ?? '',
    })
    expect(await refundsOf(loan)).toMatchObject([{ status: TransactionStatus.rejected }])
    expect(await stateOf(loan)).toMatchObject({ refunded: 0n })
    expect(await ledgerDifferences(api, loan)).toEqual([])
    const [due] = PAYDAYS
    await days.collect(due)
    const debit = (await debitsOf(api, loan)).find(({ purpose }) => purpose === 'installment')
    if (debit === undefined) throw new Error('the first payment was sent')
    await days.bankSays('2026-03-16', [{ transaction: debit, code: 'R02' }])
    await liveOn(api, '2026-03-16T13:00:00-04:00')
    await refused(loan, { kind: 'refund', changeTypeCode: 305, amount: '1.00' }, 'changeTypeRefused')
  })
})

describe('the schedule, 201 to 206 and 905 (domain.md §10)', () => {
  test('203 makes one payment larger, with receipt and notice; 905 puts everything back', async () => {
    const loan = await days.fundOne()
    const change = {
      kind: 'scheduleChange',
      changeTypeCode: 203,
      installmentNo: 3,
      amount: '150.00',
    } as const
    await post(loan, MORNING, change)
    const [saved] = await listLoanChanges(api.database.db, loan)
    expect(saved).toMatchObject({ changeType: 203, status: 'open', actor: 'employee:bea-example' })
    expect(saved?.documentNo).toMatch(/^D\d{9}$/)
    expect(await noticesOf(api, loan)).toContain('changeConfirmed')
    await refused(loan, { ...change, installmentNo: 4 }, 'changeAlreadyOpen')
    await post(loan, MORNING, { kind: 'cancelChange', changeTypeCode: 905 })
    expect(await listLoanChanges(api.database.db, loan)).toMatchObject([{ status: 'cancelled' }])
    await refused(loan, { kind: 'cancelChange', changeTypeCode: 905 }, 'changeNotCancelable')
    expect(await listPostings(api.database.db, loan)).toHaveLength(2)
  })

  test('what is near or missing is refused', async () => {
    const loan = await days.fundOne()
    await liveOn(api, '2026-03-12T10:00:00-04:00')
    const change = { kind: 'scheduleChange', effectiveDate: '2026-03-20' } as const
    await refused(loan, { ...change, changeTypeCode: 201, installmentNo: 1 }, 'changeTooLate')
    await refused(loan, { ...change, changeTypeCode: 201 }, 'invalidInput')
    await refused(loan, { ...change, changeTypeCode: 202, installmentNo: 3 }, 'changeTypeRefused')
    const late = { ...change, changeTypeCode: 205, installmentNo: 2, effectiveDate: '2026-03-22' } as const
    await refused(loan, late, 'dateNotAvailable')
    await refused(
      loan,
      { ...change, changeTypeCode: 204, paymentMode: PaymentMode.wageAssignment },
      'paymentModeRefused',
    )
    expect(await listLoanChanges(api.database.db, loan)).toEqual([])
  })

  test('204 to automatic payments needs the borrower’s own permission (12 CFR 1005.10(b))', async () => {
    const loan = await days.fundOne({ ach: false })
    await liveOn(api, MORNING)
    const mode = { kind: 'scheduleChange', changeTypeCode: 204 } as const
    await refused(loan, { ...mode, paymentMode: PaymentMode.ach }, 'authorizationRequired')
  })
})
