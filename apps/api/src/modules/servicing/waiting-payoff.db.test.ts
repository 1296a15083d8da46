import { CALLS } from '@dolphin/contract/registry'
import { findLoan, listLoanMoves } from '@dolphin/database/loans/loan-repository'
import { listWorkItemsOfLoan } from '@dolphin/database/work-items/work-item-repository'
import { assert } from '@dolphin/domain/assert'
import { CollectingSubStatus, LoanStatus } from '@dolphin/domain/loans/codes'
import { ChangeType, TransactionStatus } from '@dolphin/domain/payments/codes'
import { describe, expect, test } from 'vitest'
import { signInEmployee } from '../../testing/employees.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { liveDays } from '../../testing/lived-days.ts'
import { debitsOf, ledgerDifferences, noticesOf } from '../../testing/money-days.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import { runPastDueRound } from '../payments/past-due.ts'
import { runStrandedRound } from './stranded-round.ts'
import { moneyInEachTest, pageOf, payOff } from '../../testing/ten-payment-loan.ts'

const scene = moneyInEachTest()

/** Moves the payment that help is offered for to the end of the schedule. */
async function moveToEnd({ client, loanNo }: SignedLoan) {
  const { choices } = await client.ask(CALLS.listChange, { query: { loanNo } })
  return await client.ask(CALLS.requestChange, {
    params: { changeTypeCode: ChangeType.skip },
    body: {
      loanNo,
      mode: 1,
      number: choices?.hardship?.installmentNo ?? 0,
      mark: { kind: 'typed', text: 'Jordan Sample' },
    },
  })
}

/** Everything by which a borrower or a collector would learn that the loan is past due. */
async function pastDueSigns(loan: SignedLoan) {
  await runPastDueRound(scene.days.money)
  const { pastDueAmount, daysOverdue } = await pageOf(loan)
  const ada = await signInEmployee(scene.api)
  const { items } = await ada.ask(CALLS.listWorkItem, {
    query: { loanNo: loan.loanNo, state: 'open', kind: 'loanPastDue' },
  })
  return {
    pastDueAmount,
    daysOverdue,
    status: (await findLoan(scene.api.database.db, loan))?.status,
    dunned: (await noticesOf(scene.api, loan)).includes('loanPastDue'),
    items: items.length,
  }
}

const NOTHING_PAST_DUE = {
  pastDueAmount: '0.00',
  daysOverdue: 0,
  status: LoanStatus.processing,
  dunned: false,
  items: 0,
}

/** What is still to be paid of the schedule: number, day and amount. */
const scheduleOf = async (loan: SignedLoan) =>
  (await pageOf(loan)).installments
    .filter(({ status }) => status < 2)
    .map(({ installmentNo, dueDate, amount }) => [installmentNo, dueDate, amount])

/** The payoff of Friday, 2026-04-10 was confirmed on Monday; our batches of Thursday and Friday were missed. */
async function missedPayoff(isHelped: boolean) {
  const loan = await scene.days.fundOne()
  await liveDays(scene.api, scene.days, ['2026-03-05', '2026-03-17'])
  await liveOn(scene.api, '2026-03-18T08:00:00-04:00')
  if (isHelped) await moveToEnd(loan)
  await liveDays(scene.api, scene.days, ['2026-03-18', '2026-04-05'])
  await liveOn(scene.api, '2026-04-06T08:00:00-04:00')
  await payOff(loan, '2026-04-10')
  await liveDays(scene.api, scene.days, ['2026-04-06', '2026-04-08'])
  await liveDays(scene.api, scene.days, ['2026-04-09', '2026-04-10'], { batch: false })
  return loan
}

describe.each([
  ['after help with payment 2', true],
  ['without help', false],
])('a payoff that waits to be confirmed again, %s (domain.md §14)', (_name, isHelped) => {
  test('makes no borrower past due: not the page, not the status, no notice, no item', async () => {
    const loan = await missedPayoff(isHelped)
    await liveOn(scene.api, '2026-04-10T18:00:00-04:00')
    expect(await pastDueSigns(loan)).toEqual(NOTHING_PAST_DUE)
    for (const day of ['2026-04-11', '2026-04-12', '2026-04-13', '2026-04-14', '2026-04-15', '2026-04-16']) {
      await liveDays(scene.api, scene.days, [day, day])
      await liveOn(scene.api, `${day}T18:00:00-04:00`)
      expect(await pastDueSigns(loan), day).toEqual(NOTHING_PAST_DUE)
    }
    expect(await noticesOf(scene.api, loan)).toContain('confirmAgain')
  })

  test('is asked for again within the hour in which its day is out of reach, although no batch runs', async () => {
    const loan = await missedPayoff(isHelped)
    expect(await noticesOf(scene.api, loan)).toContain('confirmAgain')
    expect((await debitsOf(scene.api, loan)).at(-1)?.status).toBe(TransactionStatus.rejected)
    await runStrandedRound(scene.api.deps)
    expect(await listWorkItemsOfLoan(scene.api.database.db, loan)).toEqual([])
  })

  test('failed, its payments are due again on free paydays ten days after the notice, and are taken', async () => {
    const loan = await missedPayoff(isHelped)
    // The fifth banking day after 2026-04-10.
    await liveDays(scene.api, scene.days, ['2026-04-11', '2026-04-17'])
    await liveOn(scene.api, '2026-04-17T18:00:00-04:00')
    expect(await noticesOf(scene.api, loan)).toContain('changeFailed')
    const schedule = await scheduleOf(loan)
    // Payment 3, of 2026-04-10, was missed meanwhile; all other paydays up to July have a payment of their own.
    expect(schedule.map(([number]) => number)).not.toContain(3)
    expect(schedule[0]?.[1]).toBe('2026-04-24')
    expect(new Set(schedule.map(([, day]) => day)).size).toBe(schedule.length)
    expect(await pastDueSigns(loan)).toEqual(NOTHING_PAST_DUE)
    await liveDays(scene.api, scene.days, ['2026-04-18', '2026-05-13'])
    await liveOn(scene.api, '2026-05-13T18:00:00-04:00')
    expect(await pastDueSigns(loan)).toEqual(NOTHING_PAST_DUE)
    const taken = (await debitsOf(scene.api, loan)).filter(({ status }) => status === 3)
    expect(taken.map(({ installmentNumber }) => installmentNumber)).toEqual(
      isHelped ? [1, 4, 5] : [1, 2, 4, 5],
    )
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
    expect((await listLoanMoves(scene.api.database.db, loan)).map(({ toStatus }) => toStatus)).not.toContain(
      LoanStatus.collecting,
    )
  })
})

describe('a loan that the past-due round has put into collecting (domain.md §14)', () => {
  /** As an earlier release left it: the round had counted our own delay. */
  async function collecting(subStatus: string) {
    const loan = await missedPayoff(false)
    await scene.api.database.db.execute(
      `update loans set status = ${LoanStatus.collecting}, sub_status = '${subStatus}' where loan_no = '${loan.loanNo}'`,
    )
    await liveDays(scene.api, scene.days, ['2026-04-11', '2026-04-11'])
    await liveOn(scene.api, '2026-04-11T18:00:00-04:00')
    return loan
  }

  test('is running again once nothing is past due, with a notice, and is debited again', async () => {
    const loan = await collecting(CollectingSubStatus.notified)
    expect(await pastDueSigns(loan)).toEqual(NOTHING_PAST_DUE)
    expect((await listLoanMoves(scene.api.database.db, loan)).at(-1)).toMatchObject({
      toStatus: LoanStatus.processing,
      cause: 'nothing is past due any more',
    })
    await liveDays(scene.api, scene.days, ['2026-04-12', '2026-04-24'])
    const last = (await debitsOf(scene.api, loan)).find(({ installmentNumber }) => installmentNumber === 4)
    expect(last).toMatchObject({ amount: 7_861n, status: TransactionStatus.notChecked })
    expect(await noticesOf(scene.api, loan)).not.toContain('loanPastDue')
  })

  test.each(['accepted', 'rePlanned', 'rejected', 'pocketed', 'settled'] as const)(
    'stays where an employee put it: %s',
    async (subStatus) => {
      const loan = await collecting(subStatus)
      expect(await findLoan(scene.api.database.db, loan)).toMatchObject({
        status: LoanStatus.collecting,
        subStatus,
      })
      expect(await noticesOf(scene.api, loan)).not.toContain('loanPastDue')
    },
  )
})

describe('a payoff that waits beside a payment that came back (domain.md §14)', () => {
  test('the days past due stop on the day for which it was confirmed, and go on once it has failed', async () => {
    const loan = await scene.days.fundOne({ ach: false })
    await liveDays(scene.api, scene.days, ['2026-03-05', '2026-03-18'])
    await liveOn(scene.api, '2026-03-19T08:00:00-04:00')
    await payOff(loan, '2026-03-27')
    await liveDays(scene.api, scene.days, ['2026-03-19', '2026-03-25'])
    await liveDays(scene.api, scene.days, ['2026-03-26', '2026-03-27'], { batch: false })
    await liveDays(scene.api, scene.days, ['2026-03-28', '2026-03-31'])
    await liveOn(scene.api, '2026-03-31T18:00:00-04:00')
    // Due on 2026-03-13, 14 days before the payoff would have paid it.
    expect(await pageOf(loan)).toMatchObject({ pastDueAmount: '78.61', daysOverdue: 14 })
    await liveDays(scene.api, scene.days, ['2026-04-01', '2026-04-04'])
    await liveOn(scene.api, '2026-04-04T18:00:00-04:00')
    expect(await pageOf(loan)).toMatchObject({ pastDueAmount: '78.61', daysOverdue: 22 })
  })

  test('is tried again once the payoff has failed, with an item while it is past due', async () => {
    const loan = await scene.days.fundOne()
    await liveDays(scene.api, scene.days, ['2026-03-05', '2026-03-25'])
    await liveOn(scene.api, '2026-03-26T08:00:00-04:00')
    // Payment 2 goes today, and comes back; the payoff is to take it, and misses its batch.
    await payOff(loan, '2026-04-07')
    await liveDays(scene.api, scene.days, ['2026-03-26', '2026-03-29'])
    await scene.days.settle('2026-03-30')
    const transaction = (await debitsOf(scene.api, loan)).find(
      ({ installmentNumber }) => installmentNumber === 2,
    )
    assert(transaction !== undefined, 'payment 2 was sent')
    await scene.days.bankSays('2026-03-30', [{ transaction, code: 'R01' }])
    const retries = async () =>
      (await debitsOf(scene.api, loan)).filter(({ purpose }) => purpose === 'representment')
    await liveDays(scene.api, scene.days, ['2026-03-31', '2026-04-05'])
    expect(await retries()).toEqual([])
    await liveDays(scene.api, scene.days, ['2026-04-06', '2026-04-07'], { batch: false })
    await liveDays(scene.api, scene.days, ['2026-04-08', '2026-04-16'])
    await liveOn(scene.api, '2026-04-16T18:00:00-04:00')
    const { changes } = await loan.client.ask(CALLS.listChange, { query: { loanNo: loan.loanNo } })
    expect(changes).toMatchObject([{ status: 'failed' }])
    expect((await pastDueSigns(loan)).items).toBe(1)
    expect(await retries()).toMatchObject([{ installmentNumber: 2, amount: 7_861n }])
    expect(await noticesOf(scene.api, loan)).toContain('unusualWithdrawal')
  })
})
