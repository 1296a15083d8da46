import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { CALLS } from '@dolphin/contract/registry'
import { listLegalFacts } from '@dolphin/database/loans/legal-fact-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { listNoticeTrail } from '@dolphin/database/notices/notice-trail-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import type { LegalFactKind } from '@dolphin/domain/loans/legal-facts'
import { ChangeType, PaymentMode, TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { confirmApproval, deskOf, tryConfirming } from '../../testing/confirmations.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { moneyDays } from '../../testing/money-days.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { type SignedLoan, signLoan } from '../../testing/signed-loans.ts'
import { runPastDueRound } from '../payments/past-due.ts'

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

const fact = (kind: LegalFactKind, since: string, of: LoanKey = loan) => ({
  body: { loanNo: of.loanNo, kind, since, reference: 'N.D. Ohio 26-10001', note: 'a letter' },
})
const at = (day: string) => liveOn(api, `${day}T10:00:00-04:00`)
const noteOn = async (day: string, kind: LegalFactKind, since = day) => {
  await at(day)
  const ada = await signInEmployee(api)
  return await ada.ask(CALLS.noteLegalFact, fact(kind, since))
}
const endOn = async (day: string, kind: LegalFactKind) => {
  await at(day)
  const ada = await signInEmployee(api)
  const body = { loanNo: loan.loanNo, kind, endedOn: day, note: 'dismissed' }
  const { approval } = await ada.ask(CALLS.endLegalFact, { body })
  return { ada, approvalNo: approval.approvalNo }
}
const confirm = async (approvalNo: string) =>
  await confirmApproval(await signInEmployee(api, 'bea-example'), approvalNo)
const stateOf = async (of: LoanKey = loan) => {
  const found = await findLoan(api.database.db, of)
  return [found?.status, found?.subStatus]
}
const noticesOf = async (of: LoanKey = loan) =>
  (await listNoticeTrail(api.database.db, of)).map(({ kind }) => kind)
const home = async () => {
  const { loans } = await loan.client.ask(CALLS.listRepaymentLoan, {})
  return loans.find(({ loanNo }) => loanNo === loan.loanNo)
}
const itemsOf = async (kind: 'legalFactNoted' | 'loanPastDue', of: LoanKey = loan) => {
  const ada = await signInEmployee(api)
  return (await ada.ask(CALLS.listWorkItem, { query: { loanNo: of.loanNo, kind } })).items
}
const debitsOf = async (of: LoanKey = loan) =>
  (await listTransactions(api.database.db, of)).filter(({ type }) => type === TransactionType.debit)
const place = (status: number, subStatus: string | null) =>
  api.database.db.execute(
    sql`update loans set status = ${status}, sub_status = ${subStatus} where loan_no = ${loan.loanNo}`,
  )
const { processing, suspended, collecting, disbursed } = LoanStatus

describe('a fact of law is noted on a loan of any status (domain.md §2)', () => {
  test.each([
    [disbursed, null, suspended, 'bankruptcy'],
    [processing, null, suspended, 'bankruptcy'],
    [suspended, 'hardReturn', suspended, 'hardReturn'],
    [suspended, 'activeDuty', suspended, 'activeDuty'],
    [collecting, 'notified', collecting, 'notified'],
    [LoanStatus.terminated, 'paidOff', LoanStatus.terminated, 'paidOff'],
    [LoanStatus.withdrawn, null, LoanStatus.withdrawn, null],
    [LoanStatus.approved, null, LoanStatus.approved, null],
    [LoanStatus.originating, 'agentReview', LoanStatus.originating, 'agentReview'],
  ] as const)('%i %s becomes %i %s; the mark stands beside it', async (status, subStatus, to, toSub) => {
    loan = await days.fundOne()
    await place(status, subStatus)
    await noteOn('2026-03-06', 'bankruptcy', '2026-03-05')
    expect(await stateOf()).toEqual([to, toSub])
    const [noted] = await listLegalFacts(api.database.db, api.deps.cipher, loan)
    expect(noted).toMatchObject({
      kind: 'bankruptcy',
      reference: 'N.D. Ohio 26-10001',
      notedBy: 'employee:ada-example',
      endedAt: null,
    })
    expect(await itemsOf('legalFactNoted')).toMatchObject([{ due: '2026-03-06' }])
  })

  test('once at a time, not before it is so, by those alone who may', async () => {
    loan = await days.fundOne()
    await noteOn('2026-03-06', 'bankruptcy')
    const ada = await signInEmployee(api)
    await expectRefused(ada, 'noteLegalFact', fact('bankruptcy', '2026-03-06'), 'loanStatusInvalid')
    await expectRefused(ada, 'noteLegalFact', fact('activeDuty', '2026-03-07'), 'dateNotAvailable')
    const missing = { body: { ...fact('bankruptcy', '2026-03-06').body, loanNo: '118-9999999' } }
    await expectRefused(ada, 'noteLegalFact', missing, 'loanNotFound')
    const early = {
      body: { loanNo: loan.loanNo, kind: 'bankruptcy', endedOn: '2026-03-05', note: '' },
    } as const
    await expectRefused(ada, 'endLegalFact', early, 'dateNotAvailable')
    const other = { body: { ...early.body, kind: 'activeDuty', endedOn: '2026-03-06' } } as const
    await expectRefused(ada, 'endLegalFact', other, 'loanStatusInvalid')
    await expectRefused(
      ada,
      'endLegalFact',
      { body: { ...early.body, loanNo: '118-9999999' } },
      'loanNotFound',
    )
  })

  test('each call answers from how the loan stands (contract.md)', async () => {
    loan = await days.fundOne()
    await at('2026-03-06')
    const ada = await signInEmployee(api)
    const end = {
      body: { loanNo: loan.loanNo, kind: 'bankruptcy', endedOn: '2026-03-06', note: '' },
    } as const
    await proveChanges(api, () => ada.ask(CALLS.noteLegalFact, fact('bankruptcy', '2026-03-06')), {
      noteLegalFact: {
        before: asking(ada, 'noteLegalFact', { body: { ...fact('activeDuty', '2026-03-07').body } }),
        after: asking(ada, 'noteLegalFact', fact('activeDuty', '2026-03-06')),
      },
      endLegalFact: asking(ada, 'endLegalFact', end),
    })
  })
})

describe('bankruptcy (11 USC 362)', () => {
  test('no debit leaves, whatever is planned; what is at the bank stays, and its return costs nothing', async () => {
    loan = await days.fundOne()
    await days.announce('2026-03-06')
    await days.batch('2026-03-12')
    expect(await debitsOf()).toMatchObject([{ status: TransactionStatus.onBatch }])
    await noteOn('2026-03-12', 'bankruptcy', '2026-03-10')
    const [item] = await itemsOf('legalFactNoted')
    const ada = await signInEmployee(api)
    const [atBank] = await debitsOf()
    const params = { workItemNo: item?.workItemNo ?? '' }
    expect(await ada.ask(CALLS.showWorkItem, { params })).toMatchObject({
      facts: { fact: 'bankruptcy', debitsAtBank: [atBank?.transactionNo] },
    })
    await days.settle('2026-03-13')
    await days.bankSays('2026-03-16', [{ transaction: atBank!, code: 'R01' }])
    const after = await debitsOf()
    expect(after.filter(({ status }) => status === TransactionStatus.none)).toEqual([])
    expect(await noticesOf()).not.toContain('paymentReturned')
    const file = await (await signInEmployee(api)).ask(CALLS.showCustomer, {
      params: { file: loan.loanNo },
      query: {},
    })
    expect(file.money).toMatchObject({ fees: '0.00' })
    await days.announce('2026-03-20')
    await days.batch('2026-03-26')
    expect(await debitsOf()).toHaveLength(after.length)
    expect(await stateOf()).toEqual([suspended, 'bankruptcy'])
  })

  test('a planned retry is withdrawn at once', async () => {
    loan = await days.fundOne()
    await days.collect(['2026-03-06', '2026-03-12', '2026-03-13'])
    const [first] = await debitsOf()
    await days.bankSays('2026-03-16', [{ transaction: first!, code: 'R01' }])
    expect(await debitsOf()).toContainEqual(expect.objectContaining({ status: TransactionStatus.none }))
    await noteOn('2026-03-17', 'bankruptcy')
    expect((await debitsOf()).map(({ status }) => status)).not.toContain(TransactionStatus.none)
  })

  test('on a loan in collection the home asks for nothing, and offers no way to pay', async () => {
    loan = await days.fundOne({ ach: false })
    await days.settle('2026-03-13')
    await place(collecting, 'notified')
    await at('2026-04-20')
    expect(await home()).toMatchObject({
      loanStatus: collecting,
      pastDueAmount: expect.not.stringMatching(/^0/),
    })
    await noteOn('2026-04-20', 'bankruptcy')
    const shown = await home()
    expect(shown).toMatchObject({
      loanStatus: suspended,
      subStatus: 'bankruptcy',
      pastDueAmount: '0.00',
      daysOverdue: 0,
      nextPayment: null,
      automatic: { on: false, reason: 'You are in bankruptcy. We do not take or ask for payments.' },
    })
    const allowed = shown?.changes.filter((one) => one.allowed).map((one) => one.changeTypeCode)
    expect(allowed).toEqual([ChangeType.revokeFutureAch])
    const flags = await (await signInEmployee(api)).ask(CALLS.showCustomer, {
      params: { file: loan.loanNo },
      query: {},
    })
    expect(flags.flags).toEqual(expect.arrayContaining(['bankruptcy', 'inCollection']))
  })

  test('no count of days leads to collection, no notice and no collector follow; a person neither cures nor collects', async () => {
    loan = await days.fundOne({ ach: false })
    await days.settle('2026-03-13')
    await noteOn('2026-03-16', 'bankruptcy', '2026-03-14')
    for (const day of ['2026-03-20', '2026-06-01', '2027-03-01']) {
      await at(day)
      await runPastDueRound(days.money)
    }
    expect(await stateOf()).toEqual([suspended, 'bankruptcy'])
    expect(await noticesOf()).not.toContain('loanPastDue')
    expect(await itemsOf('loanPastDue')).toEqual([])
    const ada = await signInEmployee(api)
    const common = { loanNo: loan.loanNo, note: '' }
    await expectRefused(ada, 'suspendLoan', { body: { ...common, subStatus: null } }, 'loanStatusInvalid')
    await expectRefused(
      ada,
      'collectLoan',
      { body: { ...common, subStatus: 'notified' } },
      'loanStatusInvalid',
    )
  })

  test('two end it; the notice says what is true, nothing is debited without a new authorization, its days do not count', async () => {
    loan = await days.fundOne()
    await noteOn('2026-03-06', 'bankruptcy')
    const { ada, approvalNo } = await endOn('2026-04-15', 'bankruptcy')
    expect(await tryConfirming(await deskOf(ada), approvalNo)).toMatchObject({
      code: RESPONSE_CODES.approvalRefused.code,
    })
    expect(await stateOf()).toEqual([suspended, 'bankruptcy'])
    await confirm(approvalNo)
    expect(await stateOf()).toEqual([processing, null])
    const sent = await noticesOf()
    expect(sent.filter((kind) => kind === 'legalProtection')).toHaveLength(2)
    expect(sent).not.toContain('paymentsResumed')
    expect(sent).not.toContain('paymentsPaused')
    expect(await home()).toMatchObject({ daysOverdue: 0, automatic: { on: false } })
    await days.announce('2026-04-16')
    await days.batch('2026-04-23')
    expect((await debitsOf()).filter(({ traceNumber }) => traceNumber !== null)).toEqual([])
    await at('2026-04-20')
    expect(await home()).toMatchObject({ daysOverdue: 5 })
  })

  test('an approved loan is not funded while it stands', async () => {
    loan = await signLoan(api)
    await liveOn(api, '2026-03-03T09:00:00-05:00')
    await (await signInEmployee(api)).ask(CALLS.noteLegalFact, fact('bankruptcy', '2026-03-02'))
    await days.batch('2026-03-03')
    expect(await stateOf()).toEqual([LoanStatus.approved, null])
  })
})

describe('active duty (50 USC 3937)', () => {
  test('debits go on; collecting, fees and the count of days stop; an item the same day', async () => {
    loan = await days.fundOne()
    await noteOn('2026-03-06', 'activeDuty', '2026-03-02')
    expect(await stateOf()).toEqual([suspended, 'activeDuty'])
    expect(await itemsOf('legalFactNoted')).toMatchObject([
      { due: '2026-03-06', reason: expect.stringContaining('6 percent') },
    ])
    expect(await home()).toMatchObject({ automatic: { on: true }, nextPayment: expect.anything() })
    await days.announce('2026-03-06')
    await days.batch('2026-03-12')
    expect(await debitsOf()).toMatchObject([{ status: TransactionStatus.onBatch }])
    await days.settle('2026-03-13')
    const [debit] = await debitsOf()
    await days.bankSays('2026-03-16', [{ transaction: debit!, code: 'R02' }])
    await at('2026-06-01')
    await runPastDueRound(days.money)
    expect(await stateOf()).toEqual([suspended, 'activeDuty'])
    expect(await noticesOf()).not.toContain('loanPastDue')
    const file = await (await signInEmployee(api)).ask(CALLS.showCustomer, {
      params: { file: loan.loanNo },
      query: {},
    })
    expect(file.money).toMatchObject({ fees: '0.00' })
    expect(await home()).toMatchObject({ daysOverdue: 0 })
  })

  test('bankruptcy beside it: the one that ends leaves what the other stops', async () => {
    loan = await days.fundOne()
    await noteOn('2026-03-06', 'bankruptcy')
    await noteOn('2026-03-06', 'activeDuty')
    expect(await stateOf()).toEqual([suspended, 'bankruptcy'])
    const { approvalNo } = await endOn('2026-03-09', 'bankruptcy')
    await confirm(approvalNo)
    expect(await stateOf()).toEqual([suspended, 'activeDuty'])
    expect(await home()).toMatchObject({ paymentMode: PaymentMode.ach, automatic: { on: false } })
  })
})
