import { PaymentMode } from '@dolphin/domain/payments/codes'
import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { CALLS } from '@dolphin/contract/registry'
import type { ResponseCodeName } from '@dolphin/contract/response-codes'
import { ok } from '@dolphin/domain/outcome'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../api-fixture.ts'
import { type AppliedLoan, applyForLoan, askAmount, plansOf, qualifyForLoan } from '../offers.ts'
import { publishEdit } from '../versions.ts'
import { signInEmployee } from '../employees.ts'
import { expectRefused } from './expect-refused.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const good = {
  amount: '500.00',
  frequency: PayrollFrequency.biWeekly,
  number: 6,
  firstDate: '2026-03-13',
} as const
type Terms = {
  readonly amount: string
  readonly frequency: typeof PayrollFrequency.biWeekly
  readonly number: number
  readonly firstDate: string
}

/** Every way to name a plan for a loan. */
async function expectPlanRefused({ client, loanNo }: AppliedLoan, terms: Terms, code: ResponseCodeName) {
  await expectRefused(client, 'calculatePaymentSchedule', { body: { mode: 0, loanNo, terms } }, code)
  await expectRefused(client, 'savePaymentOption', { body: { loanNo, terms } }, code)
  await expectRefused(client, 'compareTransactionFee', { body: { loanNo, planA: terms, planB: terms } }, code)
}

/** Every step that needs an offer which still stands. */
async function expectStepsRefused({ client, loanNo }: AppliedLoan, code: ResponseCodeName, optionId: string) {
  await expectRefused(client, 'calculatePaymentSchedule', { body: { mode: 0, loanNo, optionId } }, code)
  await expectRefused(client, 'savePaymentOption', { body: { loanNo, optionId } }, code)
  await expectRefused(client, 'getPaymentOption', { query: { loanNo } }, code)
  const compared = { body: { loanNo, planA: { optionId }, planB: { optionId } } }
  await expectRefused(client, 'compareTransactionFee', compared, code)
}

test('only what is on offer can be looked at, compared or saved', async () => {
  const loan = await qualifyForLoan(api)
  const { client, loanNo } = loan
  await expectPlanRefused(loan, { ...good, amount: '5000.00' }, 'amountOutOfRange')
  await expectPlanRefused(loan, { ...good, firstDate: '2026-03-14' }, 'dateNotAvailable')
  await expectPlanRefused(loan, { ...good, number: 120 }, 'planNotOffered')
  await expectRefused(
    client,
    'getPaymentOption',
    { query: { loanNo, amount: '5000.00' } },
    'amountOutOfRange',
  )
  const body = { loanNo, terms: good, paymentMode: PaymentMode.wageAssignment } as const
  await expectRefused(client, 'savePaymentOption', { body }, 'paymentModeRefused')
})

test('before an amount is on offer no step is open', async () => {
  const loan = await applyForLoan(api)
  const { client, loanNo } = loan
  const { recommendedOptionId } = await plansOf(await qualifyForLoan(api))
  await expectStepsRefused(loan, 'loanStatusInvalid', recommendedOptionId ?? '')
  const input = { body: { loanNo, purpose: 'signature' } } as const
  await expectRefused(client, 'createRequestCode', input, 'loanStatusInvalid')
})

test('an edited income asks for the amount again (flag 10001)', async () => {
  const loan = await qualifyForLoan(api)
  const { client, loanNo, applicationNo } = loan
  const { recommendedOptionId } = await plansOf(loan)
  const optionId = recommendedOptionId ?? ''
  await client.ask(CALLS.savePaymentOption, { body: { loanNo, optionId } })
  await client.ask(CALLS.couponApply, { body: { loanNo, couponCode: 'SAVE10' } })
  await client.ask(CALLS.updateForm, {
    params: { code: 'employment' },
    body: { externalKey: applicationNo, changed: { monthlyNetIncome: '3900.00' }, version: 1 },
  })
  await expectStepsRefused(loan, 'planRecalculationRequired', optionId)
  const signature = { body: { loanNo, purpose: 'signature' } } as const
  await expectRefused(client, 'createRequestCode', signature, 'planRecalculationRequired')
  const coupon = { body: { loanNo, couponCode: 'SAVE10' } }
  await expectRefused(client, 'couponApply', coupon, 'planRecalculationRequired')
})

test('result 2: no step that binds before the account is matched (domain.md §6)', async () => {
  const loan = await applyForLoan(api, { bankUser: 'user_unmatched' })
  expect((await askAmount(loan)).result).toBe(2)
  const { client, loanNo } = loan
  const optionId = (await plansOf(await qualifyForLoan(api))).recommendedOptionId ?? ''
  await expectStepsRefused(loan, 'bankAccountNotMatched', optionId)
  const save = { body: { mode: 1, loanNo, optionId } } as const
  await expectRefused(client, 'calculatePaymentSchedule', save, 'bankAccountNotMatched')
  const coupon = { body: { loanNo, couponCode: 'SAVE10' } }
  await expectRefused(client, 'couponApply', coupon, 'bankAccountNotMatched')
})

test('an offer ends, and with it every step on it', async () => {
  const loan = await qualifyForLoan(api)
  const { client, loanNo } = loan
  const optionId = (await plansOf(loan)).recommendedOptionId ?? ''
  await client.ask(CALLS.savePaymentOption, { body: { loanNo, optionId } })
  const start = api.clock.now()
  api.clock.advance(30 * DAY_MS)
  await signInAgain(loan)
  await expectStepsRefused(loan, 'offerExpired', optionId)
  const coupon = { body: { loanNo, couponCode: 'SAVE10' } }
  await expectRefused(client, 'couponApply', coupon, 'offerExpired')
  const signature = { body: { loanNo, purpose: 'signature' } } as const
  await expectRefused(client, 'createRequestCode', signature, 'offerExpired')
  api.clock.set(start)
})

/** A session of the new day; signing in by mail would run the jobs, which clear up what has ended. */
async function signInAgain({ client }: AppliedLoan): Promise<void> {
  const { portfolioId, openId } = client
  const opened = await api.deps.units.write(async (unit) => {
    const owner = { portfolioId, openId }
    return ok(await api.sessions.open(unit, { kind: 'customer', owner, userAgent: '' }, false))
  })
  if (opened.ok) client.session = opened.value
}

test('a portfolio that lends no more takes no application and offers nothing (-83131201)', async () => {
  const employee = await signInEmployee(api)
  const applied = await applyForLoan(api)
  const closed = (content: Record<string, unknown>): Record<string, unknown> => ({
    ...content,
    originating: false,
  })
  const published = await publishEdit(employee, { kind: 'portfolio', key: 'portfolio' }, closed)
  expect(published.code, JSON.stringify(published)).toBe(1)
  const body = {
    portfolioId: 118,
    amount: '500.00',
    frequency: PayrollFrequency.biWeekly,
    number: 6,
    state: 'DE',
    payday: '2026-03-13',
  } as const
  await expectRefused(api.client(), 'getSimulatedData', { body }, 'portfolioClosed')
  const { client, applicationNo } = applied
  await expectRefused(client, 'calculateQualifiedAmount', { body: { applicationNo } }, 'portfolioClosed')
  const begin = {
    params: { code: 'personal' },
    body: { externalKey: null, changed: {}, version: 0 },
  } as const
  await expectRefused(api.client(), 'createForm', begin, 'portfolioClosed')
})
