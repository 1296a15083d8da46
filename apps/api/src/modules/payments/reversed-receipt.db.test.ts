import type { CallInputOf } from '@dolphin/contract/call'
import type { manualPostingCall } from '@dolphin/contract/payments'
import { CALLS } from '@dolphin/contract/registry'
import type { ResponseCodeName } from '@dolphin/contract/response-codes'
import { listLoanChanges } from '@dolphin/database/servicing/loan-change-repository'
import { listDebitAuthorizations } from '@dolphin/database/servicing/debit-authorization-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { listPostings } from '@dolphin/database/payments/ledger-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { ChangeType, PaymentMode, TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadAccount } from '../servicing/account-facts.ts'
import { loanArrears } from '../servicing/loan-arrears.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { confirmApproval, deskOf, tryConfirming } from '../../testing/confirmations.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { debitsOf, ledgerDifferences, moneyDays, noticesOf, PAYDAYS } from '../../testing/money-days.ts'
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
  note: 'letter of the bank',
  ...order,
})

async function enter(loan: SignedLoan, at: string, order: Order) {
  await liveOn(api, at)
  const ada = await signInEmployee(api)
  return await ada.ask(CALLS.manualPosting, { body: orderOf(loan, order) })
}

async function post(loan: SignedLoan, at: string, order: Order) {
  const { approval } = await enter(loan, at, order)
  return await confirmApproval(await signInEmployee(api, 'bea-example'), approval.approvalNo)
}

async function refused(loan: SignedLoan, at: string, order: Order, code: ResponseCodeName) {
  await liveOn(api, at)
  const ada = await signInEmployee(api)
  await expectRefused(ada, 'manualPosting', { body: orderOf(loan, order) }, code)
}

async function factsOf(loan: SignedLoan) {
  const row = await findLoan(api.database.db, loan)
  const facts = row && (await loadAccount(api.deps, api.database.db, row))
  if (row === undefined || facts === undefined) throw new Error('a funded loan')
  return { row, facts, state: facts.account.state }
}

async function pastDueOn(loan: SignedLoan, iso: string) {
  const day = parseLocalDate(iso)
  if (day === undefined) throw new Error('a day')
  const { days: count, amount } = loanArrears((await factsOf(loan)).facts, day)
  return { days: count, amount }
}

const receiptsOf = async (loan: SignedLoan) =>
  (await debitsOf(api, loan)).filter(({ purpose }) => purpose === 'receipt')
const refundsOf = async (loan: SignedLoan) =>
  (await listTransactions(api.database.db, loan)).filter(({ type }) => type === TransactionType.refund)

/** The borrower pays off by money order, on March 10. */
async function saveExpectedPayoff(loan: SignedLoan) {
  const body = {
    loanNo: loan.loanNo,
    mode: 1,
    paymentMode: PaymentMode.moneyOrder,
    date: '2026-03-10',
  } as const
  await loan.client.ask(CALLS.payOff, { body })
  const [change] = await listLoanChanges(api.database.db, loan)
  if (change === undefined) throw new Error('the change was saved')
  return change
}

const MORNING = '2026-03-05T10:00:00-05:00'
const wire = { kind: 'receipt', amount: '120.00', paymentMode: PaymentMode.wire } as const
const check = { ...wire, paymentMode: PaymentMode.personalCheck } as const
/** All of it on the day after funding: 500.00 and a day of interest at 260 %. */
const ALL = '503.56'

async function receive(loan: SignedLoan, order: Order = check, at = MORNING) {
  await post(loan, at, order)
  const receipt = (await receiptsOf(loan)).at(-1)
  if (receipt === undefined) throw new Error('a receipt was posted')
  return receipt
}

const reversal = (
  { transactionNo }: { readonly transactionNo: string },
  reason: NonNullable<Body['reversalReason']>,
  more: Partial<Body> = {},
): Order => ({ kind: 'reverseReceipt', transactionNo, reversalReason: reason, ...more })

describe('a check that bounces, or a charge that is taken back (domain.md §14)', () => {
  test('the loan is as if it had never come, interest as agreed from the day received, and no fee', async () => {
    const [loan, other] = await days.fund(2)
    if (loan === undefined || other === undefined) throw new Error('two loans')
    const receipt = await receive(loan)
    const { differences } = await post(loan, '2026-03-12T10:00:00-04:00', {
      ...reversal(receipt, 'bounced'),
      effectiveDate: '2026-03-12',
    }).then(({ approval }) => approval)
    expect(differences.map(({ label }) => label)).toEqual(expect.arrayContaining(['Owed today', 'Principal']))
    expect(await receiptsOf(loan)).toMatchObject([{ status: TransactionStatus.rejected }])
    const after = await factsOf(loan)
    expect(after.state).toEqual((await factsOf(other)).state)
    expect(after.row.status).toBe(LoanStatus.disbursed)
    expect(await noticesOf(api, loan)).toContain('receiptReversed')
    expect(await ledgerDifferences(api, loan)).toEqual([])
    const kinds = (await listPostings(api.database.db, loan)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'paymentReturned')).toHaveLength(1)
    expect(kinds).not.toContain('feeCharged')
  })

  test('after a waiver and a second receipt, each counts as if the first had never come', async () => {
    const [loan, other] = await days.fund(2)
    if (loan === undefined || other === undefined) throw new Error('two loans')
    const receipt = await receive(loan, wire)
    const later = '2026-03-10T10:00:00-04:00'
    for (const one of [loan, other]) {
      await post(one, later, { kind: 'interestWaiver', amount: '1.00', effectiveDate: '2026-03-10' })
      await post(one, later, { ...wire, amount: '50.00', effectiveDate: '2026-03-10' })
    }
    await post(loan, '2026-03-16T10:00:00-04:00', {
      ...reversal(receipt, 'chargedBack'),
      effectiveDate: '2026-03-16',
    })
    expect((await factsOf(loan)).state).toEqual((await factsOf(other)).state)
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('a loan that had ended lives again, autopay only by a new authorization', async () => {
    const loan = await days.fundOne()
    const receipt = await receive(loan, { ...wire, amount: ALL })
    expect((await factsOf(loan)).row).toMatchObject({ status: LoanStatus.terminated, subStatus: 'paidOff' })
    await post(loan, '2026-03-30T10:00:00-04:00', {
      ...reversal(receipt, 'chargedBack'),
      effectiveDate: '2026-03-30',
    })
    const { row, state } = await factsOf(loan)
    expect(row).toMatchObject({ status: LoanStatus.processing, subStatus: null })
    expect(state.principal).toBe(50_000n)
    const authorizations = await listDebitAuthorizations(api.database.db, loan)
    expect(authorizations.every(({ revokedAt }) => revokedAt !== null)).toBe(true)
    // Two agreed days passed while nothing was owed: they are due again, and not late.
    expect(await pastDueOn(loan, '2026-03-31')).toEqual({ days: 0, amount: 0n })
    expect(await ledgerDifferences(api, loan)).toEqual([])
    const run = await days.batch('2026-04-09')
    expect(run.files).toEqual([])
  })

  test('a refund that was sent stays money paid to the borrower; a planned one is withdrawn', async () => {
    const [sent, planned] = await days.fund(2)
    if (sent === undefined || planned === undefined) throw new Error('two loans')
    const first = await receive(sent, { ...wire, amount: '603.56' })
    await days.batch('2026-03-05')
    const second = await receive(planned, { ...wire, amount: '603.56' }, '2026-03-05T17:00:00-05:00')
    expect(await refundsOf(planned)).toMatchObject([{ amount: 10_000n, status: TransactionStatus.none }])
    const at = '2026-03-06T10:00:00-05:00'
    for (const [loan, receipt] of [
      [sent, first],
      [planned, second],
    ] as const)
      await post(loan, at, { ...reversal(receipt, 'chargedBack'), effectiveDate: '2026-03-06' })
    expect(await refundsOf(sent)).toMatchObject([{ status: TransactionStatus.onBatch }])
    expect((await factsOf(sent)).state).toMatchObject({ principal: 60_000n, overpaid: 0n })
    expect(await refundsOf(planned)).toMatchObject([{ status: TransactionStatus.rejected }])
    expect((await factsOf(planned)).state).toMatchObject({ principal: 50_000n, overpaid: 0n })
    for (const loan of [sent, planned]) expect(await ledgerDifferences(api, loan)).toEqual([])
  })
})

describe('a receipt on the wrong loan, or of the wrong amount, is our fault (domain.md §14)', () => {
  test('interest and days past due from the wrong posting to the notice are waived, by postings of their own', async () => {
    const loan = await days.fundOne()
    const receipt = await receive(loan, { ...wire, amount: ALL })
    await post(loan, '2026-03-30T10:00:00-04:00', {
      ...reversal(receipt, 'wrongLoan'),
      effectiveDate: '2026-03-30',
    })
    // One day of interest before the wrong posting; 25 days of it are given up.
    expect((await factsOf(loan)).state).toMatchObject({ principal: 50_000n, unpaidInterest: 356n })
    expect(await pastDueOn(loan, '2026-03-31')).toEqual({ days: 0, amount: 0n })
    const kinds = (await listPostings(api.database.db, loan)).map(({ kind }) => kind)
    expect(kinds).toContain('interestWaived')
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('days past due before the wrong posting count on after the notice, those between do not', async () => {
    const loan = await days.fundOne({ ach: false })
    // Due on March 13; posted wrongly on March 17, noticed on March 30.
    const receipt = await receive(loan, { ...wire, effectiveDate: '2026-03-17' }, '2026-03-17T10:00:00-04:00')
    expect(await pastDueOn(loan, '2026-03-17')).toMatchObject({ days: 0 })
    await post(loan, '2026-03-27T10:00:00-04:00', {
      ...reversal(receipt, 'wrongAmount'),
      effectiveDate: '2026-03-27',
    })
    expect(await pastDueOn(loan, '2026-03-27')).toMatchObject({ days: 4 })
    expect(await pastDueOn(loan, '2026-03-28')).toMatchObject({ days: 5 })
  })

  test('moving it to the right loan is one act on both, with one approval and a notice to each', async () => {
    const [loan, right, other] = await days.fund(3)
    if (loan === undefined || right === undefined || other === undefined) throw new Error('three loans')
    const receipt = await receive(loan, wire)
    const { approval } = await post(loan, '2026-03-09T10:00:00-04:00', {
      ...reversal(receipt, 'wrongLoan', { rightLoanNo: right.loanNo }),
      effectiveDate: '2026-03-09',
    })
    expect(approval.differences.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Principal', `Loan ${right.loanNo}: Principal`]),
    )
    expect(await receiptsOf(loan)).toMatchObject([{ status: TransactionStatus.rejected }])
    const [moved] = await receiptsOf(right)
    expect(moved).toMatchObject({
      amount: 12_000n,
      mode: PaymentMode.wire,
      status: TransactionStatus.checked,
      effectiveDate: receipt.effectiveDate,
    })
    expect((await factsOf(right)).state.principal).toBe(38_356n)
    expect((await factsOf(other)).state.principal).toBe(50_000n)
    expect(await noticesOf(api, loan)).toContain('receiptReversed')
    expect(await noticesOf(api, right)).toContain('paymentReceived')
    for (const one of [loan, right]) expect(await ledgerDifferences(api, one)).toEqual([])
  })

  test('the right amount is posted by the same act, from the day received', async () => {
    const loan = await days.fundOne()
    const receipt = await receive(loan, { ...wire, amount: '210.00' })
    await post(loan, MORNING, { ...reversal(receipt, 'wrongAmount', { amount: '120.00' }) })
    expect(await receiptsOf(loan)).toMatchObject([
      { status: TransactionStatus.rejected, amount: 21_000n },
      { status: TransactionStatus.checked, amount: 12_000n },
    ])
    expect((await factsOf(loan)).state).toMatchObject({ principal: 38_356n, paid: 12_000n })
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })
})

describe('what else the receipt had brought about (domain.md §2, §14)', () => {
  test('a payoff by money order that it had kept fails, and the schedule before it holds', async () => {
    const loan = await days.fundOne()
    await liveOn(api, '2026-03-09T10:00:00-04:00')
    const { changeNo } = await saveExpectedPayoff(loan)
    const receipt = await receive(
      loan,
      { ...wire, paymentMode: PaymentMode.moneyOrder, amount: '521.37', effectiveDate: '2026-03-10' },
      '2026-03-10T10:00:00-04:00',
    )
    expect((await factsOf(loan)).row.status).toBe(LoanStatus.terminated)
    await post(loan, '2026-03-16T10:00:00-04:00', {
      ...reversal(receipt, 'bounced'),
      effectiveDate: '2026-03-16',
    })
    const changes = await listLoanChanges(api.database.db, loan)
    expect(changes.find((one) => one.changeNo === changeNo)).toMatchObject({ status: 'failed' })
    expect((await factsOf(loan)).row).toMatchObject({ status: LoanStatus.processing })
    expect((await factsOf(loan)).state.principal).toBe(50_000n)
    expect(await pastDueOn(loan, '2026-03-17')).toEqual({ days: 0, amount: 0n })
    expect(await noticesOf(api, loan)).toContain('changeFailed')
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('a loan that was suspended before it ended is suspended again, for the same reason', async () => {
    const loan = await days.fundOne()
    await liveOn(api, MORNING)
    const ada = await signInEmployee(api)
    await ada.ask(CALLS.suspendLoan, { body: { loanNo: loan.loanNo, subStatus: 'cccs', note: '' } })
    const receipt = await receive(loan, { ...wire, amount: ALL })
    expect((await factsOf(loan)).row.status).toBe(LoanStatus.terminated)
    await post(loan, '2026-03-06T10:00:00-05:00', {
      ...reversal(receipt, 'wrongLoan'),
      effectiveDate: '2026-03-06',
    })
    expect((await factsOf(loan)).row).toMatchObject({ status: LoanStatus.suspended, subStatus: 'cccs' })
  })

  test('settled for less, the rest is owed again; written off without that, it stays written off', async () => {
    const [settled, writtenOff] = await days.fund(2)
    if (settled === undefined || writtenOff === undefined) throw new Error('two loans')
    const late = '2026-04-20T10:00:00-04:00'
    await liveOn(api, late)
    const ada = await signInEmployee(api)
    for (const { loanNo } of [settled, writtenOff])
      await ada.ask(CALLS.suspendLoan, { body: { loanNo, subStatus: 'badStanding', note: '' } })
    const paid = { ...wire, amount: '100.00', effectiveDate: '2026-04-20' }
    const first = await receive(settled, paid, late)
    const second = await receive(writtenOff, paid, late)
    await ada.ask(CALLS.collectLoan, { body: { loanNo: settled.loanNo, subStatus: 'notified', note: '' } })
    const { approval } = await ada.ask(CALLS.collectLoan, {
      body: { loanNo: settled.loanNo, subStatus: 'settled', note: '' },
    })
    await confirmApproval(await signInEmployee(api, 'bea-example'), approval?.approvalNo ?? '')
    await post(writtenOff, late, { kind: 'writeOff', effectiveDate: '2026-04-20' })
    for (const [loan, receipt] of [
      [settled, first],
      [writtenOff, second],
    ] as const) {
      expect((await factsOf(loan)).row.status).toBe(LoanStatus.terminated)
      await post(loan, '2026-04-21T10:00:00-04:00', {
        ...reversal(receipt, 'chargedBack'),
        effectiveDate: '2026-04-21',
      })
      expect(await ledgerDifferences(api, loan)).toEqual([])
    }
    expect((await factsOf(settled)).row.status).toBe(LoanStatus.processing)
    expect((await factsOf(settled)).state).toMatchObject({ principal: 50_000n, writtenOff: 0n })
    expect((await factsOf(writtenOff)).row.status).toBe(LoanStatus.terminated)
    expect((await factsOf(writtenOff)).state.principal).toBe(0n)
  })
})

describe('what a reversal refuses (domain.md §14)', () => {
  test('a receipt reversed before, a debit of ours, another loan’s receipt, and what does not fit its reason', async () => {
    const [loan, other] = await days.fund(2)
    if (loan === undefined || other === undefined) throw new Error('two loans')
    const receipt = await receive(loan, wire)
    const strange = reversal(receipt, 'wrongLoan')
    await refused(other, MORNING, strange, 'changeTypeRefused')
    await receive(other, { ...wire, amount: '30.00' })
    await refused(other, MORNING, strange, 'invalidInput')
    await refused(loan, MORNING, { ...strange, reversalReason: null }, 'invalidInput')
    await refused(loan, MORNING, { ...strange, rightLoanNo: loan.loanNo }, 'invalidInput')
    await refused(loan, MORNING, { ...strange, rightLoanNo: '118-9999999' }, 'invalidInput')
    await refused(
      loan,
      MORNING,
      { ...reversal(receipt, 'bounced'), rightLoanNo: other.loanNo },
      'invalidInput',
    )
    await refused(loan, MORNING, { ...reversal(receipt, 'bounced'), amount: '1.00' }, 'invalidInput')
    await refused(loan, MORNING, { ...reversal(receipt, 'wrongAmount'), amount: '120.00' }, 'invalidInput')
    await post(loan, MORNING, reversal(receipt, 'bounced'))
    await refused(loan, MORNING, reversal(receipt, 'bounced'), 'changeTypeRefused')
    await days.collect(PAYDAYS[0])
    const debit = (await debitsOf(api, loan)).find(({ purpose }) => purpose === 'installment')
    if (debit === undefined) throw new Error('a debit was sent')
    await refused(loan, '2026-03-13T12:00:00-04:00', reversal(debit, 'bounced'), 'changeTypeRefused')
  })

  test('while a colleague’s approval for it waits; two approvals at once have one effect', async () => {
    const loan = await days.fundOne()
    const receipt = await receive(loan)
    const checked = { kind: 'checkReceipt', changeTypeCode: ChangeType.manualChecked } as const
    const first = await enter(loan, MORNING, { ...checked, transactionNo: receipt.transactionNo })
    await refused(loan, MORNING, reversal(receipt, 'bounced'), 'changeTypeRefused')
    await confirmApproval(await signInEmployee(api, 'bea-example'), first.approval.approvalNo)
    const second = await enter(loan, MORNING, reversal(receipt, 'bounced'))
    await refused(loan, MORNING, reversal(receipt, 'bounced'), 'changeTypeRefused')
    const bea = await deskOf(await signInEmployee(api, 'bea-example'))
    const answers = await Promise.all([
      tryConfirming(bea, second.approval.approvalNo),
      tryConfirming(bea, second.approval.approvalNo),
    ])
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    const kinds = (await listPostings(api.database.db, loan)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'paymentReturned')).toHaveLength(1)
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })
})
