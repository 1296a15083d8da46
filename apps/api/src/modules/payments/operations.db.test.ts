import { HOUR_MS } from '@dolphin/domain/time/durations'
import { TransactionType, TransactionMode, TransactionStatus } from '@dolphin/domain/payments/codes'
import { listSectionCall } from '@dolphin/contract/applications'
import { listDisbursementLoanCall } from '@dolphin/contract/disbursement'
import {
  approveLoanCall,
  declineLoanCall,
  passOnLoanCall,
  reviewQueueCall,
} from '@dolphin/contract/applications-staff'
import { loanTimelineCall } from '@dolphin/contract/examiner'
import { listBankFileCall, runBatchCall } from '@dolphin/contract/payments'
import { moveClockCall, readClockCall } from '@dolphin/contract/reference-data'
import { ALL_CALLS } from '@dolphin/contract/registry'
import { updateLoan } from '@dolphin/database/loans/loan-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { LoanFlag, LoanStatus, ReviewStatus } from '@dolphin/domain/loans/codes'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { fillApplication } from '../../testing/applications.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { createCustomer } from '../../testing/customers.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { signLoan } from '../../testing/signed-loans.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi
let employee: TestClient

beforeAll(async () => {
  api = await startTestApi()
  employee = await signInEmployee(api)
})
afterAll(() => api.close())

const approve = (loanNo: string) => employee.call(approveLoanCall, { body: { loanNo, note: 'income seen' } })
const decline = (loanNo: string, reasonCodes: string[]) =>
  employee.call(declineLoanCall, { body: { loanNo, reasonCodes, note: '' } })

describe('who is an employee (design/security.md T7, domain.md §12)', () => {
  test('an employee’s session opens no borrower’s call, and a borrower’s none of operations', async () => {
    const customer = await createCustomer(api, { email: 'grants@example.com' })
    const atPages = api.client()
    atPages.session = employee.session
    for (const call of ALL_CALLS.filter(({ requestType }) => requestType !== 'multipart')) {
      const input = { params: {}, query: {}, ...(call.method === 'GET' ? {} : { body: {} }) }
      if (call.access === 'operations')
        expect((await customer.call(call, input as never)).code, call.name).toBe(codeOf('notFound'))
      if (call.access === 'customer' || call.access === 'session')
        expect((await employee.call(call, input as never)).code, call.name).toBe(codeOf('notFound'))
    }
    const { code } = await atPages.call(listDisbursementLoanCall, { query: {} })
    expect(code).toBe(codeOf('identityInformationMissing'))
  })

  test('a call without a session is refused', async () => {
    expect((await api.client().atDesk().call(reviewQueueCall, { query: {} })).code).toBe(codeOf('noIdentity'))
  })

  test('a terminal’s session ends after 12 hours, whatever is done with it', async () => {
    const grace = await signInEmployee(api, 'grace-example')
    const before = api.clock.now()
    for (let hours = 0; hours < 12; hours += 1) {
      expect((await grace.call(reviewQueueCall, { query: {} })).code).toBe(1)
      api.clock.advance(HOUR_MS)
    }
    expect((await grace.call(reviewQueueCall, { query: {} })).code).toBe(codeOf('tokenOutdated'))
    api.clock.set(before)
  })
})

describe('review (domain.md §2)', () => {
  test('110: a signed loan waits with the underwriter; approving makes it 104 and plans its credit', async () => {
    const loan = await signLoan(api, { portfolioId: 110 })
    const queue = await employee.ask(reviewQueueCall, { query: { portfolioId: 110 } })
    expect(queue.loans.find(({ loanNo }) => loanNo === loan.loanNo)).toMatchObject({
      customerName: 'Jordan Sample',
      loanStatus: LoanStatus.originating,
      subStatus: 'underwriterReview',
      reviewStatus: ReviewStatus.underwriter,
      trackerStep: 2,
      amount: '500.00',
    })
    const approved = await approve(loan.loanNo)
    expect(approved.data).toMatchObject({ loanStatus: LoanStatus.approved, subStatus: null, trackerStep: 3 })
    const [credit, ...more] = await listTransactions(api.database.db, loan)
    expect(more).toEqual([])
    // 5 % origination fee is withheld.
    expect(credit).toMatchObject({
      type: TransactionType.credit,
      mode: TransactionMode.ach,
      status: TransactionStatus.none,
      amount: 47_500n,
    })
    expect((await approve(loan.loanNo)).code).toBe(codeOf('reviewDecisionRefused'))
    const after = await employee.ask(reviewQueueCall, { query: { portfolioId: 110 } })
    expect(after.loans.map(({ loanNo }) => loanNo)).not.toContain(loan.loanNo)
    expect(await loan.client.ask(listDisbursementLoanCall, {})).toMatchObject({ homeFlag: 4 })
  })

  test('twenty approvals at once plan one credit', async () => {
    const loan = await signLoan(api, { portfolioId: 110 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => approve(loan.loanNo)))
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    expect(await listTransactions(api.database.db, loan)).toHaveLength(1)
  })

  test('approved with a stale signature it goes back to the customer, approved in advance, without a credit', async () => {
    const loan = await signLoan(api, { portfolioId: 110 })
    await updateLoan(api.database.db, loan, { flags: [LoanFlag.reSignLoanAgreement] }, api.clock.now())
    expect((await approve(loan.loanNo)).data).toMatchObject({
      loanStatus: LoanStatus.originating,
      subStatus: 'customerReview',
    })
    expect(await listTransactions(api.database.db, loan)).toEqual([])
  })

  test('declining needs reasons that the policy words and the decision can fill; then 103, notice and reasons at home', async () => {
    const loan = await signLoan(api, { portfolioId: 110 })
    for (const codes of [['noSuchReason'], ['incomeTooLow']]) {
      const answer = await decline(loan.loanNo, codes)
      expect(answer).toMatchObject({
        code: codeOf('invalidInput'),
        data: { errors: [{ elementKey: 'reasonCodes' }] },
      })
    }
    const declined = await decline(loan.loanNo, ['identityMismatch', 'highRiskReport'])
    expect(declined.data).toMatchObject({ loanStatus: LoanStatus.withdrawn, trackerStep: 6 })
    const list = await loan.client.ask(listDisbursementLoanCall, {})
    expect(list.loans).toMatchObject([{ loanStatus: LoanStatus.withdrawn, next: '/loan-agreement' }])
    expect(list.loans[0]?.reasons.map(({ code }) => code)).toEqual(['identityMismatch', 'highRiskReport'])
    const { sections, reasons } = await loan.client.ask(listSectionCall, {
      query: { applicationNo: loan.applicationNo },
    })
    expect(sections.length).toBeGreaterThan(0)
    expect(reasons.map(({ code }) => code)).toEqual(['identityMismatch', 'highRiskReport'])
    const notices = (await api.mailsTo(loan.email)).filter(({ kind }) => kind === 'adverseAction')
    expect(notices).toHaveLength(1)
    expect(notices[0]?.content.text).toContain(
      'A risk report asks us to review your application more closely',
    )
    expect(notices[0]?.content.text).toContain('Equal Credit Opportunity Act')
    expect(notices[0]?.content.text).not.toMatch(/[{}]/)
    expect((await decline(loan.loanNo, ['identityMismatch'])).code).toBe(codeOf('reviewDecisionRefused'))
  })

  test('an approved loan can be declined until its batch; the planned credit goes with it', async () => {
    const loan = await signLoan(api)
    expect((await decline(loan.loanNo, ['identityMismatch'])).code).toBe(1)
    expect(await listTransactions(api.database.db, loan)).toMatchObject([
      { status: TransactionStatus.rejected },
    ])
  })

  test('the files of a day follow the batch, with the cut-offs that come next (listBankFile)', async () => {
    await signLoan(api)
    const query = { portfolioId: 118, day: formatLocalDate(dateIn(api.clock.now(), NEW_YORK)) }
    await proveChanges(api, () => employee.ask(runBatchCall, { body: { portfolioId: 118, dryRun: false } }), {
      listBankFile: asking(employee, 'listBankFile', { query }),
    })
    const listed = await employee.ask(listBankFileCall, { query })
    expect(listed.files[0]).toMatchObject({ entries: 1, creditTotal: '500.00', debitTotal: '0.00' })
    expect(listed.files[0]?.sentAt).not.toBeNull()
    expect(Date.parse(listed.batchCutOff.at)).toBeGreaterThan(api.clock.now().getTime())
  })

  test('passing on follows the table; tribe review only where the portfolio has that step', async () => {
    const pass = (loanNo: string, to: 'tribeReview' | 'agentReview' | 'autoValidation' | 'blocked') =>
      employee.call(passOnLoanCall, { body: { loanNo, to, note: 'look again' } })
    const loan = await signLoan(api, { portfolioId: 110 })
    expect((await pass(loan.loanNo, 'tribeReview')).data).toMatchObject({
      subStatus: 'tribeReview',
      reviewStatus: ReviewStatus.tribe,
    })
    expect((await pass(loan.loanNo, 'agentReview')).data).toMatchObject({
      subStatus: 'agentReview',
      reviewStatus: ReviewStatus.agent,
    })
    expect((await pass(loan.loanNo, 'autoValidation')).code).toBe(codeOf('reviewDecisionRefused'))
    expect((await pass(loan.loanNo, 'blocked')).data).toMatchObject({ subStatus: 'blocked', trackerStep: 6 })
    const approved = await signLoan(api)
    expect((await pass(approved.loanNo, 'agentReview')).code).toBe(codeOf('reviewDecisionRefused'))
    const customer = await createCustomer(api, { email: 'initializing@example.com' })
    const { loanNo } = await fillApplication(customer)
    expect((await pass(loanNo, 'agentReview')).code).toBe(codeOf('reviewDecisionRefused'))
  })

  test.each(['118-0000000', '110-9999999', '999-0000000'])('there is no loan %s', async (loanNo) => {
    expect((await approve(loanNo)).code).toBe(codeOf('loanNotFound'))
    expect((await decline(loanNo, ['identityMismatch'])).code).toBe(codeOf('loanNotFound'))
    expect((await employee.call(loanTimelineCall, { params: { loanNo } })).code).toBe(codeOf('loanNotFound'))
  })

  test('the timeline tells every move with who, why and when (design/security.md I9)', async () => {
    const loan = await signLoan(api, { portfolioId: 110 })
    await approve(loan.loanNo)
    const {
      events,
      loan: head,
      transactions,
    } = await employee.ask(loanTimelineCall, {
      params: { loanNo: loan.loanNo },
    })
    expect(head).toMatchObject({ loanStatus: LoanStatus.approved, customerName: 'Jordan Sample' })
    const moves = events.filter(({ event }) => event === 'loanStatus')
    expect(moves.map(({ to }) => to)).toEqual([
      'initializing',
      'originating/autoValidation',
      'originating/customerReview',
      'originating/underwriterReview',
      'approved',
    ])
    expect(moves.at(-1)).toMatchObject({ actor: 'employee:ada-example', cause: 'approved: income seen' })
    expect(events.filter(({ event }) => event === 'transactionStatus')).toMatchObject([
      { from: null, to: '0' },
    ])
    expect(transactions).toHaveLength(1)
    expect(JSON.stringify(events)).not.toContain('000111222333')
  })
})

describe('the clock', () => {
  test('is shown to employees; a clock that cannot be moved refuses', async () => {
    expect(await employee.ask(readClockCall, { query: {} })).toMatchObject({
      movable: false,
      timeZone: 'America/New_York',
      isBankingDay: true,
      nextBankingDay: '2026-03-04',
    })
    const answer = await employee.call(moveClockCall, { body: { to: 'nextBankingDay' } })
    expect(answer.code).toBe(codeOf('clockNotMovable'))
  })
})
