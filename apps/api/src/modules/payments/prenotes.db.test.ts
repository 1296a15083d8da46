import type { LoanKey } from '@dolphin/database/driver/owner'
import { listDebitAuthorizations } from '@dolphin/database/servicing/debit-authorization-repository'
import { findLoanAccount, listLoanAccounts } from '@dolphin/database/servicing/loan-account-repository'
import { repairBankCall } from '@dolphin/contract/disbursement'
import { CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { listEligibilityDecisions } from '@dolphin/database/payments/eligibility-decision-repository'
import { assert } from '@dolphin/domain/assert'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { ZERO_CENTS } from '@dolphin/domain/money/cents'
import { PaymentMode, TransactionType, TransactionStatus } from '@dolphin/domain/payments/codes'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { lastBankFile } from '../../testing/bank-outbox.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { creditOf, homeFlagOf, statusOf } from '../../testing/loan-facts.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { debitsOf, moneyDays, noticesOf, PAYDAYS } from '../../testing/money-days.ts'
import { moneyViolations } from '../../testing/money-invariants.ts'

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

const typed = { account: 'typed' } as const

/** The batches of the latest file: class, description, codes of its entries and what WEB entries say of themselves. */
async function batchesSent() {
  const { batches } = await lastBankFile(days.money)
  return batches.map(({ header: { standardEntryClass, entryDescription }, entries }) => [
    standardEntryClass,
    entryDescription,
    entries
      .map(({ transactionCode, discretionaryData }) => `${transactionCode}${discretionaryData}`)
      .join(' '),
  ])
}

/** A prenote as the bank names it in what it sends back. */
async function prenoteOf(loan: LoanKey) {
  const account = await findLoanAccount(api.database.db, loan)
  const traceNumber = account?.prenoteTrace ?? null
  assert(traceNumber !== null, 'the account was asked about')
  return { type: TransactionType.debit, amount: ZERO_CENTS, traceNumber }
}

const another = { routingNumber: '123456780', accountNumber: '000444555666', accountType: 3001 } as const

/** The permission that the borrower signs for the account after a repair. */
async function allowOn(loan: LoanKey): Promise<void> {
  await api.database.db.execute(sql`insert into debit_authorizations (portfolio_id, customer_key, authorization_no,
      loan_no, open_id, kind, account_key, granted_at)
    select portfolio_id, customer_key, 'A-renewed', loan_no, open_id, 'renewed', account_key,
      ${api.clock.now().toISOString()}::timestamptz
    from loan_accounts where loan_no = ${loan.loanNo} and ended_at is null`)
}

const violations = () => moneyViolations(api.deps, api.database.db, { chains: true })

describe('a typed account (domain.md §9; ach.md §4)', () => {
  test('is asked about beside the money, and debited WEB R once its bank has been silent', async () => {
    const loan = await days.fundOne(typed)
    expect(await batchesSent()).toEqual([
      ['PPD', 'LOAN', '22'],
      ['WEB', 'PRENOTE', '28R'],
    ])
    expect(await listLoanAccounts(api.database.db, loan)).toMatchObject([
      { validatedBy: null, prenoteEffectiveDate: localDate(2026, 3, 4), prenoteReturnCode: null },
    ])
    expect((await days.batch('2026-03-04')).files).toEqual([])
    await days.collect(PAYDAYS[0])
    expect(await batchesSent()).toEqual([['WEB', 'LOAN PMT', '27R']])
    expect(await debitsOf(api, loan)).toMatchObject([{ status: TransactionStatus.notChecked }])
    expect(await violations()).toEqual([])
  })

  test('of a borrower who declined automatic payments is asked about ahead of credits', async () => {
    await days.fundOne({ ...typed, ach: false })
    expect(await batchesSent()).toEqual([
      ['PPD', 'LOAN', '22'],
      ['PPD', 'PRENOTE', '23'],
    ])
  })

  test('that a bank link has read is not asked about', async () => {
    await days.fundOne()
    expect(await batchesSent()).toEqual([['PPD', 'LOAN', '22']])
  })

  test('corrected by its bank is validated under the new number', async () => {
    const loan = await days.fundOne(typed)
    const news = { transaction: await prenoteOf(loan), code: 'C01', correctedData: '000111222999' }
    expect(await days.bankSays('2026-03-05', [news])).toMatchObject({ noticesOfChange: 1, unmatched: [] })
    expect(await findLoanAccount(api.database.db, loan)).toMatchObject({
      validatedBy: 'noticeOfChange',
      accountTail: '2999',
    })
    expect((await days.batch('2026-03-05')).files).toEqual([])
    await days.collect(PAYDAYS[0])
    expect(await debitsOf(api, loan)).toMatchObject([{ status: TransactionStatus.notChecked }])
    expect(await violations()).toEqual([])
  })
})

describe('a prenote that comes back', () => {
  test('R03 asks for another account; that one is asked about anew, and debited once allowed', async () => {
    const loan = await days.fundOne(typed)
    const [news] = [{ transaction: await prenoteOf(loan), code: 'R03' }]
    expect(await days.bankSays('2026-03-05', [news])).toMatchObject({ returns: 1, unmatched: [] })
    expect(await days.bankSays('2026-03-05', [news], 1)).toMatchObject({ alreadyKnown: 1 })
    expect(await homeFlagOf(api, loan)).toBe(6)
    expect(await statusOf(api, loan)).toEqual([202, null])
    expect(await noticesOf(api, loan)).toContain('bankRepairNeeded')
    await days.announce('2026-03-06')
    await days.batch('2026-03-12')
    expect(await debitsOf(api, loan)).toMatchObject([{ status: TransactionStatus.none }])
    const held = await listEligibilityDecisions(api.database.db, loan)
    expect(held.map(({ rule }) => rule)).toEqual(['prenoteReturned'])
    await liveOn(api, '2026-03-12T15:00:00-04:00')
    const repaired = await loan.client.ask(repairBankCall, { body: { loanNo: loan.loanNo, ...another } })
    expect(repaired.homeFlag).not.toBe(6)
    await allowOn(loan)
    expect((await days.batch('2026-03-13')).files).toMatchObject([{ prenotes: 1, debits: 0, credits: 0 }])
    expect(await batchesSent()).toEqual([['WEB', 'PRENOTE', '28R']])
    await days.collect(PAYDAYS[1])
    const [, second] = await debitsOf(api, loan)
    expect(second).toMatchObject({ installmentNumber: 2, status: TransactionStatus.notChecked })
    expect(await violations()).toEqual([])
  })

  test('beside the credit that comes back too: the loan is unfunded, and the next account is asked about', async () => {
    const loan = await days.fundOne(typed)
    const credit = await creditOf(api, loan)
    const news = [await prenoteOf(loan), credit].map((transaction) => ({ transaction, code: 'R03' }))
    expect(await days.bankSays('2026-03-05', news)).toMatchObject({ returns: 2, unmatched: [] })
    expect(await statusOf(api, loan)).toEqual([104, null])
    expect(await homeFlagOf(api, loan)).toBe(6)
    await liveOn(api, '2026-03-05T15:00:00-05:00')
    await loan.client.ask(repairBankCall, { body: { loanNo: loan.loanNo, ...another } })
    const { rows } = await api.database.db.execute(sql`select kind from work_items where closed_at is null`)
    expect(rows).toEqual([])
    const credits = await creditOf(api, loan)
    expect(credits.status).toBe(0)
    expect(await listLoanAccounts(api.database.db, loan)).toMatchObject([
      { prenoteReturnCode: 'R03' },
      { source: 'repair', validatedBy: null, prenoteTrace: null },
    ])
    expect(await violations()).toEqual([])
  })

  test('with money in it fits none of ours', async () => {
    const loan = await days.fundOne(typed)
    const prenote = await prenoteOf(loan)
    const wrong = { transaction: { ...prenote, amount: 100n as never }, code: 'R03' }
    await days.bankSays('2026-03-05', [wrong])
    const { rows } = await api.database.db.execute(
      sql`select kind, loan_no from work_items where closed_at is null`,
    )
    expect(rows).toEqual([{ kind: 'refusedReturn', loan_no: loan.loanNo }])
    await days.bankSays('2026-03-06', [{ transaction: prenote, code: 'R03' }], 1)
    const after = await api.database.db.execute(sql`select kind from work_items where closed_at is null`)
    expect(after.rows).toEqual([])
  })
})

describe('the class of a debit (domain.md §9)', () => {
  test('a retry keeps WEB R of its original', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    const [first] = await debitsOf(api, loan)
    assert(first !== undefined, 'a payment was taken')
    await days.bankSays('2026-03-16', [{ transaction: first, code: 'R01' }])
    await days.announce('2026-03-20')
    await days.collect(['2026-03-20', '2026-03-26', '2026-03-27'])
    const [, retry] = (await debitsOf(api, loan)).filter(({ installmentNumber }) => installmentNumber === 1)
    assert(retry !== undefined, 'it is presented again')
    await days.announce('2026-03-25')
    await days.batch('2026-03-31')
    expect(await batchesSent()).toEqual([['WEB', 'RETRY PYMT', '27R']])
  })

  test('under a permission on paper is PPD', async () => {
    const loan = await days.fundOne(typed)
    await api.database.db.execute(sql`update debit_authorizations set medium = 'paper'`)
    await days.collect(PAYDAYS[0])
    expect(await batchesSent()).toEqual([['PPD', 'LOAN PMT', '27']])
    expect((await listDebitAuthorizations(api.database.db, loan))[0]?.medium).toBe('paper')
  })
})

describe('a payment before the account is validated', () => {
  const payOff = ({ loanNo }: LoanKey, mode: 0 | 1, date: string) =>
    ({ body: { loanNo, mode, paymentMode: PaymentMode.ach, date } }) as const

  test('is refused with the days on which it can be taken, and goes out WEB S on the first of them', async () => {
    const loan = await days.fundOne(typed)
    await liveOn(api, '2026-03-05T09:00:00-05:00')
    const { client, loanNo } = loan
    const choices = await client.ask(CALLS.listChange, { query: { loanNo } })
    expect(choices.choices?.debitDates[0]).toBe('2026-03-09')
    for (const mode of [0, 1] as const) {
      const soon = await client.call(CALLS.payOff, payOff(loan, mode, '2026-03-06'))
      expect(soon.code).toBe(RESPONSE_CODES.dateNotAvailable.code)
      expect(JSON.stringify(soon.data)).toContain('Mon, Mar 9, 2026')
    }
    const byHand = { ...payOff(loan, 0, '2026-03-06').body, paymentMode: PaymentMode.moneyOrder }
    expect((await client.call(CALLS.payOff, { body: byHand })).code).toBe(1)
    await client.ask(CALLS.payOff, payOff(loan, 1, '2026-03-09'))
    expect(await days.batch('2026-03-06')).toMatchObject({ ineligible: [], files: [{ debits: 1 }] })
    expect(await batchesSent()).toEqual([['WEB', 'LOAN PMT', '27S']])
    expect(await violations()).toEqual([])
  })

  test('of the schedule moves without being late, where the account was replaced too near its day', async () => {
    const loan = await days.fundOne(typed)
    await days.bankSays('2026-03-05', [{ transaction: await prenoteOf(loan), code: 'R03' }])
    await days.announce('2026-03-06')
    await liveOn(api, '2026-03-11T10:00:00-04:00')
    await loan.client.ask(repairBankCall, { body: { loanNo: loan.loanNo, ...another } })
    await allowOn(loan)
    expect((await days.batch('2026-03-11')).files).toMatchObject([{ prenotes: 1, debits: 0 }])
    await days.announce('2026-03-12')
    const plan = await findCurrentPlan(api.database.db, loan)
    expect(plan?.installments[0]).toMatchObject({ dueDate: localDate(2026, 3, 19) })
    expect(await noticesOf(api, loan)).toContain('paymentMoved')
    await days.batch('2026-03-18')
    await days.settle('2026-03-19')
    expect(await debitsOf(api, loan)).toMatchObject([
      { installmentNumber: 1, status: TransactionStatus.notChecked },
    ])
    await liveOn(api, '2026-03-19T10:00:00-04:00')
    const shown = await loan.client.ask(CALLS.paymentDetail, { query: { loanNo: loan.loanNo } })
    expect(shown).toMatchObject({ daysOverdue: 0, pastDueAmount: '0.00' })
    expect(await violations()).toEqual([])
  })

  test('takes back a canceled loan on the first day of which there is time to tell', async () => {
    const loan = await days.fundOne(typed)
    await liveOn(api, '2026-03-04T10:00:00-05:00')
    const canceled = await loan.client.ask(CALLS.cancelLoan, { body: { loanNo: loan.loanNo, mode: 1 } })
    expect(canceled).toMatchObject({ principalDebit: '500.00', debitDate: '2026-03-10' })
    await days.announceNow()
    expect(await days.batch('2026-03-09')).toMatchObject({ ineligible: [], files: [{ debits: 1 }] })
    expect(await batchesSent()).toEqual([['WEB', 'LOAN PMT', '27S']])
    await days.settle('2026-03-10')
    await days.settle('2026-03-12')
    expect(await statusOf(api, loan)).toEqual([206, 'cancelled'])
    expect(await violations()).toEqual([])
  })
})
