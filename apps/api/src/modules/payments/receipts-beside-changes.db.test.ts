import { CALLS } from '@dolphin/contract/registry'
import { listAccountEntries } from '@dolphin/database/servicing/account-entry-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { cents, moneyToWire } from '@dolphin/domain/money/cents'
import { ChangeType, PaymentMode, TransactionStatus } from '@dolphin/domain/payments/codes'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import { describe, expect, test } from 'vitest'
import { liveOn } from '../../testing/funded-loans.ts'
import { liveDays } from '../../testing/lived-days.ts'
import { moneyViolations } from '../../testing/money-invariants.ts'
import { debitsOf, ledgerDifferences, noticesOf } from '../../testing/money-days.ts'
import { postByHand, receiveWire } from '../../testing/receipts-by-hand.ts'
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

const { ach } = PaymentMode
const { checked, notChecked, rejected } = TransactionStatus

/** The bank takes back what was received by hand. */
async function chargeBack(loan: SignedLoan, at: string) {
  const receipt = (await debitsOf(scene.api, loan)).find(({ purpose }) => purpose === 'receipt')
  assert(receipt !== undefined, 'a receipt was posted')
  const { transactionNo } = receipt
  await postByHand(scene.api, loan, at, {
    kind: 'reverseReceipt',
    transactionNo,
    reversalReason: 'chargedBack',
  })
}

const payoffOf = async (loan: SignedLoan) =>
  (await debitsOf(scene.api, loan)).find(({ purpose }) => purpose === 'payOff')

/** Money that stays with us, as the debt counts it, by day. */
const kept = (debits: readonly MoneyTransaction[]): DebtEvent[] =>
  debits
    .filter(({ status }) => status === checked || status === notChecked)
    .map(({ settledOn, effectiveDate, amount }) => ({
      on: formatLocalDate(settledOn ?? effectiveDate),
      paid: amount,
    }))

/** What the page says is owed is what a debt from scratch comes to; the books are sound and no loan is stranded. */
async function expectSound(loan: SignedLoan, day: string) {
  const { db } = scene.api.database
  await liveOn(scene.api, `${day}T18:00:00-04:00`)
  const entries = await listAccountEntries(db, loan)
  const charged = entries.map(({ kind, effectiveDate, amount }): DebtEvent => {
    const on = formatLocalDate(effectiveDate)
    return kind === 'fee' ? { on, fee: amount } : { on, paid: amount }
  })
  const events = [...kept(await debitsOf(scene.api, loan)), ...charged].toSorted((one, other) =>
    one.on < other.on ? -1 : Number(one.on > other.on),
  )
  expect((await pageOf(loan)).payoffToday).toBe(moneyToWire(cents(owedOn(TEN_PAYMENT_LOAN, events, day))))
  expect(await ledgerDifferences(scene.api, loan)).toEqual([])
  expect(await moneyViolations(scene.api.deps, db)).toEqual([])
  const found = await findLoan(db, loan)
  assert(found !== undefined, 'the loan is there')
  expect(await strandedNow(scene.api.deps, db, found, dateIn(scene.api.clock.now(), NEW_YORK))).toEqual([])
}

/** What the page lists as taken by us in a span, and what the batches of its days then took. */
async function listedAndTaken(
  loan: SignedLoan,
  [from, to]: readonly [string, string],
  live: [string, string],
) {
  const { timeline } = await pageOf(loan)
  const listed = timeline
    .filter(({ direction, sentBy, phase }) => direction === 'in' && sentBy === 'us' && phase === 'scheduled')
    .map(({ date, amount }) => [date, amount])
    .filter(([date = '']) => date >= from && date <= to)
  await liveDays(scene.api, scene.days, live)
  const taken = (await debitsOf(scene.api, loan))
    .filter(({ traceNumber, status }) => traceNumber !== null && status !== rejected)
    .map(({ effectiveDate, amount }) => [formatLocalDate(effectiveDate), moneyToWire(amount)])
    .filter(([date = '']) => date >= from && date <= to)
  return { listed, taken }
}

describe('a receipt that is charged back beside a payoff (domain.md §14)', () => {
  test('it made an announced payoff smaller: larger again, the payoff is announced anew, page and batch say one day', async () => {
    const loan = await scene.days.fundOne()
    await liveDays(scene.api, scene.days, ['2026-03-05', '2026-03-17'])
    await liveOn(scene.api, '2026-03-18T08:00:00-04:00')
    await payOff(loan, '2026-03-27')
    await liveDays(scene.api, scene.days, ['2026-03-18', '2026-03-24'])
    await receiveWire(scene.api, loan, { at: '2026-03-25T09:30:00-04:00', amount: '78.61' })
    await chargeBack(loan, '2026-03-25T14:00:00-04:00')
    const { listed, taken } = await listedAndTaken(
      loan,
      ['2026-03-26', '2026-04-09'],
      ['2026-03-26', '2026-04-09'],
    )
    expect(listed).toHaveLength(1)
    expect(taken).toEqual(listed)
    expect(await payoffOf(loan)).toMatchObject({
      amount: owedOn(TEN_PAYMENT_LOAN, [FIRST], '2026-03-27'),
      status: checked,
    })
    expect(await findLoan(scene.api.database.db, loan)).toMatchObject({ status: LoanStatus.terminated })
    expect(await noticesOf(scene.api, loan)).not.toContain('loanPastDue')
    expect(await moneyViolations(scene.api.deps, scene.api.database.db)).toEqual([])
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
  })

  test('it made the payoff smaller and that was checked: what it paid is owed, once, and the payoff is over', async () => {
    const loan = await scene.days.fundOne()
    await liveDays(scene.api, scene.days, ['2026-03-05', '2026-03-25'])
    await liveOn(scene.api, '2026-03-26T08:00:00-04:00')
    await payOff(loan, '2026-03-27')
    await receiveWire(scene.api, loan, { at: '2026-03-26T09:00:00-04:00', amount: '78.61' })
    await liveDays(scene.api, scene.days, ['2026-03-26', '2026-03-31'])
    await chargeBack(loan, '2026-04-01T11:00:00-04:00')
    await liveDays(scene.api, scene.days, ['2026-04-02', '2026-04-02'])
    await expectSound(loan, '2026-04-02')
    // The loan had ended by it, and lives again.
    expect(await changesOf(loan)).toEqual([[ChangeType.payOff, 'done']])
    const page = await pageOf(loan)
    expect(page.openChange).toBeNull()
    // Nothing else is taken: autopay of a loan that had ended needs a new authorization.
    expect(page.timeline.filter(({ phase, sentBy }) => phase === 'scheduled' && sentBy === 'us')).toEqual([])
  })

  test('the payoff waits to be confirmed again after help: nothing is past due until it has failed', async () => {
    const loan = await scene.days.fundOne()
    await liveDays(scene.api, scene.days, ['2026-03-05', '2026-03-17'])
    await liveOn(scene.api, '2026-03-18T08:00:00-04:00')
    const { choices } = await loan.client.ask(CALLS.listChange, { query: { loanNo: loan.loanNo } })
    await loan.client.ask(CALLS.requestChange, {
      params: { changeTypeCode: ChangeType.skip },
      body: {
        loanNo: loan.loanNo,
        mode: 1,
        number: choices?.hardship?.installmentNo ?? 0,
        mark: { kind: 'typed', text: 'Jordan Sample' },
      },
    })
    await liveDays(scene.api, scene.days, ['2026-03-18', '2026-04-05'])
    await liveOn(scene.api, '2026-04-06T08:00:00-04:00')
    await payOff(loan, '2026-04-10')
    await receiveWire(scene.api, loan, { at: '2026-04-07T09:00:00-04:00', amount: '78.61' })
    await liveDays(scene.api, scene.days, ['2026-04-07', '2026-04-08'])
    await liveDays(scene.api, scene.days, ['2026-04-09', '2026-04-13'], { batch: false })
    await chargeBack(loan, '2026-04-13T19:00:00-04:00')
    expect(await pageOf(loan)).toMatchObject({ pastDueAmount: '0.00', daysOverdue: 0 })
    await liveDays(scene.api, scene.days, ['2026-04-14', '2026-04-20'])
    await expectSound(loan, '2026-04-20')
    expect(await noticesOf(scene.api, loan)).not.toContain('loanPastDue')
    expect(await findLoan(scene.api.database.db, loan)).toMatchObject({ status: LoanStatus.processing })
    const { listed, taken } = await listedAndTaken(
      loan,
      ['2026-04-21', '2026-05-08'],
      ['2026-04-21', '2026-05-08'],
    )
    expect(listed.length).toBeGreaterThan(0)
    expect(taken).toEqual(listed)
    await expectSound(loan, '2026-05-08')
  })
})

describe('a receipt beside another schedule (domain.md §14)', () => {
  const CHANGES = {
    payOffInN: ({ client, loanNo }: SignedLoan) =>
      client.ask(CALLS.payOffInN, { body: { loanNo, mode: 1, paymentMode: ach, number: 4 } }),
    payFixedAmount: ({ client, loanNo }: SignedLoan) =>
      client.ask(CALLS.payFixedAmount, { body: { loanNo, mode: 1, paymentMode: ach, amount: '120.00' } }),
  } as const

  test.each([
    ['payOffInN', 'stays'],
    ['payOffInN', 'is charged back'],
    ['payFixedAmount', 'stays'],
    ['payFixedAmount', 'is charged back'],
  ] as const)(
    '%s, a wire that %s: the batches take what the page lists, and the loan ends',
    async (name, fate) => {
      const loan = await scene.days.fundOne()
      await liveDays(scene.api, scene.days, ['2026-03-05', '2026-03-16'])
      await liveOn(scene.api, '2026-03-17T08:00:00-04:00')
      await CHANGES[name](loan)
      await liveDays(scene.api, scene.days, ['2026-03-17', '2026-04-01'])
      await receiveWire(scene.api, loan, { at: '2026-04-02T09:00:00-04:00', amount: '60.00' })
      if (fate === 'is charged back') await chargeBack(loan, '2026-04-03T11:00:00-04:00')
      await expectSound(loan, '2026-04-03')
      const { listed, taken } = await listedAndTaken(
        loan,
        ['2026-04-04', '2026-07-20'],
        ['2026-04-04', '2026-07-21'],
      )
      expect(listed.length).toBeGreaterThan(0)
      expect(taken).toEqual(listed)
      await expectSound(loan, '2026-07-21')
      expect(await findLoan(scene.api.database.db, loan)).toMatchObject({ status: LoanStatus.terminated })
      expect(await noticesOf(scene.api, loan)).not.toContain('loanPastDue')
    },
  )
})

describe('a payoff that a receipt made smaller and that does not come to pass (domain.md §14)', () => {
  /** Confirmed for Friday, 2026-03-27; a wire of 78.61 two days before its batch. */
  async function smallerPayoff() {
    const loan = await scene.days.fundOne()
    await liveDays(scene.api, scene.days, ['2026-03-05', '2026-03-17'])
    await liveOn(scene.api, '2026-03-18T08:00:00-04:00')
    await payOff(loan, '2026-03-27')
    await liveDays(scene.api, scene.days, ['2026-03-18', '2026-03-23'])
    await receiveWire(scene.api, loan, { at: '2026-03-24T09:00:00-04:00', amount: '78.61' })
    await liveDays(scene.api, scene.days, ['2026-03-24', '2026-03-25'])
    return loan
  }

  /** Its schedule is in force again, the wire counts once, and the batches take what the page lists. */
  async function expectSchedule(loan: SignedLoan, from: string) {
    expect(await changesOf(loan)).toEqual([[ChangeType.payOff, 'failed']])
    await expectSound(loan, from)
    const { listed, taken } = await listedAndTaken(loan, [from, '2026-05-22'], [from, '2026-05-22'])
    expect(listed.length).toBeGreaterThan(0)
    expect(taken).toEqual(listed)
    await expectSound(loan, '2026-05-22')
    expect(await noticesOf(scene.api, loan)).not.toContain('loanPastDue')
  }

  test('rejected on its batch (901): the schedule holds, and the wire counts once', async () => {
    const loan = await smallerPayoff()
    await scene.days.batch('2026-03-26')
    const debit = await payoffOf(loan)
    assert(debit !== undefined, 'the payoff is on the batch')
    expect(debit.amount).toBe(
      owedOn(TEN_PAYMENT_LOAN, [FIRST, { on: '2026-03-24', paid: PAYMENT }], '2026-03-27'),
    )
    const { transactionNo } = debit
    await postByHand(scene.api, loan, '2026-03-26T15:00:00-04:00', {
      kind: 'rejectEntry',
      changeTypeCode: 901,
      transactionNo,
    })
    await expectSchedule(loan, '2026-03-27')
  })

  test('held for good by a rule: the schedule holds, and the wire counts once', async () => {
    const loan = await smallerPayoff()
    await liveOn(scene.api, '2026-03-26T09:00:00-04:00')
    // The borrower stops: the payoff is in no file, and nothing is authorized.
    const { client, loanNo } = loan
    const params = { changeTypeCode: ChangeType.revokeFutureAch }
    await client.ask(CALLS.requestChange, { params, body: { loanNo, mode: 1 } })
    expect((await changesOf(loan)).at(-1)).toEqual([ChangeType.payOff, 'failed'])
    await liveDays(scene.api, scene.days, ['2026-03-26', '2026-04-08'])
    expect((await payoffOf(loan))?.traceNumber ?? null).toBeNull()
    await expectSound(loan, '2026-04-08')
  })
})
