import { findLoan } from '@dolphin/database/loans/loan-repository'
import { cents, moneyToWire } from '@dolphin/domain/money/cents'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { ChangeType, TransactionStatus } from '@dolphin/domain/payments/codes'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import { assert } from '@dolphin/domain/assert'
import { describe, expect, test } from 'vitest'
import { liveOn } from '../../testing/funded-loans.ts'
import { liveDays } from '../../testing/lived-days.ts'
import { moneyViolations } from '../../testing/money-invariants.ts'
import { debitsOf, ledgerDifferences } from '../../testing/money-days.ts'
import { receiveWire } from '../../testing/receipts-by-hand.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import { type DebtEvent, owedOn } from '../../testing/simple-daily-debt.ts'
import { strandedNow } from '../../testing/stranded-now.ts'
import {
  FIRST,
  PAYMENT,
  TEN_PAYMENT_LOAN,
  changesOf,
  moneyInEachTest,
  pageOf,
  payOff,
} from '../../testing/ten-payment-loan.ts'

const scene = moneyInEachTest()

const FEE = 1_500n

const moneyOf = async (loan: SignedLoan) =>
  (await debitsOf(scene.api, loan))
    .map(({ purpose, amount, status }) => `${purpose} ${amount} ${status}`)
    .toSorted()

/** Payment 2 goes with the batch of Thursday, 2026-03-26; the payoff is confirmed beside it that morning. */
async function payoffBesideTwo() {
  const loan = await scene.days.fundOne()
  await liveDays(scene.api, scene.days, ['2026-03-05', '2026-03-25'])
  await liveOn(scene.api, '2026-03-26T08:00:00-04:00')
  await payOff(loan, '2026-03-27')
  return loan
}

/** Payment 2 comes back on Monday, 2026-03-30; the payoff's debit is checked on Tuesday. */
async function twoComesBack(loan: SignedLoan) {
  await scene.days.settle('2026-03-30')
  const transaction = (await debitsOf(scene.api, loan)).find(
    ({ installmentNumber }) => installmentNumber === 2,
  )
  assert(transaction !== undefined, 'payment 2 was sent')
  await scene.days.bankSays('2026-03-30', [{ transaction, code: 'R01' }])
}

async function expectSound(loan: SignedLoan) {
  const { db } = scene.api.database
  expect(await ledgerDifferences(scene.api, loan)).toEqual([])
  expect(await moneyViolations(scene.api.deps, db)).toEqual([])
  const found = await findLoan(db, loan)
  assert(found !== undefined, 'the loan is there')
  expect(await strandedNow(scene.api.deps, db, found, dateIn(scene.api.clock.now(), NEW_YORK))).toEqual([])
}

describe('money counts once beside a payoff (domain.md §14)', () => {
  test('a wire that made the payoff smaller pays no payment that comes back: it is tried again, and the loan ends', async () => {
    const loan = await payoffBesideTwo()
    await receiveWire(scene.api, loan, { at: '2026-03-26T09:00:00-04:00', amount: '78.61' })
    await liveDays(scene.api, scene.days, ['2026-03-26', '2026-03-29'])
    const wire: DebtEvent = { on: '2026-03-26', paid: PAYMENT }
    // The batch counts on payment 2: the payoff takes the rest.
    const rest = owedOn(TEN_PAYMENT_LOAN, [FIRST, wire, { on: '2026-03-27', paid: PAYMENT }], '2026-03-27')
    expect(await moneyOf(loan)).toEqual([
      'installment 7861 2',
      'installment 7861 3',
      `payOff ${rest} 2`,
      'receipt 7861 3',
    ])
    await twoComesBack(loan)
    await liveDays(scene.api, scene.days, ['2026-03-31', '2026-03-31'])
    const back: DebtEvent[] = [FIRST, wire, { on: '2026-03-27', paid: rest }, { on: '2026-03-30', fee: FEE }]
    await liveOn(scene.api, '2026-03-31T18:00:00-04:00')
    const owed = owedOn(TEN_PAYMENT_LOAN, back, '2026-03-31')
    const page = await pageOf(loan)
    expect(page).toMatchObject({
      payoffToday: moneyToWire(cents(owed)),
      pastDueAmount: moneyToWire(cents(owed)),
    })
    expect(page.pastDueParts.find(({ installmentNo }) => installmentNo === 2)).toMatchObject({
      amount: '78.61',
    })
    expect(await changesOf(loan)).toEqual([[ChangeType.payOff, 'applied']])
    const retry = (await debitsOf(scene.api, loan)).find(({ purpose }) => purpose === 'representment')
    assert(retry !== undefined, 'payment 2 is tried again')
    expect(retry).toMatchObject({ amount: PAYMENT, status: TransactionStatus.none, installmentNumber: 2 })
    // Nothing is locked by the payoff that is over.
    expect(page.openChange).toBeNull()
    await expectSound(loan)

    await liveToTheEnd(loan, back)
  })

  test('a wire of before the payoff was confirmed is in its quote, and pays no payment that comes back', async () => {
    const loan = await scene.days.fundOne()
    await liveDays(scene.api, scene.days, ['2026-03-05', '2026-03-24'])
    await receiveWire(scene.api, loan, { at: '2026-03-25T09:00:00-04:00', amount: '78.61' })
    await liveDays(scene.api, scene.days, ['2026-03-25', '2026-03-25'])
    await liveOn(scene.api, '2026-03-26T08:00:00-04:00')
    await payOff(loan, '2026-03-27')
    await liveDays(scene.api, scene.days, ['2026-03-26', '2026-03-29'])
    const wire: DebtEvent = { on: '2026-03-25', paid: PAYMENT }
    const rest = owedOn(TEN_PAYMENT_LOAN, [FIRST, wire, { on: '2026-03-27', paid: PAYMENT }], '2026-03-27')
    expect(await moneyOf(loan)).toContain(`payOff ${rest} 2`)
    await twoComesBack(loan)
    await liveDays(scene.api, scene.days, ['2026-03-31', '2026-03-31'])
    await liveToTheEnd(loan, [FIRST, wire, { on: '2026-03-27', paid: rest }, { on: '2026-03-30', fee: FEE }])
  })

  test('a wire of after the batch pays the payment that comes back: it is not tried again', async () => {
    const loan = await payoffBesideTwo()
    await liveDays(scene.api, scene.days, ['2026-03-26', '2026-03-26'])
    await receiveWire(scene.api, loan, { at: '2026-03-27T11:00:00-04:00', amount: '78.61' })
    await liveDays(scene.api, scene.days, ['2026-03-28', '2026-03-29'])
    const rest = owedOn(TEN_PAYMENT_LOAN, [FIRST, { on: '2026-03-27', paid: PAYMENT }], '2026-03-27')
    expect(await moneyOf(loan)).toContain(`payOff ${rest} 2`)
    await twoComesBack(loan)
    await liveDays(scene.api, scene.days, ['2026-03-31', '2026-04-01'])
    await liveOn(scene.api, '2026-04-01T18:00:00-04:00')
    // The wire came in its place, so nothing but the fee is owed.
    const owed = owedOn(
      TEN_PAYMENT_LOAN,
      [FIRST, { on: '2026-03-27', paid: PAYMENT + rest }, { on: '2026-03-30', fee: FEE }],
      '2026-04-01',
    )
    expect(owed).toBe(FEE)
    expect(await pageOf(loan)).toMatchObject({ payoffToday: '15.00', pastDueAmount: '15.00' })
    const planned = (await debitsOf(scene.api, loan)).filter(
      ({ status }) => status === TransactionStatus.none,
    )
    expect(planned).toEqual([])
    expect(await changesOf(loan)).toEqual([[ChangeType.payOff, 'applied']])
    await expectSound(loan)
  })
})

/** The retry is taken, the rest is paid once, and the loan ends: every cent was taken once. */
async function liveToTheEnd(loan: SignedLoan, events: readonly DebtEvent[]) {
  await liveDays(scene.api, scene.days, ['2026-04-01', '2026-04-21'])
  const retry = (await debitsOf(scene.api, loan)).find(({ purpose }) => purpose === 'representment')
  assert(retry?.settledOn !== null && retry !== undefined, 'payment 2 was taken again')
  expect(retry).toMatchObject({ status: TransactionStatus.checked, amount: PAYMENT })
  await liveOn(scene.api, '2026-04-22T08:00:00-04:00')
  const after = [...events, { on: formatLocalDate(retry.settledOn), paid: PAYMENT }]
  const amount = moneyToWire(cents(owedOn(TEN_PAYMENT_LOAN, after, '2026-04-22')))
  expect(await pageOf(loan)).toMatchObject({ payoffToday: amount, pastDueAmount: amount, openChange: null })
  await payOff(loan, '2026-04-23')
  await liveDays(scene.api, scene.days, ['2026-04-22', '2026-04-28'])
  await liveOn(scene.api, '2026-04-28T18:00:00-04:00')
  expect(await findLoan(scene.api.database.db, loan)).toMatchObject({ status: LoanStatus.terminated })
  expect(await changesOf(loan)).toEqual([
    [ChangeType.payOff, 'done'],
    [ChangeType.payOff, 'applied'],
  ])
  await expectSound(loan)
}
