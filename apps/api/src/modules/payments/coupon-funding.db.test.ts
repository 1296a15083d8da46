import { signingSignCall } from '@dolphin/contract/agreements'
import { checkCouponCall, couponApplyCall } from '@dolphin/contract/coupons'
import { paperCheckCall } from '@dolphin/contract/disbursement'
import { runBatchCall, runSettlementCall, verifyLedgerCall } from '@dolphin/contract/payments'
import { paymentDetailCall } from '@dolphin/contract/servicing'
import { findCurrentPlan, type PlanWithInstallments } from '@dolphin/database/plans/plan-repository'
import { daysBetween, localDate } from '@dolphin/domain/calendar/local-date'
import { cents, moneyToWire, parseMoney, sum } from '@dolphin/domain/money/cents'
import { dailyInterest } from '@dolphin/domain/schedule/accrual'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rateOfPlan } from '../plans/plan-rate.ts'
import { planFacts } from '../plans/plan-facts.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { giveConsent, openSigning, signInput, signNow } from '../../testing/signing-sessions.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { planLoan } from '../../testing/offers.ts'
import { resetApi } from '../../testing/reset-api.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(() => resetApi(api))
afterAll(() => api.close())

const PORTFOLIO = { portfolioId: 118 }

/** A loan of 118 that was signed with a coupon on 2026-03-03, to be paid out the day after. */
async function signWith(couponCode: string) {
  const loan = await planLoan(api)
  await loan.client.ask(couponApplyCall, { body: { loanNo: loan.loanNo, couponCode } })
  const opened = await openSigning(loan.client, loan.loanNo)
  await giveConsent(api, loan.client, opened)
  await loan.client.ask(signingSignCall, signInput(opened))
  const signed = await currentPlan(loan.loanNo)
  return { ...loan, signed }
}

async function currentPlan(loanNo: string): Promise<PlanWithInstallments> {
  const plan = await findCurrentPlan(api.database.db, { ...PORTFOLIO, loanNo })
  if (plan === undefined) throw new Error('a signed loan has a plan')
  return plan
}

/** The bank has the credit on one day and settles it on the next. */
async function fund(originatedOn: string, settledOn: string): Promise<void> {
  api.clock.set(`${originatedOn}T10:00:00-05:00`)
  await (await signInEmployee(api)).ask(runBatchCall, { body: PORTFOLIO })
  api.clock.set(`${settledOn}T10:00:00-05:00`)
  await (await signInEmployee(api)).ask(runSettlementCall, { body: PORTFOLIO })
  await api.database.db.execute(
    sql`update sessions set expires_at = '2027-01-01', last_seen_at = ${`${settledOn}T14:59:00Z`}`,
  )
}

const couponOf = ({ plan }: PlanWithInstallments) => {
  const { coupon } = planFacts(plan)
  if (coupon === null) throw new Error('the plan has a coupon')
  return coupon
}

/** Plan, its installments, its coupon and the ledger say the same, to the cent. */
async function expectAgreement(loanNo: string, current: PlanWithInstallments): Promise<void> {
  const { plan, installments } = current
  const coupon = couponOf(current)
  expect(sum(installments.map(({ principal }) => principal))).toBe(plan.amount)
  expect(installments.at(-1)?.balanceAfter).toBe(0n)
  for (const { amount, principal, interest, fee } of installments)
    expect(amount).toBe(principal + interest + fee)
  expect(plan.totalOfPayments).toBe(sum(installments.map(({ amount }) => amount)))
  expect(plan.financeCharge).toBe(plan.totalOfPayments - plan.amountFinanced)
  expect(coupon.saving).toBe(coupon.waivedFee + sum(coupon.interestCredits))
  expect(parseMoney(coupon.before.financeCharge)).toBe(plan.financeCharge + coupon.saving)
  // The first interest is that of the days since the settlement, less the credit.
  const [first] = installments
  if (first === undefined) throw new Error('a plan has installments')
  const days = daysBetween(planFacts(plan).effectiveDate, first.dueDate)
  const earned = dailyInterest(plan.amount, rateOfPlan(plan), days)
  expect(first.interest).toBe(earned - (coupon.interestCredits[0] ?? 0n))
  const employee = await signInEmployee(api)
  const ledger = await employee.ask(verifyLedgerCall, { params: { loanNo } })
  expect(ledger).toMatchObject({ intact: true, loanTotal: '0.00' })
  const principal = ledger.balances.find(({ account }) => account === 'principal')
  expect(principal?.balance).toBe(moneyToWire(plan.amount))
}

describe('a loan with a coupon whose money comes late (domain.md §7, docs/decisions/coupons.md)', () => {
  test('two days late: the credits stay as signed, dates stay, the last payment is smaller', async () => {
    const { client, loanNo, signed } = await signWith('SAVE10')
    await fund('2026-03-05', '2026-03-06')
    const fitted = await currentPlan(loanNo)
    await expectAgreement(loanNo, fitted)
    expect(couponOf(fitted).interestCredits).toEqual(couponOf(signed).interestCredits)
    expect(fitted.installments.map(({ dueDate }) => dueDate)).toEqual(
      signed.installments.map(({ dueDate }) => dueDate),
    )
    expect(fitted.installments.at(-1)?.amount).toBeLessThan(signed.installments.at(-1)?.amount ?? 0n)
    const detail = await client.ask(paymentDetailCall, { query: { loanNo } })
    expect(detail.installments.map(({ amount }) => amount)).toEqual(
      fitted.installments.map(({ amount }) => moneyToWire(amount)),
    )
    expect(detail.balance).toBe(moneyToWire(fitted.plan.amount))
  })

  test('by a check, a day before the first payment: its credit is cut to the interest of that day, and the saving says so', async () => {
    const { client, loanNo } = await signWith('SPRING15')
    await client.ask(paperCheckCall, { body: { loanNo, addressConfirmed: true } })
    await signNow(api, client, loanNo)
    const signed = await currentPlan(loanNo)
    expect(signed.installments[0]?.dueDate).toBe(localDate(2026, 3, 27))
    await fund('2026-03-19', '2026-03-26')
    const fitted = await currentPlan(loanNo)
    await expectAgreement(loanNo, fitted)
    const [agreed, given] = [couponOf(signed), couponOf(fitted)]
    expect(given.interestCredits[0]).toBeLessThan(agreed.interestCredits[0] ?? 0n)
    // The last payment is smaller then, and its credit never more than its interest.
    expect(given.interestCredits.slice(1, -1)).toEqual(agreed.interestCredits.slice(1, -1))
    expect(given.interestCredits.at(-1)).toBeLessThan(agreed.interestCredits.at(-1) ?? 0n)
    expect(fitted.installments[0]?.interest).toBe(0n)
    const checked = await client.ask(checkCouponCall, { query: { couponCode: 'SPRING15', loanNo } })
    expect(checked.saving).toBe(moneyToWire(given.saving))
    expect(checked.withoutCoupon?.cost.totalOfPayments).toBe(
      moneyToWire(sum((checked.withoutCoupon?.installments ?? []).map(({ amount }) => wire(amount)))),
    )
    // Paid back on the day it came, no interest has run, and no credit makes it less than what was lent.
    const detail = await client.ask(paymentDetailCall, { query: { loanNo } })
    expect(detail.payoffToday).toBe(moneyToWire(fitted.plan.amount))
  })
})

const wire = (amount: string) => parseMoney(amount) ?? cents(0n)
