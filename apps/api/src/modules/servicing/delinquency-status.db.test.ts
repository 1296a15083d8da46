import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { CALLS } from '@dolphin/contract/registry'
import { isLedgerIntact, loanBalances } from '@dolphin/database/payments/ledger-repository'
import { listLoanMoves } from '@dolphin/database/loans/loan-repository'
import { listNoticeTrail } from '@dolphin/database/notices/notice-trail-repository'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { confirmApproval, deskOf, tryConfirming } from '../../testing/confirmations.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { batchOn, fundLoan, liveOn } from '../../testing/funded-loans.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { type SignedLoan, signLoan } from '../../testing/signed-loans.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(() => resetApi(api))
afterAll(() => api.close())

const note = 'told by telephone'
const kindsOf = async (loan: LoanKey) =>
  (await listNoticeTrail(api.database.db, loan)).map(({ kind }) => kind)
const marksOf = async ({ client, loanNo }: SignedLoan) => {
  const { installments } = await client.ask(CALLS.paymentDetail, { query: { loanNo } })
  return installments.slice(0, 2).map(({ status, flags }) => [status, flags])
}
const total = async (loan: LoanKey) => [...(await loanBalances(api.database.db, loan)).entries()]

test('a suspended loan is not debited; a cured loan is again; each has one notice (domain.md §2, §11)', async () => {
  const loan = await fundLoan(api)
  const ada = await signInEmployee(api)
  const body = { loanNo: loan.loanNo, note }
  const suspended = await ada.ask(CALLS.suspendLoan, { body: { ...body, subStatus: 'cccs' } })
  expect(suspended).toMatchObject({ loanStatus: LoanStatus.suspended, subStatus: 'cccs' })
  expect(await kindsOf(loan)).toContain('paymentsPaused')
  const batch = await batchOn(api, '2026-03-12')
  expect(batch).toMatchObject({ files: [] })
  const eve = await signInEmployee(api)
  await expectRefused(
    eve,
    'suspendLoan',
    { body: { ...body, subStatus: 'badStanding' } },
    'loanStatusInvalid',
  )
  const cured = await eve.ask(CALLS.suspendLoan, { body: { ...body, subStatus: null } })
  expect(cured).toMatchObject({ loanStatus: LoanStatus.processing, subStatus: null })
  const sent = await kindsOf(loan)
  expect(sent.filter((kind) => kind === 'paymentsResumed')).toHaveLength(1)
  await expectRefused(eve, 'suspendLoan', { body: { ...body, subStatus: null } }, 'loanStatusInvalid')
  const missing = { ...body, loanNo: '118-9999999', subStatus: null }
  await expectRefused(eve, 'suspendLoan', { body: missing }, 'loanNotFound')
  const moves = await listLoanMoves(api.database.db, loan)
  expect(moves.at(-1)).toMatchObject({ cause: `cured: ${note}`, actor: 'employee:ada-example' })
})

test('collected with a promise: notified, accepted, re-planned and cleared, which is 203 (domain.md §2)', async () => {
  const loan = await fundLoan(api)
  await liveOn(api, '2026-03-20T10:00:00-04:00')
  const ada = await signInEmployee(api)
  const step = (subStatus: 'notified' | 'accepted' | 'rePlanned' | 'cleared') => ({
    body: { loanNo: loan.loanNo, subStatus, note },
  })
  await ada.ask(CALLS.suspendLoan, { body: { loanNo: loan.loanNo, subStatus: 'badStanding', note } })
  expect((await ada.ask(CALLS.collectLoan, step('notified'))).loan).toMatchObject({
    loanStatus: LoanStatus.collecting,
  })
  expect(await kindsOf(loan)).toContain('loanPastDue')
  // 13 March has passed without a payment: -2; every unpaid installment carries 8 while the loan is collecting.
  expect(await marksOf(loan)).toEqual([
    [-2, 8],
    [0, 8],
  ])
  await expectRefused(ada, 'collectLoan', step('rePlanned'), 'loanStatusInvalid')
  await ada.ask(CALLS.collectLoan, step('accepted'))
  await ada.ask(CALLS.collectLoan, step('rePlanned'))
  const cleared = await ada.ask(CALLS.collectLoan, step('cleared'))
  expect(cleared).toMatchObject({
    loan: { loanStatus: LoanStatus.processing, subStatus: null },
    postingNo: null,
  })
  expect(await marksOf(loan)).toEqual([
    [-2, 0],
    [0, 0],
  ])
  const places = (await listLoanMoves(api.database.db, loan)).map(({ toSubStatus }) => toSubStatus)
  expect(places.slice(-5)).toEqual(['notified', 'accepted', 'rePlanned', 'cleared', null])
  const missing = { body: { loanNo: '118-9999999', subStatus: 'notified' as const, note } }
  await expectRefused(ada, 'collectLoan', missing, 'loanNotFound')
})

test('settled for less: the rest is written off by two people and the loan ends without a letter (domain.md §2)', async () => {
  const loan = await fundLoan(api)
  await liveOn(api, '2026-03-20T10:00:00-04:00')
  const ada = await signInEmployee(api)
  const bea = await signInEmployee(api, 'bea-example')
  const step = (subStatus: 'notified' | 'rejected' | 'pocketed' | 'settled') => ({
    body: { loanNo: loan.loanNo, subStatus, note },
  })
  await ada.ask(CALLS.suspendLoan, { body: { loanNo: loan.loanNo, subStatus: 'badStanding', note } })
  for (const one of ['notified', 'rejected', 'pocketed'] as const) await ada.ask(CALLS.collectLoan, step(one))
  const { approval } = await ada.ask(CALLS.collectLoan, step('settled'))
  const approvalNo = approval?.approvalNo ?? ''
  expect(await tryConfirming(await deskOf(ada), approvalNo)).toMatchObject({
    code: RESPONSE_CODES.approvalRefused.code,
  })
  const posted = await confirmApproval(bea, approvalNo)
  expect(posted.approval.differences).toContainEqual({
    label: 'Owed today',
    before: '$556.99',
    after: '$0.00',
    change: '−$556.99',
  })
  const timeline = await bea.ask(CALLS.loanTimeline, { params: { loanNo: loan.loanNo } })
  expect(timeline).toMatchObject({
    postings: [{ state: 'posted', enteredBy: 'employee:ada-example', confirmedBy: 'employee:bea-example' }],
    loan: { loanStatus: LoanStatus.terminated, subStatus: 'paidOff' },
  })
  const { loans } = await loan.client.ask(CALLS.listRepaymentLoan, {})
  const detail = await loan.client.ask(CALLS.paymentDetail, { query: { loanNo: loan.loanNo } })
  expect([loans[0]?.settled, detail.settled]).toEqual([true, true])
  const sent = await kindsOf(loan)
  expect(sent).toContain('loanSettled')
  expect(sent).not.toContain('paidOff')
  // 500.00 for the 16 days from 2026-03-04 to 2026-03-20 at 260 %: 500 × 2.6 × 16 / 365 = 56.99.
  const balances = new Map(await total(loan))
  expect(balances.get('writeOff')).toBe(55_699n)
  expect(balances.get('principal')).toBe(0n)
  expect(await isLedgerIntact(api.database.db, loan)).toBe(true)
})

test('voided before its credit settles: every account is zero again; ended as paid only when nothing is owed', async () => {
  const loan = await signLoan(api)
  await batchOn(api, '2026-03-03')
  const ada = await signInEmployee(api)
  const body = { loanNo: loan.loanNo, note }
  const paid = { body: { ...body, subStatus: 'paidOff' as const } }
  await expectRefused(ada, 'terminateLoan', paid, 'loanStatusInvalid')
  const { approval } = await ada.ask(CALLS.terminateLoan, { body: { ...body, subStatus: 'voided' } })
  const bea = await signInEmployee(api, 'bea-example')
  const { approval: ended } = await confirmApproval(bea, approval.approvalNo)
  expect(ended.differences).toContainEqual(
    expect.objectContaining({ label: 'Status', after: '206 terminated, voided' }),
  )
  expect((await total(loan)).every(([, balance]) => balance === 0n)).toBe(true)
  expect(await listTransactions(api.database.db, loan)).toMatchObject([
    { status: TransactionStatus.rejected },
  ])
  const voided = { ...body, subStatus: 'voided' as const }
  await expectRefused(ada, 'terminateLoan', { body: voided }, 'loanStatusInvalid')
  const missing = { ...voided, loanNo: '118-9999999' }
  await expectRefused(ada, 'terminateLoan', { body: missing }, 'loanNotFound')
})

test('each call answers from how the loan stands (contract.md)', async () => {
  const loan = await fundLoan(api)
  const other = await signLoan(api)
  await liveOn(api, '2026-03-20T10:00:00-04:00')
  const ada = await signInEmployee(api)
  const body = { loanNo: loan.loanNo, note }
  const suspend = () => ada.ask(CALLS.suspendLoan, { body: { ...body, subStatus: 'cccs' } })
  await proveChanges(api, suspend, {
    collectLoan: asking(ada, 'collectLoan', { body: { ...body, subStatus: 'notified' } }),
  })
  const collected = { loanNo: loan.loanNo, note }
  await ada.ask(CALLS.collectLoan, { body: { ...collected, subStatus: 'rejected' } })
  const suspended = { body: { ...body, subStatus: 'badStanding' } } as const
  const cure = () => ada.ask(CALLS.suspendLoan, { body: { ...body, subStatus: null } })
  await proveChanges(api, cure, { suspendLoan: asking(ada, 'suspendLoan', suspended) })
  const voided = { body: { loanNo: other.loanNo, subStatus: 'voided', note } } as const
  await liveOn(api, '2026-03-05T10:00:00-05:00')
  const kim = await signInEmployee(api)
  await proveChanges(
    api,
    async () => {
      const third = await signLoan(api)
      voidable.loanNo = third.loanNo
      await batchOn(api, '2026-03-06')
    },
    {
      terminateLoan: {
        before: asking(kim, 'terminateLoan', voided),
        after: async () => {
          const employee = await signInEmployee(api)
          return employee.call(CALLS.terminateLoan, {
            body: { loanNo: voidable.loanNo, subStatus: 'voided', note },
          })
        },
      },
    },
  )
})

const voidable = { loanNo: '' }

test('a loan with 0 days overdue does not go into collection, and the refusal says why', async () => {
  const loan = await fundLoan(api)
  const ada = await signInEmployee(api)
  const body = { loanNo: loan.loanNo, note }
  await ada.ask(CALLS.suspendLoan, { body: { ...body, subStatus: 'badStanding' } })
  const refused = await ada.call(CALLS.collectLoan, { body: { ...body, subStatus: 'notified' } })
  expect(refused).toMatchObject({
    status: 409,
    data: { message: expect.stringContaining('0 days past due') },
  })
  expect((await listLoanMoves(api.database.db, loan)).at(-1)).toMatchObject({ toSubStatus: 'badStanding' })
})
