import { CALLS } from '@dolphin/contract/registry'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import { addDays, formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { debitsOf, ledgerDifferences, moneyDays, noticesOf, PAYDAYS } from '../../testing/money-days.ts'
import { receiveWire } from '../../testing/receipts-by-hand.ts'
import { resetApi } from '../../testing/reset-api.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import { runPastDueRound } from './past-due.ts'

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

const detail = ({ client, loanNo }: SignedLoan) => client.ask(CALLS.paymentDetail, { query: { loanNo } })

const row = async ({ client, loanNo }: SignedLoan) =>
  (await client.ask(CALLS.listRepaymentLoan, {})).loans.find((loan) => loan.loanNo === loanNo)

const loanOf = async (loan: SignedLoan) => await findLoan(api.database.db, loan)

/** The first payment came back, a fee of 15.00 was charged, and a wire of the payment's amount covers it. */
async function feeBeyond(): Promise<SignedLoan> {
  const loan = await days.fundOne()
  await days.collect(PAYDAYS[0])
  const [first] = await debitsOf(api, loan)
  assert(first !== undefined, 'the first payment was sent')
  await days.bankSays('2026-03-16', [{ transaction: first, code: 'R01' }])
  await receiveWire(api, loan, { at: '2026-03-17T12:00:00-04:00', amount: '78.61' })
  await liveOn(api, '2026-03-17T14:00:00-04:00')
  return loan
}

function daysOf(due: LocalDate): readonly [string, string, string] {
  const { calendar } = api.deps
  const [told, sent] = [calendar.addBankingDays(due, -5), calendar.previous(due)]
  return [formatLocalDate(told), formatLocalDate(sent), formatLocalDate(due)]
}

/** Takes every payment to come; answers the day of the last. */
async function takeTheRest(loan: SignedLoan): Promise<LocalDate> {
  const plan = await findCurrentPlan(api.database.db, loan)
  const due = (plan?.installments ?? []).map(({ dueDate }) => dueDate).toSorted((a, b) => a - b)
  for (const day of due.slice(1)) await days.collect(daysOf(day))
  const last = due.at(-1)
  assert(last !== undefined, 'a plan has payments')
  await days.settle(formatLocalDate(api.deps.calendar.addBankingDays(last, 3)))
  return last
}

const change = (
  { client, loanNo }: SignedLoan,
  { amount, date, mode = 1 }: { readonly amount: string; readonly date: string; readonly mode?: 0 | 1 },
) =>
  client.ask(CALLS.requestChange, {
    params: { changeTypeCode: ChangeType.payDown },
    body: { loanNo, mode, paymentMode: PaymentMode.ach, effect: 'due', amount, date },
  })

describe('what is owed beyond the plan (domain.md §14)', () => {
  test('a fee beside a payment that a wire covered: said at once on home, loan page and desk', async () => {
    const loan = await feeBeyond()
    const shown = await detail(loan)
    expect(shown).toMatchObject({ daysOverdue: 0, pastDueAmount: '0.00' })
    // 15.00 of the wire went to the fee, so 15.00 of principal and its interest to the last payment are in none
    expect(Number(shown.uncovered)).toBeGreaterThan(15)
    expect(Number(shown.uncovered)).toBeLessThan(40)
    const home = await row(loan)
    const [amount, now] = [`$${shown.uncovered}`, `$${shown.uncoveredNow}`]
    expect(shown.uncoveredNote).toContain(`You owe ${amount} beyond your scheduled payments`)
    expect(shown.uncoveredNote).toContain(`now, it is ${now}.`)
    expect(home?.statusNotes).toContain(shown.uncoveredNote)
    const ada = await signInEmployee(api)
    const file = await ada.ask(CALLS.showCustomer, {
      params: { file: loan.loanNo },
      query: {},
    })
    expect(file.money).toMatchObject({ beyondPlan: shown.uncovered })
    const { whole } = await ada.ask(CALLS.listPortfolio, {})
    expect(whole.find(({ portfolioId }) => portfolioId === 118)).toMatchObject({ waiveRestBelow: '15.00' })
  })

  test('is paid any time: as what is due, also below the least extra payment, and the schedule stays', async () => {
    const loan = await feeBeyond()
    const before = await detail(loan)
    const preview = await change(loan, { amount: before.uncoveredNow, date: '2026-03-19', mode: 0 })
    expect(preview.newSchedule.map(({ dueDate }) => dueDate)).toContain('2026-07-17')
    await change(loan, { amount: before.uncoveredNow, date: '2026-03-19' })
    await days.batch('2026-03-18')
    await days.settle('2026-03-19')
    await liveOn(api, '2026-03-20T09:00:00-04:00')
    const after = await detail(loan)
    expect(after).toMatchObject({ uncovered: '0.00', pastDueAmount: '0.00', nextDueAmount: '78.61' })
    expect((await row(loan))?.statusNotes).toEqual([])
    // It pays no payment of the schedule: one that comes back later is past due whole, and tried again
    await days.collect(PAYDAYS[1])
    const second = (await debitsOf(api, loan)).find(({ installmentNumber: of }) => of === 2)
    assert(second !== undefined, 'the second payment was sent')
    await days.bankSays('2026-03-30', [{ transaction: second, code: 'R01' }])
    await liveOn(api, '2026-03-31T09:00:00-04:00')
    expect(await detail(loan)).toMatchObject({ pastDueAmount: '78.61' })
    expect(
      (await debitsOf(api, loan)).some(({ purpose, status }) => purpose === 'representment' && status === 0),
    ).toBe(true)
  })

  test('is never alone a reason for collection, and stays payable after the last payment', async () => {
    const loan = await feeBeyond()
    const last = await takeTheRest(loan)
    for (const later of [5, 40, 300]) {
      await liveOn(api, `${formatLocalDate(addDays(last, later))}T09:00:00-04:00`)
      await runPastDueRound(days.money)
      expect(await loanOf(loan)).toMatchObject({ status: LoanStatus.processing })
    }
    const shown = await detail(loan)
    expect(Number(shown.pastDueAmount)).toBeGreaterThan(15)
    expect(shown.pastDueAmount).toBe(shown.payoffToday)
  })

  test('below the portfolio’s limit it is waived after the last payment, and the loan is paid off', async () => {
    const loan = await feeBeyond()
    await receiveWire(api, loan, { at: '2026-03-18T12:00:00-04:00', amount: '15.00' })
    await takeTheRest(loan)
    expect(await loanOf(loan)).toMatchObject({ status: LoanStatus.terminated, subStatus: 'paidOff' })
    expect(await ledgerDifferences(api, loan)).toEqual([])
    expect(await noticesOf(api, loan)).not.toContain('loanSettled')
    const mail = (await api.mailsTo(loan.email)).find(({ kind }) => kind === 'paidOff')
    expect(mail?.content.text).toMatch(/We waived the last \$\d+\.\d\d/u)
  })
})
