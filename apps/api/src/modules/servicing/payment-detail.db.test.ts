import { DAY_MS, MINUTE_MS } from '@dolphin/domain/time/durations'
import { listRepaymentLoanCall, paymentDetailCall } from '@dolphin/contract/servicing'
import { insertAccountEntry, listAccountEntries } from '@dolphin/database/servicing/account-entry-repository'
import { bulkInsert } from '@dolphin/database/driver/bulk-insert'
import { insertEligibilityDecisions } from '@dolphin/database/payments/eligibility-decision-repository'
import { findLoanAccountRows } from '@dolphin/database/servicing/loan-account-rows-repository'
import { findLoanPage } from '@dolphin/database/loans/loan-page-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import type { KeyedLoan } from '@dolphin/database/driver/owner'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { transactions } from '@dolphin/database/schema/payment'
import { loanAccounts } from '@dolphin/database/schema/servicing'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { insertIbvRequest, saveIbvReport } from '@dolphin/database/verification/ibv-repository'
import { addDays, localDate } from '@dolphin/domain/calendar/local-date'
import { cents } from '@dolphin/domain/money/cents'
import { TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { openBrowser } from '../../testing/customers.ts'
import { fundLoan } from '../../testing/funded-loans.ts'
import { resetApi } from '../../testing/reset-api.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(() => resetApi(api))
afterAll(() => api.close())

const FIRST = localDate(2026, 3, 5)
const at = new Date('2026-03-05T15:00:00.123Z')

/** Debits that all came back, a day apart. */
async function addReturned(loan: SignedLoan, count: number): Promise<MoneyTransaction[]> {
  const [credit] = await listTransactions(api.database.db, loan)
  if (credit === undefined) throw new Error('a funded loan has its credit')
  const returned = Array.from({ length: count }, (_, index): MoneyTransaction => {
    const number = index.toString().padStart(3, '0')
    return {
      ...credit,
      type: TransactionType.debit,
      transactionNo: `R${number}`,
      instructionKey: `returned/${number}`,
      traceNumber: null,
      purpose: 'payNow',
      status: TransactionStatus.rejected,
      effectiveDate: addDays(FIRST, index),
      createdAt: at,
      updatedAt: at,
    }
  })
  await bulkInsert(api.database.db, transactions, returned)
  return returned
}

const feeOf = ({ portfolioId, customerKey, loanNo }: KeyedLoan, amount: bigint) => ({
  portfolioId,
  customerKey,
  loanNo,
  entryNo: 'E1',
  kind: 'fee' as const,
  amount: cents(amount),
  effectiveDate: FIRST,
  cause: 'test',
  transactionNo: null,
  actor: 'system',
  createdAt: at,
})

const answerOf = (loan: SignedLoan, decisionNo: string, allowed: boolean, minute: number) => ({
  portfolioId: loan.portfolioId,
  customerKey: loan.customerKey,
  loanNo: loan.loanNo,
  decisionNo,
  transactionNo: 'R039',
  asked: 'batch' as const,
  allowed,
  rule: 'allRulesHold',
  words: allowed ? '' : 'Banks are closed on this date. Please pick another.',
  facts: {},
  at: new Date(at.getTime() + minute * MINUTE_MS),
})

const detailOf = ({ client, loanNo }: SignedLoan, history?: 'newest' | 'all') =>
  client.ask(paymentDetailCall, { query: { loanNo, history } })

test('a long history has two parts: the newest transactions, and all on request (contract.md "payment-detail")', async () => {
  const loan = await fundLoan(api)
  await addReturned(loan, 40)
  const all = await listTransactions(api.database.db, loan)
  const numbers = all.map(({ transactionNo }) => transactionNo)
  const newest = await detailOf(loan)
  const shown = newest.transactions.map(({ transactionNo }) => transactionNo)
  expect(shown.filter((number) => number.startsWith('R'))).toEqual(
    Array.from({ length: 30 }, (_, index) => `R0${index + 10}`),
  )
  expect(newest.earlierTransactions).toBe(numbers.length - shown.length)
  const shownNos = (rows: typeof newest.timeline) => rows.flatMap(({ transactionNo }) => transactionNo ?? [])
  expect(shownNos(newest.timeline).toSorted()).toEqual(shown.toSorted())
  const whole = await detailOf(loan, 'all')
  expect(whole.transactions.map(({ transactionNo }) => transactionNo)).toEqual(numbers)
  expect(shownNos(whole.timeline).toSorted()).toEqual(numbers.toSorted())
  const { transactions: _few, timeline: _short, earlierTransactions: _rest, ...figures } = newest
  expect(whole).toMatchObject({ ...figures, earlierTransactions: 0 })
})

/** Debits of the schedule, sent up to three times: some paid at last, some lost for good, some under way. */
async function addAttempts(loan: SignedLoan, payments: number): Promise<void> {
  const [credit] = await listTransactions(api.database.db, loan)
  const plan = await findCurrentPlan(api.database.db, loan)
  if (credit === undefined || plan === undefined) throw new Error('a funded loan has its credit and plan')
  const { rejected, pastDue, checked, none } = TransactionStatus
  const ends = [checked, rejected, pastDue, none]
  const debits = plan.installments.slice(0, payments).flatMap(({ number, amount }) =>
    [1, 2, 3].map(
      (attempt): MoneyTransaction => ({
        ...credit,
        type: TransactionType.debit,
        transactionNo: `N${number}-${attempt}`,
        instructionKey: `attempt/${number}/${attempt}`,
        traceNumber: null,
        installmentNumber: number,
        purpose: attempt === 1 ? 'installment' : 'representment',
        attempt,
        amount,
        status: attempt === 3 ? (ends[number % ends.length] ?? none) : rejected,
        settledOn: addDays(FIRST, number),
        effectiveDate: addDays(FIRST, number),
        // The same instant for two of them: then the later row counts.
        createdAt: new Date(at.getTime() + number * MINUTE_MS + (attempt === 1 ? 0 : 1)),
        updatedAt: at,
      }),
    ),
  )
  await bulkInsert(api.database.db, transactions, debits)
}

test('every figure is the same whether old lost transactions are read or not: none of them says anything of the debt', async () => {
  for (const payments of [2, 5, 9]) {
    await resetApi(api)
    const loan = await fundLoan(api)
    await addAttempts(loan, payments)
    await addReturned(loan, 35)
    const newest = await detailOf(loan)
    const whole = await detailOf(loan, 'all')
    const { transactions: shown, timeline, earlierTransactions, ...figures } = newest
    expect(whole).toMatchObject({ ...figures, earlierTransactions: 0 })
    expect(shown.length + earlierTransactions).toBe(whole.transactions.length)
    const numbers = new Set(shown.map(({ transactionNo }) => transactionNo))
    expect(whole.transactions.filter(({ transactionNo }) => numbers.has(transactionNo))).toEqual(shown)
    const isShown = ({ transactionNo }: (typeof timeline)[number]) =>
      transactionNo === null || numbers.has(transactionNo)
    expect(whole.timeline.filter(isShown)).toEqual(timeline)
  }
})

test('a loan of which nothing changed is answered anew on the next day, and to each reader in their language', async () => {
  const loan = await fundLoan(api, { ach: false })
  const today = await detailOf(loan)
  const inSpanish = await loan.client.ask(
    paymentDetailCall,
    { query: { loanNo: loan.loanNo } },
    { headers: { 'accept-language': 'es' } },
  )
  expect(inSpanish.automatic.reason).not.toBe(today.automatic.reason)
  const withoutReasons = (page: object) =>
    JSON.stringify(page, (name, value: unknown) => (name === 'reason' ? undefined : value))
  expect(withoutReasons(inSpanish)).toBe(withoutReasons(today))
  expect(await detailOf(loan)).toEqual(today)
  api.clock.advance(DAY_MS)
  const tomorrow = await detailOf({
    ...loan,
    client: await openBrowser(api, { ...loan, openId: loan.client.openId }),
  })
  expect(Number(tomorrow.interestToday)).toBeGreaterThan(Number(today.interestToday))
})

test('the row of a loan in the list says what its page says, and is made anew when something changes', async () => {
  const loan = await fundLoan(api)
  const rowOf = async (client = loan.client) => (await client.ask(listRepaymentLoanCall, {})).loans[0]
  const pageOf = async (whose = loan) => {
    const { balance, payoffToday, paid, nextDueDate, pastDueAmount } = await detailOf(whose)
    return { balance, payoffToday, paid, nextDueDate, pastDueAmount }
  }
  const first = await rowOf()
  expect(first).toEqual(await rowOf())
  expect(first).toMatchObject(await pageOf())
  await insertAccountEntry(api.database.db, feeOf(loan, 1_500n))
  const dearer = await rowOf()
  expect(dearer).toMatchObject(await pageOf())
  expect(dearer?.payoffToday).not.toBe(first?.payoffToday)
  api.clock.advance(DAY_MS)
  const client = await openBrowser(api, { ...loan, openId: loan.client.openId })
  const tomorrow = await rowOf(client)
  expect(tomorrow).toMatchObject(await pageOf({ ...loan, client }))
  expect(tomorrow?.payoffToday).not.toBe(dearer?.payoffToday)
})

test('the page of a loan is read by its own customer alone, in one statement (design/security.md T3)', async () => {
  const loan = await fundLoan(api)
  const { db } = api.database
  const [own] = await listTransactions(db, loan)
  const owner = { portfolioId: loan.portfolioId, openId: own?.openId ?? '' }
  const page = (await findLoanPage(db, owner, loan.loanNo, 'all'))?.read()
  expect(page?.loan).toEqual(await findLoan(db, loan))
  expect(page?.accountRows?.current).toEqual(await findCurrentPlan(db, loan))
  expect(await findLoanPage(db, { ...owner, openId: 'another' }, loan.loanNo, 'all')).toBeUndefined()
  expect(await findLoanPage(db, { ...owner, portfolioId: 110 }, loan.loanNo, 'newest')).toBeUndefined()
})

test('the last result of a debit is shown at it until a later one allows it; the rules asked now say what is automatic (domain.md §9)', async () => {
  const loan = await fundLoan(api)
  await addReturned(loan, 40)
  const { db } = api.database
  await insertEligibilityDecisions(db, [answerOf(loan, 'G1', true, 0), answerOf(loan, 'G2', false, 1)])
  const ineligible = await detailOf(loan)
  const reasonOf = ({ timeline }: typeof ineligible) =>
    timeline.find(({ transactionNo }) => transactionNo === 'R039')?.reason
  expect(reasonOf(ineligible)).toBe('Banks are closed on this date. Please pick another.')
  expect(ineligible.automatic).toEqual({ on: true, reason: null })
  await insertEligibilityDecisions(db, [answerOf(loan, 'G3', true, 2)])
  const allowed = await detailOf(loan)
  expect(reasonOf(allowed)).toBeNull()
  expect(allowed.automatic).toEqual({ on: true, reason: null })
})

test('the books read in one statement are the rows of the single lists, to the value', async () => {
  const loan = await fundLoan(api)
  await addReturned(loan, 3)
  const { db } = api.database
  await insertAccountEntry(db, feeOf(loan, 9_007_199_254_740_993n))
  expect(await findLoanAccountRows(db, loan)).toEqual({
    current: await findCurrentPlan(db, loan),
    transactions: await listTransactions(db, loan),
    entries: await listAccountEntries(db, loan),
    openDebitNo: null,
  })
  expect(await findLoanAccountRows(db, { ...loan, loanNo: '118-0000000' })).toBeUndefined()
})

/** A link of the loan that came through and has reported. */
async function addLink({ portfolioId, customerKey, loanNo }: SignedLoan, institution: string, at: Date) {
  const { db } = api.database
  const key = { portfolioId, customerKey, loanNo, requestCode: institution }
  const request = { ...key, provider: 'sandbox', providerReference: '', institution }
  await insertIbvRequest(db, { ...request, status: IbvStatus.successful, createdAt: at, expiresAt: at })
  await saveIbvReport(db, api.deps.cipher, key, { report: {}, at })
}

test('the bank of the account is named where its link has read the account, and nowhere else', async () => {
  const loan = await fundLoan(api)
  const { db } = api.database
  const accountIs = async (fields: Partial<typeof loanAccounts.$inferInsert>) => {
    const { portfolioId, loanNo } = loan
    const of = and(eq(loanAccounts.portfolioId, portfolioId), eq(loanAccounts.loanNo, loanNo))
    await db.update(loanAccounts).set(fields).where(of)
    const listed = await loan.client.ask(listRepaymentLoanCall, {})
    return [(await detailOf(loan)).account?.bankName, listed.loans[0]?.account?.bankName]
  }
  await addLink(loan, 'Cedar Bank', new Date('2026-03-01T12:00:00Z'))
  await addLink(loan, 'Juniper Credit Union', new Date('2026-03-04T12:00:00Z'))
  const createdAt = new Date('2026-03-03T12:00:00Z')
  expect(await accountIs({ validatedBy: null, createdAt })).toEqual([null, null])
  expect(await accountIs({ validatedBy: 'noticeOfChange' })).toEqual([null, null])
  expect(await accountIs({ validatedBy: 'bankLink' })).toEqual(['Cedar Bank', 'Cedar Bank'])
  const token = 'Juniper Credit Union'
  expect(await accountIs({ linkRequestCode: token })).toEqual([token, token])
})
