import { PaymentMode, TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { approveLoanCall } from '@dolphin/contract/applications-staff'
import { disbursementDateCall, listDisbursementLoanCall } from '@dolphin/contract/disbursement'
import { listRepaymentLoanCall, paymentDetailCall } from '@dolphin/contract/servicing'
import type { Envelope } from '@dolphin/contract/envelope'
import { createBankFolder } from '@dolphin/integrations/ach-gateway/bank-folder'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataPaths } from '../../config/config.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { employeeRuns } from '../../testing/employee-runs.ts'
import { noticesOf } from '../../testing/money-days.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { signLoan } from '../../testing/signed-loans.ts'
import { runMoneyRound } from './timetable.ts'
import type { MoneyDeps } from '../../deps.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi
let runs: Awaited<ReturnType<typeof employeeRuns>>
let money: MoneyDeps

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await resetApi(api)
  runs = await employeeRuns(api)
  money = { ...api.deps, bank: createBankFolder(bankFolder()) }
})
afterAll(() => api.close())

const bankFolder = (): string => dataPaths(api.deps.config.dataDir).bank

describe('what the borrower sees', () => {
  const refusedWith = (envelope: Envelope<unknown>) => envelope.code

  test('home flag 4 with its tracker until the money is there, then 5 with the first payment date', async () => {
    const loan = await signLoan(api)
    const waiting = await loan.client.ask(listDisbursementLoanCall, {})
    expect(waiting).toMatchObject({
      homeFlag: 4,
      loans: [
        {
          loanNo: loan.loanNo,
          loanStatus: LoanStatus.approved,
          trackerStep: 3,
          amount: '500.00',
          effectiveDate: '2026-03-04',
          method: PaymentMode.ach,
          account: { accountMasked: '••••2333' },
          next: '/home',
          cancelable: true,
        },
      ],
    })
    expect(refusedWith(await loan.client.call(paymentDetailCall, { query: { loanNo: loan.loanNo } }))).toBe(
      codeOf('loanStatusInvalid'),
    )
    await runs.batch()
    expect(await loan.client.ask(listDisbursementLoanCall, {})).toMatchObject({
      homeFlag: 4,
      loans: [{ loanStatus: LoanStatus.pending, trackerStep: 4, cancelable: false, datesToPick: [] }],
    })
    // The next morning, before the borrower's session ends.
    await api.database.db.execute(
      sql`update sessions set expires_at = '2027-01-01', last_seen_at = '2026-03-04T13:30:00Z'`,
    )
    api.clock.set('2026-03-04T08:45:00-05:00')
    await runMoneyRound(money)
    const [mine] = (await loan.client.ask(listRepaymentLoanCall, {})).loans
    expect(await loan.client.ask(listDisbursementLoanCall, {})).toEqual({ homeFlag: 5, loans: [] })
    expect(mine).toMatchObject({
      loanStatus: LoanStatus.disbursed,
      effectiveDate: '2026-03-04',
      balance: '500.00',
      payoffToday: '500.00',
      paid: '0.00',
      progress: '0.00',
      firstPaymentDate: '2026-03-13',
      nextDueDate: '2026-03-13',
      installmentsTotal: 10,
      daysOverdue: 0,
    })
    const detail = await loan.client.ask(paymentDetailCall, { query: { loanNo: loan.loanNo } })
    expect(detail).toMatchObject({
      perDiem: '3.56',
      balance: '500.00',
      transactions: [{ status: TransactionStatus.notChecked, type: TransactionType.credit }],
    })
    expect(detail.installments).toHaveLength(10)
  })

  test('payoff today is principal and simple daily interest since the settlement', async () => {
    const loan = await signLoan(api)
    await runs.batch()
    await api.database.db.execute(
      sql`update sessions set expires_at = '2027-01-01', last_seen_at = '2026-03-11T13:00:00Z'`,
    )
    api.clock.set('2026-03-11T09:00:00-04:00')
    await runMoneyRound(money)
    const detail = await loan.client.ask(paymentDetailCall, { query: { loanNo: loan.loanNo } })
    // 500.00 × 260 % × 7 / 365 = 24.93
    expect(detail).toMatchObject({ payoffToday: '524.93', nextDueDate: '2026-03-13', pastDueAmount: '0.00' })
  })

  test('another customer, another portfolio or no session sees none of it', async () => {
    const loan = await signLoan(api)
    const otherCustomer = await signLoan(api)
    const foreign = await signLoan(api, { portfolioId: 110 })
    for (const { client } of [otherCustomer, foreign]) {
      const query = { loanNo: loan.loanNo }
      expect(refusedWith(await client.call(paymentDetailCall, { query }))).toBe(codeOf('loanNotFound'))
      const list = await client.ask(listDisbursementLoanCall, {})
      expect(list.loans.map(({ loanNo }) => loanNo)).not.toContain(loan.loanNo)
      const body = { loanNo: loan.loanNo, date: '2026-03-05' }
      expect(refusedWith(await client.call(disbursementDateCall, { body }))).toBe(codeOf('loanNotFound'))
    }
    for (const call of [listDisbursementLoanCall, listRepaymentLoanCall])
      expect(refusedWith(await api.client().call(call, {}))).toBe(codeOf('noIdentity'))
  })

  test('a later day that raises the APR by more than an eighth of a point is not offered (domain.md §14)', async () => {
    const loan = await signLoan(api, { portfolioId: 110 })
    await runs.employee.ask(approveLoanCall, { body: { loanNo: loan.loanNo, note: 'seen' } })
    // An origination fee of 25.00 of 500.00: each day less costs about a point of APR.
    const { loans } = await loan.client.ask(listDisbursementLoanCall, {})
    expect(loans).toMatchObject([{ effectiveDate: '2026-03-04', datesToPick: ['2026-03-04'] }])
    const body = { loanNo: loan.loanNo, date: '2026-03-05' }
    expect(refusedWith(await loan.client.call(disbursementDateCall, { body }))).toBe(
      codeOf('dateNotAvailable'),
    )
    const free = await signLoan(api)
    const offered = (await free.client.ask(listDisbursementLoanCall, {})).loans[0]?.datesToPick
    expect(offered?.slice(0, 2)).toEqual(['2026-03-04', '2026-03-05'])
  })

  test('the day can be moved later until the batch has the credit, never before the day agreed', async () => {
    const loan = await signLoan(api)
    const pick = (date: string) =>
      loan.client.call(disbursementDateCall, { body: { loanNo: loan.loanNo, date } })
    expect((await pick('2026-03-07')).code).toBe(codeOf('dateNotAvailable'))
    expect((await pick('2026-03-03')).code).toBe(codeOf('dateNotAvailable'))
    const picked = await pick('2026-03-05')
    expect(picked.data).toMatchObject({ date: '2026-03-05', fundsArriveOn: '2026-03-05' })
    expect(await runs.batch()).toMatchObject({ files: [] })
    expect(await loan.client.ask(listDisbursementLoanCall, {})).toMatchObject({
      loans: [{ effectiveDate: '2026-03-05' }],
    })
    expect((await pick('2026-03-04')).code).toBe(1)
    expect((await runs.batch()).files).toHaveLength(1)
    expect((await pick('2026-03-05')).code).toBe(codeOf('disbursementNotOpen'))
  })

  test('one mail of each kind: approved, sent, funded', async () => {
    const loan = await signLoan(api)
    await runs.batch()
    await runs.at('2026-03-04T09:00:00-05:00')
    await runs.settle()
    await runMoneyRound(money)
    const kinds = await noticesOf(api, loan)
    for (const kind of ['approved', 'disbursementSent', 'loanFunded'])
      expect(kinds.filter((one) => one === kind)).toHaveLength(1)
  })
})
