import { TransactionStatus, TransactionType, TransactionMode } from '@dolphin/domain/payments/codes'
import { listRepaymentLoanCall } from '@dolphin/contract/servicing'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { listDebitAuthorizations } from '@dolphin/database/servicing/debit-authorization-repository'
import { listDocumentsOfLoan } from '@dolphin/database/documents/document-repository'
import { listPostings, loanBalances } from '@dolphin/database/payments/ledger-repository'
import { findLoanAccount, loanAccountPlace } from '@dolphin/database/servicing/loan-account-repository'
import {
  insertTransaction,
  listTransactions,
  type NewTransaction,
} from '@dolphin/database/payments/transaction-repository'
import { cents, moneyToWire, sum } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { lastBankFile } from '../../testing/bank-outbox.ts'
import { payoffAmountOn, planConfirmed } from '../../testing/confirmed-payments.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { statusOf } from '../../testing/loan-facts.ts'
import { debitsOf, ledgerDifferences, moneyDays, noticesOf } from '../../testing/money-days.ts'

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

describe('a payoff (domain.md §2, §10)', () => {
  test('confirmed online goes out WEB as single, leaves exactly zero, and ends the loan with notice and letter', async () => {
    const loan = await days.fundOne()
    days.at('2026-03-10', '09:00')
    const amount = await payoffAmountOn(api, loan, localDate(2026, 3, 11))
    await planConfirmed(api, loan, { purpose: 'payOff', on: localDate(2026, 3, 11), amount })
    expect((await days.batch('2026-03-10')).ineligible).toEqual([])
    const file = await lastBankFile(days.money)
    expect(file.batches[0]?.header).toMatchObject({ standardEntryClass: 'WEB', entryDescription: 'LOAN PMT' })
    expect(file.batches[0]?.entries[0]?.discretionaryData.trim()).toBe('S')
    await days.settle('2026-03-11')
    expect(await ledgerDifferences(api, loan)).toEqual([])
    expect(await statusOf(api, loan)).toEqual([202, null])
    expect((await days.batch('2026-03-12')).files).toEqual([])
    await days.settle('2026-03-13')
    expect(await statusOf(api, loan)).toEqual([206, 'paidOff'])
    await api.runJobs()
    expect(await noticesOf(api, loan)).toContain('paidOff')
    const documents = await listDocumentsOfLoan(api.database.db, loan)
    expect(documents.filter(({ documentType }) => documentType === 10)).toHaveLength(1)
    const authorizations = await listDebitAuthorizations(api.database.db, loan)
    expect(authorizations.filter(({ revokedAt }) => revokedAt === null)).toEqual([])
    expect((await loanBalances(api.database.db, loan)).get('principal')).toBe(0n)
  })

  test('the home page says what it saved: with what was paid, it is the total of the schedule', async () => {
    const loan = await days.fundOne()
    const schedule = await findCurrentPlan(api.database.db, loan)
    const row = async (instant: string) => {
      await liveOn(api, instant)
      return (await loan.client.ask(listRepaymentLoanCall, {})).loans[0]
    }
    expect(await row('2026-03-06T09:00:00-05:00')).toMatchObject({ savedByPayingEarly: '0.00' })
    days.at('2026-03-10', '09:00')
    const amount = await payoffAmountOn(api, loan, localDate(2026, 3, 11))
    await planConfirmed(api, loan, { purpose: 'payOff', on: localDate(2026, 3, 11), amount })
    await days.batch('2026-03-10')
    await days.settle('2026-03-11')
    await days.settle('2026-03-13')
    const { paid, savedByPayingEarly } = (await row('2026-03-16T09:00:00-04:00')) ?? {}
    expect(paid).toBe(moneyToWire(amount))
    expect(savedByPayingEarly).toBe(moneyToWire(cents((schedule?.plan.totalOfPayments ?? 0n) - amount)))
  })

  test('for more than is owed takes what is owed; what came in beside it goes back once all is checked (301)', async () => {
    const loan = await days.fundOne()
    days.at('2026-03-10', '09:00')
    const owed = await payoffAmountOn(api, loan, localDate(2026, 3, 11))
    await planConfirmed(api, loan, {
      purpose: 'payOff',
      on: localDate(2026, 3, 11),
      amount: cents(owed + 5_000n),
    })
    await days.batch('2026-03-10')
    expect(await debitsOf(api, loan)).toMatchObject([{ status: TransactionStatus.onBatch, amount: owed }])
    // A cashier's check that came while the debit was on its way.
    await api.deps.units.write(async ({ tx, now }) => {
      const receipt: NewTransaction = {
        portfolioId: 118,
        customerKey: loan.customerKey,
        loanNo: loan.loanNo,
        openId: loan.client.openId,
        transactionNo: 'T-receipt',
        type: TransactionType.debit,
        mode: TransactionMode.paperCheck,
        purpose: 'receipt',
        amount: cents(4_000n),
        effectiveDate: localDate(2026, 3, 10),
        settledOn: localDate(2026, 3, 10),
        status: TransactionStatus.checked,
        instructionKey: `receipt/${loan.loanNo}`,
        installmentNumber: null,
      }
      await insertTransaction(tx, receipt, { cause: 'a check', actor: 'test', at: now })
      return ok(undefined)
    })
    await days.settle('2026-03-11')
    await days.settle('2026-03-13')
    const all = await listTransactions(api.database.db, loan)
    const refunds = all.filter(({ type }) => type === TransactionType.refund)
    expect(refunds).toMatchObject([{ status: TransactionStatus.none, purpose: 'refund' }])
    expect(refunds[0]?.amount).toBeGreaterThanOrEqual(4_000n)
    await days.settle('2026-03-13')
    const run = await days.batch('2026-03-13')
    expect(run.files).toMatchObject([{ credits: 1, debits: 0 }])
    const file = await lastBankFile(days.money)
    expect(file.batches[0]?.header).toMatchObject({ standardEntryClass: 'PPD', entryDescription: 'REFUND' })
    expect(await ledgerDifferences(api, loan)).toEqual([])
    expect((await loanBalances(api.database.db, loan)).get('cashInTransit')).toBe(0n)
    expect(await noticesOf(api, loan)).toContain('refundSent')
    await days.settle('2026-03-16')
    expect(
      (await listTransactions(api.database.db, loan)).filter(({ type }) => type === TransactionType.refund),
    ).toMatchObject([{ status: TransactionStatus.notChecked }])
    expect(sum((await days.batch('2026-03-16')).files.map(({ creditTotal }) => creditTotal))).toBe(0n)
  })
})

test('a rescission: one debit of the principal, no interest, and the loan ends canceled (domain.md §2)', async () => {
  const loan = await days.fundOne()
  days.at('2026-03-04', '09:30')
  await planConfirmed(api, loan, { purpose: 'rescission', on: localDate(2026, 3, 5), amount: cents(50_000n) })
  expect((await days.batch('2026-03-04')).ineligible).toEqual([])
  await days.settle('2026-03-05')
  expect((await listPostings(api.database.db, loan)).map(({ kind }) => kind)).toContain('cancelled')
  expect(await ledgerDifferences(api, loan)).toEqual([])
  expect(await statusOf(api, loan)).toEqual([202, null])
  await days.settle('2026-03-09')
  expect(await statusOf(api, loan)).toEqual([206, 'cancelled'])
  expect((await loanBalances(api.database.db, loan)).get('income') ?? 0n).toBe(0n)
  expect(await noticesOf(api, loan)).toContain(STORED_NAMES.noticeKind.loanCanceled)
})

test('the account that the money went to is kept sealed, bound to its loan, and known by its key (design/security.md T19)', async () => {
  const loan = await days.fundOne()
  const account = await findLoanAccount(api.database.db, loan)
  if (account === undefined) throw new Error('a funded loan has an account')
  expect(account).toMatchObject({ sequence: 1, accountTail: '2333', source: 'application', endedAt: null })
  expect(account.accountNumber).not.toContain('2333')
  const place = loanAccountPlace(account, 'account_number')
  expect(api.deps.cipher.open(place, account.accountNumber)).toBe('000111222333')
  const [credit] = await listTransactions(api.database.db, loan)
  const [authorization] = await listDebitAuthorizations(api.database.db, loan)
  expect(credit?.accountKey).toBe(account.accountKey)
  expect(authorization?.accountKey).toBe(account.accountKey)
})
