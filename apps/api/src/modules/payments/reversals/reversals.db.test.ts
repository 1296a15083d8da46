import { TransactionType, TransactionStatus } from '@dolphin/domain/payments/codes'
import { reverseEntryCall } from '@dolphin/contract/entries'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { paymentDetailCall } from '@dolphin/contract/servicing'
import { assert } from '@dolphin/domain/assert'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { loanArrears } from '../../servicing/loan-arrears.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../testing/api-fixture.ts'
import { lastBankFile } from '../../../testing/bank-outbox.ts'
import { liveOn } from '../../../testing/funded-loans.ts'
import { expectRefused } from '../../../testing/call-coverage/expect-refused.ts'
import { confirmApproval, deskOf, tryConfirming } from '../../../testing/confirmations.ts'
import { signInEmployee } from '../../../testing/employees.ts'
import { accountFactsOf, creditOf, debitAt, homeFlagOf, statusOf } from '../../../testing/loan-facts.ts'
import { ledgerDifferences, moneyDays, noticesOf, PAYDAYS } from '../../../testing/money-days.ts'
import { moneyViolations } from '../../../testing/money-invariants.ts'
import { resetApi } from '../../../testing/reset-api.ts'
import { reversalBody, type ReversalBody, reversalIn, reverseEntry } from '../../../testing/reversals.ts'
import type { TestClient } from '../../../testing/test-client.ts'

let api: TestApi
let days: ReturnType<typeof moneyDays>
let ada: TestClient
let bea: TestClient

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await resetApi(api)
  days = moneyDays(api)
})
afterAll(() => api.close())

async function signIn(): Promise<void> {
  ada = await signInEmployee(api)
  bea = await signInEmployee(api, 'bea-example')
}

/** The batch of the afternoon. */
async function sendOn(day: string) {
  days.at(day, '16:10')
  return await days.batchNow()
}

const violations = () => moneyViolations(api.deps, api.database.db, { chains: true })
const openItems = async (kind: 'creditReversal' | 'failedReversal') =>
  (await listOpenWorkItems(api.database.db, { portfolioId: 118, kind })).map(({ reason }) => reason)

async function refusedWith(body: ReversalBody): Promise<string> {
  const answer = await ada.call(reverseEntryCall, { body })
  assert(answer.code !== 1, 'it is refused')
  return JSON.stringify(answer.data)
}

describe('a payment that was taken wrongly (docs/facts/ach.md §4)', () => {
  test('goes back as REVERSAL: same account, amount and class, the opposite code; the debt is as if never paid', async () => {
    const loan = await days.fundOne()
    const owed = (await accountFactsOf(api, loan)).account.state.principal
    await days.collect(PAYDAYS[0])
    days.at('2026-03-13', '12:00')
    const debit = await debitAt(api, loan, 0)
    await reverseEntry(api, debit, 'duplicate')
    api.shown.changed('reverseEntry')
    await sendOn('2026-03-13')
    const { batches } = await lastBankFile(days.money)
    expect(batches).toMatchObject([
      {
        header: { standardEntryClass: 'WEB', entryDescription: 'REVERSAL', companyName: expect.any(String) },
        entries: [{ transactionCode: '22', amount: debit.amount, individualIdentification: loan.loanNo }],
      },
    ])
    const reversal = await reversalIn(api, loan)
    expect(reversal).toMatchObject({
      type: TransactionType.refund,
      status: TransactionStatus.onBatch,
      originalTransactionNo: debit.transactionNo,
      accountKey: debit.accountKey,
      reversalReason: 'duplicate',
    })
    expect((await accountFactsOf(api, loan)).account.state.principal).toBe(owed)
    expect(await noticesOf(api, loan)).toContain('entryReversed')
    expect(await ledgerDifferences(api, loan)).toEqual([])
    await liveOn(api, '2026-03-13T16:20:00-04:00')
    const { timeline } = await loan.client.ask(paymentDetailCall, { query: { loanNo: loan.loanNo } })
    expect(timeline.filter(({ purpose }) => purpose === 'reversal')).toMatchObject([
      { direction: 'out', amount: '78.61', phase: 'sent', reason: 'It was sent twice.' },
    ])
    await days.settle('2026-03-16')
    await days.settle('2026-03-18')
    expect(await reversalIn(api, loan)).toMatchObject({ status: TransactionStatus.checked })
    expect(await violations()).toEqual([])
  })

  test.each([
    ['duplicate', 0],
    ['date', 1],
  ] as const)('%s: payments overdue afterward: %i', async (reason, overdue) => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    days.at('2026-03-13', '12:00')
    await reverseEntry(api, await debitAt(api, loan, 0), reason)
    await sendOn('2026-03-13')
    days.at('2026-03-17', '12:00')
    const arrears = loanArrears(await accountFactsOf(api, loan), localDate(2026, 3, 17))
    expect(arrears.overdue).toHaveLength(overdue)
    expect(await violations()).toEqual([])
  })

  test('that came back before the batch is not reversed', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    days.at('2026-03-16', '09:00')
    const debit = await debitAt(api, loan, 0)
    await reverseEntry(api, debit, 'amount')
    await days.bankSays('2026-03-16', [{ transaction: debit, code: 'R01' }])
    expect(await reversalIn(api, loan)).toMatchObject({ status: TransactionStatus.rejected })
    expect(await openItems('failedReversal')).toEqual([])
    expect(await violations()).toEqual([])
  })

  test('that comes back after its reversal was sent: an employee learns that the money went back twice', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    days.at('2026-03-13', '12:00')
    const debit = await debitAt(api, loan, 0)
    await reverseEntry(api, debit, 'amount')
    await sendOn('2026-03-13')
    await days.bankSays('2026-03-16', [{ transaction: debit, code: 'R01' }])
    expect((await openItems('failedReversal')).join()).toContain('went back twice')
    expect(await ledgerDifferences(api, loan)).toEqual([])
    expect(await violations()).toEqual([])
  })

  test('a reversal that comes back: the payment counts again, and an employee has it', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    days.at('2026-03-13', '12:00')
    const before = (await accountFactsOf(api, loan)).account.state.principal
    await reverseEntry(api, await debitAt(api, loan, 0), 'amount')
    await sendOn('2026-03-13')
    await days.settle('2026-03-16')
    const news = [{ transaction: await reversalIn(api, loan), code: 'R02' }]
    expect(await days.bankSays('2026-03-17', news)).toMatchObject({ returns: 1 })
    expect((await accountFactsOf(api, loan)).account.state.principal).toBe(before)
    expect((await openItems('failedReversal')).join()).toContain('came back R02')
    expect(await ledgerDifferences(api, loan)).toEqual([])
    expect(await days.bankSays('2026-03-17', news)).toMatchObject({ returns: 0, alreadyKnown: 1 })
  })
})

describe('money paid out to the wrong account', () => {
  test('is called back: debits are held, and the loan is unfunded once the reversal had no return', async () => {
    const loan = await days.fundOne()
    days.at('2026-03-04', '12:00')
    const credit = await creditOf(api, loan)
    await reverseEntry(api, credit, 'receiver')
    expect(await openItems('creditReversal')).toHaveLength(1)
    await liveOn(api, '2026-03-04T12:10:00-05:00')
    const page = await loan.client.ask(paymentDetailCall, { query: { loanNo: loan.loanNo } })
    expect(page.nextPayment).toMatchObject({
      date: '2026-03-05',
      total: '500.00',
      parts: [{ purpose: 'reversal', amount: '500.00', sentBy: 'us', reason: null }],
    })
    expect(page.uncovered).toBe('0.00')
    await sendOn('2026-03-04')
    const { batches } = await lastBankFile(days.money)
    expect(batches).toMatchObject([
      {
        header: { standardEntryClass: 'PPD', entryDescription: 'REVERSAL' },
        entries: [{ transactionCode: '27', amount: credit.amount }],
      },
    ])
    await days.settle('2026-03-05')
    expect(await statusOf(api, loan)).toEqual([202, null])
    expect(await violations()).toEqual([])
    await days.settle('2026-03-09')
    expect((await statusOf(api, loan))[0]).toBe(104)
    expect(await openItems('creditReversal')).toEqual([])
    expect(await homeFlagOf(api, loan)).toBe(6)
    expect(await noticesOf(api, loan)).toEqual(
      expect.arrayContaining(['entryReversed', 'disbursementReversed']),
    )
    expect(await ledgerDifferences(api, loan)).toEqual([])
    expect(await violations()).toEqual([])
  })

  test('a reversal that comes back leaves the money with the borrower: the loan goes on', async () => {
    const loan = await days.fundOne()
    days.at('2026-03-04', '12:00')
    await reverseEntry(api, await creditOf(api, loan), 'receiver')
    await sendOn('2026-03-04')
    await days.settle('2026-03-05')
    await days.bankSays('2026-03-06', [{ transaction: await reversalIn(api, loan), code: 'R01' }])
    expect(await openItems('creditReversal')).toEqual([])
    expect((await openItems('failedReversal')).join()).toContain('came back R01')
    await days.announce(PAYDAYS[0][0])
    await days.batch(PAYDAYS[0][1])
    expect(await debitAt(api, loan, 0)).toBeDefined()
    expect(await violations()).toEqual([])
  })
})

describe('limits', () => {
  test('five banking days of the settlement and 24 hours of the discovery; an entry is reversed once', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    const debit = await debitAt(api, loan, 0)
    days.at('2026-03-13', '12:00')
    await signIn()
    const body = reversalBody(debit, 'amount')
    const absent = { ...body, transactionNo: 'T999999999' }
    await expectRefused(ada, 'reverseEntry', { body: absent }, 'notFound')
    await expectRefused(ada, 'reverseEntry', { body: { ...body, loanNo: '118-0000000' } }, 'loanNotFound')
    expect(await refusedWith({ ...body, foundAt: '2026-03-13T13:00:00-04:00' })).toContain('later than now')
    expect(await refusedWith({ ...body, foundAt: '2026-03-12T16:00:00-04:00' })).toContain('24 hours')
    expect(await refusedWith({ ...body, foundAt: '2026-03-01T16:00:00-05:00' })).toContain('before the entry')
    await days.settle('2026-03-16')
    days.at('2026-03-19', '12:00')
    await signIn()
    await ada.ask(reverseEntryCall, { body })
    days.at('2026-03-20', '12:00')
    await signIn()
    await expectRefused(ada, 'reverseEntry', { body }, 'reversalRefused')
    expect(await refusedWith(body)).toContain('5 banking days')
  })

  test('one employee alone reverses nothing, what is confirmed twice goes once, and a day too late is not sent', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    days.at('2026-03-13', '12:00')
    await signIn()
    const body = reversalBody(await debitAt(api, loan, 0), 'amount')
    const first = await ada.ask(reverseEntryCall, { body })
    const second = await ada.ask(reverseEntryCall, { body })
    expect((await tryConfirming(await deskOf(ada), first.approval.approvalNo)).code).not.toBe(1)
    await confirmApproval(bea, first.approval.approvalNo)
    expect((await tryConfirming(await deskOf(bea), second.approval.approvalNo)).code).not.toBe(1)
    expect(await refusedWith(body)).toContain('reversed or refunded before')
    // The batch of the day is missed.
    const run = await days.batch('2026-03-16')
    expect(run.files).toEqual([])
    expect(run.ineligible).toMatchObject([
      { rule: 'the reversal is too late: the batch left more than 24 hours after the error was found' },
    ])
    expect(await reversalIn(api, loan)).toMatchObject({
      status: TransactionStatus.rejected,
      traceNumber: null,
    })
    expect(await openItems('failedReversal')).toHaveLength(1)
    expect(await violations()).toEqual([])
  })

  test('a payment of a change, a returned payment and a used loan’s disbursement are not reversed', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    await days.bankSays('2026-03-16', [{ transaction: await debitAt(api, loan, 0), code: 'R01' }])
    days.at('2026-03-16', '13:00')
    await signIn()
    expect(await refusedWith(reversalBody(await debitAt(api, loan, 0), 'amount'))).toContain(
      'nothing to reverse',
    )
    expect(await refusedWith(reversalBody(await creditOf(api, loan), 'receiver'))).toContain('has gone on')
  })
})
