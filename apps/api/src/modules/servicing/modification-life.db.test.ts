import type { CallInputOf } from '@dolphin/contract/call'
import type { manualPostingCall } from '@dolphin/contract/payments'
import { CALLS } from '@dolphin/contract/registry'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { listAccountEntries } from '@dolphin/database/servicing/account-entry-repository'
import { SuspendedSubStatus, LoanStatus } from '@dolphin/domain/loans/codes'
import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import { describe, expect, test } from 'vitest'
import { liveOn } from '../../testing/funded-loans.ts'
import { debitsOf, ledgerDifferences, noticesOf, PAYDAYS } from '../../testing/money-days.ts'
import { postByHand } from '../../testing/receipts-by-hand.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import { expireChanges } from './close-changes.ts'
import { changesOf, moneyInEachTest } from '../../testing/ten-payment-loan.ts'

const scene = moneyInEachTest()

const { ach } = PaymentMode

/** 500.00 in ten payments from 2026-03-13 on, on the morning of a day. */
async function funded(day = '2026-03-05') {
  const loan = await scene.days.fundOne()
  await liveOn(scene.api, `${day}T09:00:00-05:00`)
  return { loan, agreed: await scheduleOf(loan) }
}

/** What is still to be paid of the schedule: number, day and amount. */
async function scheduleOf({ client, loanNo }: SignedLoan) {
  const { installments } = await client.ask(CALLS.paymentDetail, { query: { loanNo } })
  return installments.map(({ installmentNo, dueDate, amount }) => [installmentNo, dueDate, amount])
}

const payOff = ({ client, loanNo }: SignedLoan, mode: 0 | 1, date: string) =>
  client.ask(CALLS.payOff, { body: { loanNo, mode, paymentMode: ach, date } })

const payDown = ({ client, loanNo }: SignedLoan, date: string) =>
  client.ask(CALLS.requestChange, {
    params: { changeTypeCode: ChangeType.payDown },
    body: { loanNo, mode: 1, paymentMode: ach, date, amount: '150.00' },
  })

const stop = ({ client, loanNo }: SignedLoan, mode: 0 | 1) =>
  client.ask(CALLS.requestChange, {
    params: { changeTypeCode: ChangeType.revokeFutureAch },
    body: { loanNo, mode },
  })

/** Moves the payment that help is offered for to the end of the schedule. */
async function moveToEnd({ client, loanNo }: SignedLoan, mode: 0 | 1) {
  const { choices } = await client.ask(CALLS.listChange, { query: { loanNo } })
  return await client.ask(CALLS.requestChange, {
    params: { changeTypeCode: ChangeType.skip },
    body: {
      loanNo,
      mode,
      number: choices?.hardship?.installmentNo ?? 0,
      mark: { kind: 'typed', text: 'Jordan Sample' },
    },
  })
}

const statusOf = async (loan: SignedLoan) => (await findLoan(scene.api.database.db, loan))?.status

/** The money round of a day, as far as modifications expire by it. */
async function expireOn(day: string): Promise<number> {
  scene.days.at(day, '17:30')
  return await expireChanges(scene.days.money, 118)
}

type Posting = CallInputOf<typeof manualPostingCall>['body']

/** What two employees post by hand on 2026-03-06; answers the transaction. */
async function post(loan: SignedLoan, order: Partial<Posting> & Pick<Posting, 'kind'>) {
  await postByHand(scene.api, loan, '2026-03-06T14:00:00-05:00', order)
  const receipt = (await debitsOf(scene.api, loan)).find(({ purpose }) => purpose === 'receipt')
  if (receipt === undefined) throw new Error('the receipt was posted')
  return receipt.transactionNo
}

const receive = (loan: SignedLoan, amount: string) =>
  post(loan, { kind: 'receipt', amount, paymentMode: PaymentMode.wire })

describe('a payoff that leaves late by our own doing (domain.md §14)', () => {
  test('one batch missed: sent on the next business day, the quote is honored and the loan ends', async () => {
    const { loan } = await funded()
    await payOff(loan, 1, '2026-03-06')
    // No batch runs on Thursday. Friday's takes it, for Monday: three days of interest more than quoted.
    await scene.days.batch('2026-03-06')
    await scene.days.settle('2026-03-09')
    expect(await listAccountEntries(scene.api.database.db, loan)).toMatchObject([
      { kind: 'interestWaiver', amount: 1069n },
    ])
    for (const day of ['2026-03-10', '2026-03-11']) await scene.days.settle(day)
    expect(await statusOf(loan)).toBe(206)
    await liveOn(scene.api, '2026-03-12T09:00:00-04:00')
    expect(await changesOf(loan)).toEqual([[101, 'done']])
    expect(await noticesOf(scene.api, loan)).toContain('paidOff')
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
  })

  test('an extra payment sent late costs no interest for it', async () => {
    const { loan } = await funded()
    await payDown(loan, '2026-03-06')
    await scene.days.batch('2026-03-06')
    await scene.days.settle('2026-03-09')
    const [waiver] = await listAccountEntries(scene.api.database.db, loan)
    expect(waiver).toMatchObject({ kind: 'interestWaiver' })
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
  })

  test('returned, the waiver falls with it, it has no fee, and the schedule is in force again', async () => {
    const { loan, agreed } = await funded()
    await payOff(loan, 1, '2026-03-06')
    await scene.days.batch('2026-03-06')
    await scene.days.settle('2026-03-09')
    const [transaction] = await debitsOf(scene.api, loan)
    if (transaction === undefined) throw new Error('a debit was sent')
    await scene.days.bankSays('2026-03-10', [{ transaction, code: 'R01' }])
    expect(await listAccountEntries(scene.api.database.db, loan)).toEqual([])
    await liveOn(scene.api, '2026-03-10T13:00:00-04:00')
    // Payment 1 of 2026-03-13 can still be announced three business days before.
    expect(await scheduleOf(loan)).toEqual(agreed)
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
  })

  test('later than a business day after its confirmation it is not sent; confirmed again, the amount stays', async () => {
    const { loan } = await funded()
    const { quote } = await payOff(loan, 1, '2026-03-06')
    // Nothing runs on Thursday and Friday.
    await scene.days.batch('2026-03-09')
    expect((await debitsOf(scene.api, loan)).map(({ status }) => status)).toEqual([-1])
    expect(await noticesOf(scene.api, loan)).toContain('confirmAgain')
    await liveOn(scene.api, '2026-03-10T09:00:00-04:00')
    const again = await payOff(loan, 1, '2026-03-11')
    expect(again.quote?.total).toBe(quote?.total)
    expect(await changesOf(loan)).toEqual([
      [101, 'open'],
      [101, 'cancelled'],
    ])
    await scene.days.batch('2026-03-10')
    for (const day of ['2026-03-11', '2026-03-12', '2026-03-13']) await scene.days.settle(day)
    expect(await statusOf(loan)).toBe(206)
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
  })

  test('not confirmed again for five banking days, it fails; what was missed meanwhile is due again later', async () => {
    const { loan, agreed } = await funded()
    await payOff(loan, 1, '2026-03-06')
    await scene.days.batch('2026-03-09')
    expect(await expireOn('2026-03-12')).toBe(0)
    // 2026-03-13 is the fifth banking day after 2026-03-06.
    expect(await expireOn('2026-03-13')).toBe(1)
    expect(await noticesOf(scene.api, loan)).toContain('changeFailed')
    await liveOn(scene.api, '2026-03-16T09:00:00-04:00')
    expect(await changesOf(loan)).toEqual([[101, 'failed']])
    const schedule = await scheduleOf(loan)
    expect(schedule.slice(0, 9)).toEqual(agreed.slice(1))
    expect(schedule[9]?.[1]).toBe('2026-07-31')
    const detail = await loan.client.ask(CALLS.paymentDetail, { query: { loanNo: loan.loanNo } })
    expect(detail.daysOverdue).toBe(0)
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
  })
})

describe('a payoff stopped by the borrower before it leaves (domain.md §14)', () => {
  test('the preview says that it is not taken; the schedule is in force at once, and nothing is locked', async () => {
    const { loan, agreed } = await funded()
    await payOff(loan, 1, '2026-03-06')
    const preview = await stop(loan, 0)
    expect(preview.remarks[0]).toBe(
      'We do not take the $507.12 of Fri, Mar 6, 2026. Your earlier payment schedule is in force again.',
    )
    expect(preview.newSchedule.map(({ dueDate, amount }) => [dueDate, amount])).toEqual(
      agreed.map(([, dueDate, amount]) => [dueDate, amount]),
    )
    await stop(loan, 1)
    expect(await changesOf(loan)).toEqual([
      [104, 'open'],
      [101, 'failed'],
    ])
    expect((await debitsOf(scene.api, loan)).map(({ status }) => status)).toEqual([-1])
    expect(await scheduleOf(loan)).toEqual(agreed)
    await scene.days.batch('2026-03-05')
    expect((await debitsOf(scene.api, loan)).map(({ status }) => status)).toEqual([-1])
  })
})

describe('a payoff held by a rule (domain.md §14)', () => {
  test('of a loan that is suspended meanwhile: it fails at once, and other changes can be made', async () => {
    const { loan, agreed } = await funded('2026-03-05')
    await payOff(loan, 1, '2026-03-06')
    await scene.api.database.db.execute(
      `update loans set status = ${LoanStatus.suspended}, sub_status = '${SuspendedSubStatus.miscellaneous}' where loan_no = '${loan.loanNo}'`,
    )
    await scene.days.batch('2026-03-05')
    expect((await debitsOf(scene.api, loan)).map(({ status }) => status)).toEqual([-1])
    await liveOn(scene.api, '2026-03-05T11:00:00-05:00')
    expect(await changesOf(loan)).toEqual([[101, 'failed']])
    expect(await scheduleOf(loan)).toEqual(agreed)
  })
})

describe('a payment that the borrower sends (domain.md §14)', () => {
  const expectPayoff = ({ client, loanNo }: SignedLoan, paymentMode: PaymentMode = PaymentMode.wire) =>
    client.ask(CALLS.payOff, { body: { loanNo, mode: 1, paymentMode, date: '2026-03-06' } })

  test('it can be taken back as long as it is waited for', async () => {
    const { loan, agreed } = await funded()
    const { changeNo } = await expectPayoff(loan)
    await scene.days.batch('2026-03-05')
    await liveOn(scene.api, '2026-03-06T09:00:00-05:00')
    await loan.client.ask(CALLS.cancelChange, { params: { changeNo: changeNo ?? '' }, body: {} })
    expect(await scheduleOf(loan)).toEqual(agreed)
    expect(await changesOf(loan)).toEqual([[101, 'cancelled']])
  })

  test('received in full by wire, the loan ends with the receipt', async () => {
    const { loan } = await funded()
    await expectPayoff(loan)
    await receive(loan, '507.12')
    expect(await scheduleOf(loan)).toEqual([])
    expect(await statusOf(loan)).toBe(206)
    await liveOn(scene.api, '2026-03-06T15:00:00-05:00')
    expect(await changesOf(loan)).toEqual([[101, 'done']])
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
  })

  test('short of the payoff, it shortens the schedule, and a notice says what is left', async () => {
    const { loan, agreed } = await funded()
    await expectPayoff(loan)
    await receive(loan, '300.00')
    const schedule = await scheduleOf(loan)
    expect(schedule.length).toBeLessThan(agreed.length)
    expect(schedule[0]).toEqual(agreed[0])
    expect(await changesOf(loan)).toEqual([[101, 'applied']])
    expect(await noticesOf(scene.api, loan)).toContain('changeFailed')
    const next = await payOff(loan, 0, '2026-03-09')
    expect(next.quote).not.toBeNull()
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
  })

  test('not received by its last day, it ends with a notice; the schedule goes on', async () => {
    const { loan, agreed } = await funded()
    await expectPayoff(loan)
    expect(await expireOn('2026-03-06')).toBe(0)
    expect(await expireOn('2026-03-09')).toBe(1)
    expect(await noticesOf(scene.api, loan)).toContain('changeFailed')
    await liveOn(scene.api, '2026-03-10T09:00:00-04:00')
    expect(await changesOf(loan)).toEqual([[101, 'failed']])
    expect(await scheduleOf(loan)).toEqual(agreed)
    await scene.days.collect(PAYDAYS[0])
    expect(await debitsOf(scene.api, loan)).toMatchObject([{ purpose: 'installment', installmentNumber: 1 }])
  })
})

describe('another modification beside one that is open (domain.md §14)', () => {
  /** Help with the next payment: to another day. */
  async function moveNext({ client, loanNo }: SignedLoan) {
    const { choices } = await client.ask(CALLS.listChange, { query: { loanNo } })
    const { installmentNo: number = 0, moveDates: [date] = [] } = choices?.hardship ?? {}
    await client.ask(CALLS.requestChange, {
      params: { changeTypeCode: ChangeType.changeDate },
      body: { loanNo, mode: 1, number, date },
    })
  }

  test('help with a payment takes the place of a schedule that could still be taken back', async () => {
    const { loan } = await funded()
    await loan.client.ask(CALLS.payFixedAmount, {
      body: { loanNo: loan.loanNo, mode: 1, paymentMode: ach, amount: '90.00' },
    })
    await moveNext(loan)
    expect(await changesOf(loan)).toEqual([
      [205, 'open'],
      [111, 'applied'],
    ])
  })

  test('an extra payment under way holds no other schedule up; when it comes back, the debt is covered', async () => {
    const { loan } = await funded()
    await payDown(loan, '2026-03-06')
    await loan.client.ask(CALLS.payOffInN, {
      body: { loanNo: loan.loanNo, mode: 1, paymentMode: ach, number: 4 },
    })
    expect(await changesOf(loan)).toEqual([
      [102, 'applied'],
      [103, 'open'],
    ])
    await scene.days.batch('2026-03-05')
    await scene.days.settle('2026-03-06')
    const [transaction] = await debitsOf(scene.api, loan)
    if (transaction === undefined) throw new Error('a debit was sent')
    await scene.days.bankSays('2026-03-09', [{ transaction, code: 'R01' }])
    await liveOn(scene.api, '2026-03-09T13:00:00-04:00')
    const { uncovered } = await loan.client.ask(CALLS.paymentDetail, { query: { loanNo: loan.loanNo } })
    expect(uncovered).toBe('0.00')
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
  })

  test('what a payoff holds up is refused with the day on which it will be possible', async () => {
    const { loan } = await funded()
    await payOff(loan, 1, '2026-03-06')
    const { changes } = await loan.client.ask(CALLS.paymentDetail, { query: { loanNo: loan.loanNo } })
    expect(changes.find(({ changeTypeCode }) => changeTypeCode === 111)).toMatchObject({
      allowed: false,
      reason: 'A change is open. Undo it, or choose this again on Tue, Mar 10, 2026.',
    })
    expect(changes.filter(({ allowed }) => allowed).map(({ changeTypeCode }) => changeTypeCode)).toEqual([
      104, 107,
    ])
  })

  test('hardship assistance beside a payoff takes effect when the payoff comes back', async () => {
    const { loan, agreed } = await funded()
    await payOff(loan, 1, '2026-03-06')
    const preview = await moveToEnd(loan, 0)
    expect(JSON.stringify(preview.remarks)).toContain('only if that payment does not go through')
    await moveToEnd(loan, 1)
    expect(await changesOf(loan)).toEqual([
      [201, 'applied'],
      [101, 'open'],
    ])
    // The payoff stands: nothing else is due.
    expect(await scheduleOf(loan)).toEqual([])
    await scene.days.batch('2026-03-05')
    await scene.days.settle('2026-03-06')
    const [transaction] = await debitsOf(scene.api, loan)
    if (transaction === undefined) throw new Error('the payoff was sent')
    await scene.days.bankSays('2026-03-09', [{ transaction, code: 'R01' }])
    await liveOn(scene.api, '2026-03-09T13:00:00-04:00')
    const after = await scheduleOf(loan)
    // What the preview of the help showed: the first payment is gone, the rest covers the debt.
    const shown = preview.newSchedule.filter(({ source }) => source !== 'inFlight')
    expect(after.map(([, dueDate]) => dueDate)).toEqual(shown.map(({ dueDate }) => dueDate))
    expect(after).not.toContainEqual(agreed[0])
    expect(await changesOf(loan)).toEqual([
      [201, 'applied'],
      [101, 'failed'],
    ])
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
  })

  test('hardship assistance beside a payoff: taken back, the help holds; paid off, it is moot', async () => {
    const [loan, paid] = await scene.days.fund(2)
    if (loan === undefined || paid === undefined) throw new Error('two loans were funded')
    await liveOn(scene.api, '2026-03-05T09:00:00-05:00')
    const agreed = await scheduleOf(loan)
    await payOff(loan, 1, '2026-03-06')
    await moveToEnd(loan, 1)
    const { changes } = await loan.client.ask(CALLS.listChange, { query: { loanNo: loan.loanNo } })
    const payoff = changes.find(({ changeTypeCode }) => changeTypeCode === ChangeType.payOff)
    await loan.client.ask(CALLS.cancelChange, { params: { changeNo: payoff?.changeNo ?? '' }, body: {} })
    expect(await scheduleOf(loan)).not.toContainEqual(agreed[0])
    await payOff(paid, 1, '2026-03-06')
    await moveToEnd(paid, 1)
    await scene.days.batch('2026-03-05')
    for (const day of ['2026-03-06', '2026-03-09', '2026-03-10']) await scene.days.settle(day)
    expect(await statusOf(paid)).toBe(206)
    expect(await ledgerDifferences(scene.api, paid)).toEqual([])
  })

  test('a payment that is waited for holds nothing up', async () => {
    const { loan } = await funded()
    await loan.client.ask(CALLS.payOff, {
      body: { loanNo: loan.loanNo, mode: 1, paymentMode: PaymentMode.wire, date: '2026-03-06' },
    })
    await payDown(loan, '2026-03-06')
    expect(await changesOf(loan)).toEqual([
      [103, 'open'],
      [101, 'cancelled'],
    ])
  })
})
