import { DAY_MS } from '@dolphin/domain/time/durations'
import { PaymentMode, TransactionMode } from '@dolphin/domain/payments/codes'
import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { updateFormCall } from '@dolphin/contract/applications-forms'
import {
  calculatePaymentScheduleCall,
  compareTransactionFeeCall,
  getPaymentOptionCall,
  getSimulatedDataCall,
  savePaymentOptionCall,
} from '@dolphin/contract/plans'
import type { ResponseCodeName } from '@dolphin/contract/response-codes'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { parseMoney, sum, cents } from '@dolphin/domain/money/cents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadPlanBasis } from './plan-basis.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { fillApplication } from '../../testing/applications.ts'
import { createCustomer } from '../../testing/customers.ts'
import { applyForLoan, askAmount, planLoan, plansOf, qualifyForLoan } from '../../testing/offers.ts'
import { planCodes } from '../../testing/plan-calls.ts'
import { signInByMail } from '../../testing/call-coverage/sign-in-by-mail.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const centsOf = (wire: string) => parseMoney(wire) ?? cents(-1n)

test('plans keep the offer, the product and the policy; first dates are paydays 7 to 31 days out (domain.md §6, §7)', async () => {
  const loan = await qualifyForLoan(api)
  const options = await plansOf(loan)
  expect(options).toMatchObject({
    minimum: '200.00',
    maximum: loan.offer.maximum,
    frequencies: [PayrollFrequency.biWeekly],
  })
  expect(options.effectiveDate).toBe('2026-03-03')
  expect(options.firstDates).toEqual(['2026-03-13', '2026-03-27'])
  expect(options.plans.map(({ number }) => number)).toEqual([6, 7, 8, 9, 10, 11, 12, 13])
  for (const plan of options.plans) {
    expect(plan.optionId).toContain(`.${plan.number}.`)
    expect(centsOf(plan.amountFinanced) + centsOf(plan.financeCharge)).toBe(centsOf(plan.totalOfPayments))
    expect(plan.mapr).toBeNull()
  }
  expect(options.paydays).toContain('2026-03-13')
  const smaller = await plansOf(loan, '300.00')
  expect(smaller.amount).toBe('300.00')
})

test('picker, preview, saved plan and stored rows show the same figures to the cent (domain.md §7)', async () => {
  const loan = await qualifyForLoan(api)
  const { plans } = await plansOf(loan)
  const [shown] = plans.slice(3)
  if (shown === undefined) throw new Error('there are plans')
  const { loanNo, client } = loan
  const { affordability, ...preview } = await client.ask(calculatePaymentScheduleCall, {
    body: { mode: 0, loanNo, optionId: shown.optionId },
  })
  expect(affordability?.accountTail).toBe('2333')
  expect(preview.plan).toEqual(shown)
  const { amount, frequency, number, firstDate } = shown
  const body = { loanNo, terms: { amount, frequency, number, firstDate } }
  const saved = await client.ask(savePaymentOptionCall, { body })
  expect(saved.schedule).toEqual(preview)
  expect(saved).toMatchObject({ loanFlags: [], signingSession: null })
  const stored = await findCurrentPlan(api.database.db, { portfolioId: 118, loanNo })
  expect(sum(stored?.installments.map((one) => one.principal) ?? [])).toBe(centsOf(amount))
  expect(sum(stored?.installments.map((one) => one.amount) ?? [])).toBe(centsOf(shown.totalOfPayments))
  const row = await findLoan(api.database.db, { portfolioId: 118, loanNo })
  expect(row).toMatchObject({
    approvedAmount: centsOf(amount),
    planNo: stored?.plan.planNo,
    termsDigest: stored?.plan.termsDigest,
  })
  const again = await client.ask(savePaymentOptionCall, { body: { loanNo, optionId: shown.optionId } })
  expect(again.schedule).toEqual(saved.schedule)
  expect((await findCurrentPlan(api.database.db, { portfolioId: 118, loanNo }))?.plan.planNo).toBe(
    stored?.plan.planNo,
  )
  expect((await plansOf(loan)).savedOptionId).toBe(shown.optionId)
})

test('110: the origination fee is prepaid, in the finance charge, and never above 50.00 (domain.md §6)', async () => {
  const loan = await qualifyForLoan(api, { portfolioId: 110 })
  const { plans } = await plansOf(loan)
  const [plan] = plans
  if (plan === undefined) throw new Error('there are plans')
  const fee = (centsOf(plan.amount) * 5n) / 100n
  expect(centsOf(plan.prepaidFinanceCharge)).toBe(fee > 5_000n ? 5_000n : fee)
  expect(centsOf(plan.amount) - centsOf(plan.prepaidFinanceCharge)).toBe(centsOf(plan.amountFinanced))
})

const wrongTerms = (maximum: string): readonly [ResponseCodeName, string | null, object][] => [
  ['amountOutOfRange', 'amount', { amount: '5000.00' }],
  ['amountOutOfRange', 'amount', { amount: '225.00' }],
  ['dateNotAvailable', 'firstDate', { firstDate: '2026-03-16' }],
  ['planNotOffered', null, { number: 40, amount: maximum }],
  ['planNotOffered', null, { frequency: PayrollFrequency.weekly }],
]

test('terms outside the offer are refused at the field (design/security.md I4)', async () => {
  const { client, loanNo, offer } = await qualifyForLoan(api)
  const terms = {
    amount: offer.maximum ?? '',
    frequency: PayrollFrequency.biWeekly,
    number: 10,
    firstDate: '2026-03-13',
  } as const
  for (const [name, elementKey, change] of wrongTerms(offer.maximum ?? '')) {
    const answer = await client.call(savePaymentOptionCall, {
      body: { loanNo, terms: { ...terms, ...change } },
    })
    expect(answer.code).toBe(codeOf(name))
    if (elementKey !== null) expect(answer.data).toMatchObject({ errors: [{ elementKey }] })
  }
  const wage = await client.call(savePaymentOptionCall, {
    body: { loanNo, terms, paymentMode: PaymentMode.wageAssignment },
  })
  expect(wage.code).toBe(codeOf('paymentModeRefused'))
  expect(wage.data).toMatchObject({
    errors: [{ elementKey: 'paymentMode', message: expect.stringContaining('16 CFR 444.2') }],
  })
  const created = await client.call(savePaymentOptionCall, {
    body: { loanNo, terms, paymentMode: TransactionMode.rcc },
  })
  expect(created.code).toBe(codeOf('paymentModeRefused'))
  expect(created.data).toMatchObject({
    errors: [{ elementKey: 'paymentMode', message: expect.stringContaining('16 CFR 310.4') }],
  })
  const both = await client.call(savePaymentOptionCall, { body: { loanNo, terms, optionId: 'x' } })
  expect(both.code).toBe(codeOf('planNotOffered'))
})

test('plans are locked while no account is matched (domain.md §6, result 2)', async () => {
  const unmatched = await applyForLoan(api, { bankUser: 'user_unmatched' })
  await askAmount(unmatched)
  const codes = await planCodes(unmatched.client, unmatched.loanNo)
  expect(codes).toEqual(Array(4).fill(codeOf('bankAccountNotMatched')))
})

test('no call about plans answers before there is an offer, after an edit of the income, or once the offer is over', async () => {
  const early = await applyForLoan(api)
  expect(await planCodes(early.client, early.loanNo)).toEqual(Array(4).fill(codeOf('loanStatusInvalid')))
  const edited = await qualifyForLoan(api)
  const changed = { monthlyNetIncome: '3900.00' }
  const body = { externalKey: edited.applicationNo, changed, version: 1 }
  await edited.client.ask(updateFormCall, { params: { code: 'employment' }, body })
  const stale = await planCodes(edited.client, edited.loanNo)
  expect(stale).toEqual(Array(4).fill(codeOf('planRecalculationRequired')))
  const late = await qualifyForLoan(api)
  const start = api.clock.now()
  api.clock.advance(30 * DAY_MS)
  late.client.session = await signInByMail(api, late.client, late.email)
  expect(await planCodes(late.client, late.loanNo)).toEqual(Array(4).fill(codeOf('offerExpired')))
  api.clock.set(start.toISOString())
})

test('an offer lasts as long as the policy says, and before it there is none', async () => {
  const late = await qualifyForLoan(api)
  const loan = await findLoan(api.database.db, { portfolioId: 118, loanNo: late.loanNo })
  if (loan === undefined) throw new Error('the loan is there')
  const after = new Date(api.clock.now().getTime() + 30 * DAY_MS)
  const basis = await loadPlanBasis(api.deps, api.database.db, loan, after)
  expect(basis).toMatchObject({ ok: false, error: { name: 'offerExpired' } })
  const early = await createCustomer(api, { email: 'early-plan@example.com' })
  const { loanNo } = await fillApplication(early, { ssn: '521-49-1001' })
  const refused = await early.call(getPaymentOptionCall, { query: { loanNo } })
  expect(refused.code).toBe(codeOf('loanStatusInvalid'))
})

test('a comparison is plan B minus plan A (contract.md)', async () => {
  const { client, loanNo, saved } = await planLoan(api)
  const { plans } = await plansOf({ client, loanNo, email: '', applicationNo: '' })
  const longest = plans.at(-1)
  const body = { loanNo, planA: 'current' as const, planB: { optionId: longest?.optionId ?? '' } }
  const { planA, planB, difference } = await client.ask(compareTransactionFeeCall, { body })
  expect(planA.total).toBe(saved.schedule.plan.totalOfPayments)
  expect(planB.total).toBe(longest?.totalOfPayments)
  expect(centsOf(difference.total)).toBe(centsOf(planB.total) - centsOf(planA.total))
})

test('a limited session previews, but to pick a plan the customer signs in (domain.md §3)', async () => {
  const client = api.client()
  const { loanNo } = await fillApplication(client, { ssn: '521-49-1002' })
  const terms = {
    amount: '300.00',
    frequency: PayrollFrequency.biWeekly,
    number: 10,
    firstDate: '2026-03-13',
  } as const
  const answer = await client.call(savePaymentOptionCall, { body: { loanNo, terms } })
  expect(answer.code).toBe(codeOf('signInRequiredForStep'))
  const asked = await client.call(getPaymentOptionCall, { query: { loanNo } })
  expect(asked.code).toBe(codeOf('signInRequiredForStep'))
})

test('another customer, portfolio or no session sees or saves no plan (design/security.md T5, T6)', async () => {
  const { loanNo, offer } = await qualifyForLoan(api)
  const terms = {
    amount: offer.maximum ?? '',
    frequency: PayrollFrequency.biWeekly,
    number: 10,
    firstDate: '2026-03-13',
  } as const
  const other = await createCustomer(api, { email: 'other-plan@example.com' })
  const elsewhere = await createCustomer(api, { email: 'elsewhere-plan@example.com', portfolioId: 110 })
  for (const otherCustomer of [other, elsewhere]) {
    const asked = await otherCustomer.call(getPaymentOptionCall, { query: { loanNo } })
    const saved = await otherCustomer.call(savePaymentOptionCall, { body: { loanNo, terms } })
    expect([asked.code, saved.code]).toEqual([codeOf('loanNotFound'), codeOf('loanNotFound')])
  }
  expect((await api.client().call(getPaymentOptionCall, { query: { loanNo } })).code).toBe(
    codeOf('noIdentity'),
  )
})

test('a what-if needs no account, stores nothing and names what does not fit (design/security.md D14)', async () => {
  const body = {
    portfolioId: 118,
    amount: '500.00',
    frequency: PayrollFrequency.biWeekly,
    number: 10,
    state: 'DE',
    payday: '2026-03-13',
  } as const
  const counted = async () =>
    (await api.database.executeSql('select count(*)::int as n from payment_plans')).rows
  const before = await counted()
  const answer = await api.client().ask(getSimulatedDataCall, { body })
  expect(answer).toMatchObject({ minimum: '200.00', maximum: '800.00', step: '50.00' })
  expect(answer.schedule.installments).toHaveLength(10)
  expect(answer.numbers).toContain(10)
  expect(await counted()).toEqual(before)
  const refused = async (change: object) =>
    (await api.client().call(getSimulatedDataCall, { body: { ...body, ...change } })).code
  expect(await refused({ state: 'NY' })).toBe(codeOf('stateNotServed'))
  expect(await refused({ amount: '900.00' })).toBe(codeOf('amountOutOfRange'))
  expect(await refused({ number: 30 })).toBe(codeOf('planNotOffered'))
  expect(await refused({ payday: '2027-03-13' })).toBe(codeOf('dateNotAvailable'))
  expect(await refused({ portfolioId: 110 })).toBe(codeOf('invalidInput'))
  const weekly = await api
    .client()
    .ask(getSimulatedDataCall, { body: { ...body, frequency: PayrollFrequency.weekly, number: 25 } })
  expect(weekly.schedule.installments).toHaveLength(25)
})
