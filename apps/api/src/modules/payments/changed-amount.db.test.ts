import { CALLS } from '@dolphin/contract/registry'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { cents, moneyToWire } from '@dolphin/domain/money/cents'
import { ChangeType, TransactionStatus } from '@dolphin/domain/payments/codes'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { liveOn } from '../../testing/funded-loans.ts'
import { liveDays } from '../../testing/lived-days.ts'
import { moneyViolations } from '../../testing/money-invariants.ts'
import { debitsOf, ledgerDifferences, noticesOf } from '../../testing/money-days.ts'
import { receiveWire } from '../../testing/receipts-by-hand.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import { type DebtEvent, owedOn } from '../../testing/simple-daily-debt.ts'
import {
  FIRST,
  PAYMENT,
  TEN_PAYMENT_LOAN,
  moneyInEachTest,
  pageOf,
  payOff,
} from '../../testing/ten-payment-loan.ts'

const scene = moneyInEachTest()

/** The amounts that the notices of a loan's debits of a day told, in their order. */
async function toldFor({ loanNo }: SignedLoan, day: string): Promise<string[]> {
  const { rows } = await scene.api.database.db.execute<{ dedup_key: string }>(
    sql`select dedup_key from outbox where loan_no = ${loanNo} and dedup_key like 'debitNotice/%' order by created_at`,
  )
  return rows.flatMap(({ dedup_key: key }) => key.split(`/${day}/`)[1]?.split('/')[0] ?? [])
}

async function expectSound(loan: SignedLoan) {
  expect(await ledgerDifferences(scene.api, loan)).toEqual([])
  expect(await moneyViolations(scene.api.deps, scene.api.database.db)).toEqual([])
  expect(await noticesOf(scene.api, loan)).not.toContain('loanPastDue')
}

/** A payoff of Friday, 2026-03-27, confirmed nine days before and announced. */
async function announcedPayoff() {
  const loan = await scene.days.fundOne()
  await liveDays(scene.api, scene.days, ['2026-03-05', '2026-03-17'])
  await liveOn(scene.api, '2026-03-18T08:00:00-04:00')
  await payOff(loan, '2026-03-27')
  await liveDays(scene.api, scene.days, ['2026-03-18', '2026-03-24'])
  return loan
}

describe('a debit that the borrower’s own receipt makes smaller (domain.md §14)', () => {
  test('a payoff goes on its day with what is still owed, told the same hour, and the loan ends', async () => {
    const loan = await announcedPayoff()
    const quote = moneyToWire(cents(owedOn(TEN_PAYMENT_LOAN, [FIRST], '2026-03-27')))
    expect(await toldFor(loan, '2026-03-27')).toEqual([quote])
    await receiveWire(scene.api, loan, { at: '2026-03-25T14:00:00-04:00', amount: '78.61' })
    const wire: DebtEvent = { on: '2026-03-25', paid: PAYMENT }
    const rest = owedOn(TEN_PAYMENT_LOAN, [FIRST, wire], '2026-03-27')
    const page = await pageOf(loan)
    expect(page.nextPayment).toMatchObject({ date: '2026-03-27', total: moneyToWire(cents(rest)) })
    expect(await toldFor(loan, '2026-03-27')).toEqual([quote, moneyToWire(cents(rest))])
    await liveDays(scene.api, scene.days, ['2026-03-26', '2026-03-31'])
    const payoff = (await debitsOf(scene.api, loan)).find(({ purpose }) => purpose === 'payOff')
    expect(payoff).toMatchObject({ amount: rest, status: TransactionStatus.checked })
    expect(await findLoan(scene.api.database.db, loan)).toMatchObject({ status: LoanStatus.terminated })
    await expectSound(loan)
  })

  test('two receipts, one on the morning of its batch: the last notice is what is taken', async () => {
    const loan = await announcedPayoff()
    await receiveWire(scene.api, loan, { at: '2026-03-25T14:00:00-04:00', amount: '78.61' })
    await receiveWire(scene.api, loan, { at: '2026-03-26T09:30:00-04:00', amount: '100.00' })
    const events = [FIRST, { on: '2026-03-25', paid: PAYMENT }, { on: '2026-03-26', paid: 10_000n }]
    const rest = owedOn(TEN_PAYMENT_LOAN, events, '2026-03-27')
    await liveDays(scene.api, scene.days, ['2026-03-26', '2026-03-31'])
    expect((await toldFor(loan, '2026-03-27')).at(-1)).toBe(moneyToWire(cents(rest)))
    const payoff = (await debitsOf(scene.api, loan)).find(({ purpose }) => purpose === 'payOff')
    expect(payoff).toMatchObject({ amount: rest, status: TransactionStatus.checked })
    await expectSound(loan)
  })

  test('one that pays all of it leaves nothing to take', async () => {
    const loan = await announcedPayoff()
    await receiveWire(scene.api, loan, { at: '2026-03-25T14:00:00-04:00', amount: '600.00' })
    await liveDays(scene.api, scene.days, ['2026-03-26', '2026-03-31'])
    const payoff = (await debitsOf(scene.api, loan)).find(({ purpose }) => purpose === 'payOff')
    expect(payoff).toMatchObject({ status: TransactionStatus.rejected })
    expect(await findLoan(scene.api.database.db, loan)).toMatchObject({ status: LoanStatus.terminated })
    await expectSound(loan)
  })

  test('an installment goes on its day, too: the last one, of which the borrower has sent a part', async () => {
    const loan = await scene.days.fundOne()
    await liveDays(scene.api, scene.days, ['2026-03-05', '2026-07-14'])
    await receiveWire(scene.api, loan, { at: '2026-07-15T14:00:00-04:00', amount: '20.00' })
    const shown = await pageOf(loan)
    assert(shown.nextPayment !== null, 'one payment is to come')
    expect(shown.nextPayment.date).toBe('2026-07-17')
    await liveDays(scene.api, scene.days, ['2026-07-16', '2026-07-21'])
    const last = (await debitsOf(scene.api, loan)).find(({ installmentNumber }) => installmentNumber === 10)
    assert(last !== undefined, 'the last payment was taken')
    expect([last.amount < 7_852n, moneyToWire(last.amount)]).toEqual([true, shown.nextPayment.total])
    expect(last).toMatchObject({ status: TransactionStatus.checked })
    expect((await toldFor(loan, '2026-07-17')).at(-1)).toBe(shown.nextPayment.total)
    expect(await findLoan(scene.api.database.db, loan)).toMatchObject({ status: LoanStatus.terminated })
    await expectSound(loan)
  })
})

describe('a debit that a return makes larger again (domain.md §14)', () => {
  test('a payoff of which payment 2 was counted: announced anew, and moved where that is too late', async () => {
    const loan = await scene.days.fundOne()
    await liveDays(scene.api, scene.days, ['2026-03-05', '2026-03-25'])
    await liveOn(scene.api, '2026-03-26T08:00:00-04:00')
    // Payment 2 goes today; the payoff is announced for what it leaves.
    await payOff(loan, '2026-04-02')
    await liveDays(scene.api, scene.days, ['2026-03-26', '2026-03-29'])
    const [less] = await toldFor(loan, '2026-04-02')
    expect(less).toBe(
      moneyToWire(
        cents(owedOn(TEN_PAYMENT_LOAN, [FIRST, { on: '2026-03-27', paid: PAYMENT }], '2026-04-02')),
      ),
    )
    await scene.days.settle('2026-03-30')
    const transaction = (await debitsOf(scene.api, loan)).find(
      ({ installmentNumber }) => installmentNumber === 2,
    )
    assert(transaction !== undefined, 'payment 2 was sent')
    await scene.days.bankSays('2026-03-31', [{ transaction, code: 'R01' }])
    const quote = owedOn(TEN_PAYMENT_LOAN, [FIRST], '2026-04-02')
    // The same hour, before any round.
    await liveOn(scene.api, '2026-03-31T12:30:00-04:00')
    const page = await pageOf(loan)
    const part = page.nextPayment?.parts.find(({ purpose }) => purpose === 'payOff')
    // Seven days after its notice of 2026-03-31.
    expect(page.nextPayment?.date).toBe('2026-04-07')
    expect(part?.amount).toBe(moneyToWire(cents(quote)))
    await liveDays(scene.api, scene.days, ['2026-04-01', '2026-04-13'])
    const payoff = (await debitsOf(scene.api, loan)).find(({ purpose }) => purpose === 'payOff')
    expect(payoff).toMatchObject({ amount: quote, status: TransactionStatus.checked })
    expect(await noticesOf(scene.api, loan)).not.toContain('confirmAgain')
    expect((await toldFor(loan, '2026-04-07')).at(-1)).toBe(moneyToWire(cents(quote)))
    await liveOn(scene.api, '2026-04-13T18:00:00-04:00')
    const { changes } = await loan.client.ask(CALLS.listChange, { query: { loanNo: loan.loanNo } })
    expect(changes).toMatchObject([{ changeTypeCode: ChangeType.payOff, status: 'applied' }])
    // The fee of the payment that came back, and the interest on it, is all that is left: the quote was honored.
    const { payoffToday, pastDueAmount } = await pageOf(loan)
    expect(pastDueAmount).toBe(payoffToday)
    const fee: DebtEvent = { on: '2026-03-31', fee: 1_500n }
    const asQuoted = owedOn(TEN_PAYMENT_LOAN, [FIRST, fee, { on: '2026-04-02', paid: quote }], '2026-04-13')
    expect(Number(payoffToday)).toBeGreaterThanOrEqual(15)
    expect(Number(payoffToday)).toBeLessThanOrEqual(Number(moneyToWire(cents(asQuoted))))
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
    expect(await moneyViolations(scene.api.deps, scene.api.database.db)).toEqual([])
  })

  test('told again in time, it goes on its day', async () => {
    const loan = await scene.days.fundOne()
    await liveDays(scene.api, scene.days, ['2026-03-05', '2026-03-25'])
    await liveOn(scene.api, '2026-03-26T08:00:00-04:00')
    await payOff(loan, '2026-04-07')
    await liveDays(scene.api, scene.days, ['2026-03-26', '2026-03-29'])
    await scene.days.settle('2026-03-30')
    const transaction = (await debitsOf(scene.api, loan)).find(
      ({ installmentNumber }) => installmentNumber === 2,
    )
    assert(transaction !== undefined, 'payment 2 was sent')
    await scene.days.bankSays('2026-03-30', [{ transaction, code: 'R01' }])
    await liveDays(scene.api, scene.days, ['2026-03-31', '2026-04-09'])
    const quote = owedOn(TEN_PAYMENT_LOAN, [FIRST], '2026-04-07')
    const payoff = (await debitsOf(scene.api, loan)).find(({ purpose }) => purpose === 'payOff')
    expect(payoff).toMatchObject({ amount: quote, status: TransactionStatus.checked })
    expect((await toldFor(loan, '2026-04-07')).at(-1)).toBe(moneyToWire(cents(quote)))
    expect(await noticesOf(scene.api, loan)).not.toContain('paymentMoved')
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
    expect(await moneyViolations(scene.api.deps, scene.api.database.db)).toEqual([])
  })
})
