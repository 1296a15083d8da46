import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  insertDebitAuthorization,
  listDebitAuthorizations,
} from '@dolphin/database/servicing/debit-authorization-repository'
import { listDocumentsOfLoan } from '@dolphin/database/documents/document-repository'
import { isLedgerIntact, listPostings, loanBalances } from '@dolphin/database/payments/ledger-repository'
import { findLoanAccount, loanAccountPlace } from '@dolphin/database/servicing/loan-account-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import {
  insertTransaction,
  listTransactions,
  type NewTransaction,
} from '@dolphin/database/payments/transaction-repository'
import { type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { cents, type Cents, sum } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { ledgerOf } from '@dolphin/domain/servicing/ledger-lines'
import { payoffOn } from '@dolphin/domain/servicing/payoff'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { createBankFolder } from '@dolphin/integrations/ach-gateway/bank-folder'
import { readFile as readNacha } from '@dolphin/nacha/testing/read-file'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataPaths } from '../../config/config.ts'
import { loadAccount } from '../servicing/account-facts.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { type SignedLoan, signLoan } from '../../testing/signed-loans.ts'
import { originateWholeBatch } from './originate-batch.ts'
import { transmitFiles } from './transmit-files.ts'
import { settleAll } from './settle.ts'
import type { MoneyDeps } from '../../deps.ts'

let api: TestApi
let money: MoneyDeps

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await resetApi(api)
  money = { ...api.deps, bank: createBankFolder(dataPaths(api.deps.config.dataDir).bank) }
})
afterAll(() => api.close())

const { parse } = Date
const date = (text: string): LocalDate => {
  const day = parseLocalDate(text)
  if (day === undefined) throw new Error('a day of the calendar')
  return day
}

/** New York: winter time until 2026-03-08. */
function at(day: string, time: string): void {
  api.clock.set(new Date(parse(`${day}T${time}:00${day < '2026-03-08' ? '-05:00' : '-04:00'}`)))
}

async function batch(day: string) {
  at(day, '10:00')
  const run = await originateWholeBatch(money, 118, 'test')
  if (!run.ok) throw new Error('a batch is cut on a banking day')
  await transmitFiles(money)
  return run.value
}

async function settle(day: string) {
  at(day, '08:30')
  const run = await settleAll(money, 118, 'test')
  if (!run.ok) throw new Error('the portfolio settles')
  return run.value
}

/** 500.00 from 2026-03-04 on, ten payments every other Friday from 2026-03-13. */
async function fundedLoan(wish: Parameters<typeof signLoan>[1] = {}): Promise<SignedLoan> {
  const loan = await signLoan(api, wish)
  await batch('2026-03-03')
  await settle('2026-03-04')
  return loan
}

async function debitsOf(loan: SignedLoan) {
  const all = await listTransactions(api.database.db, loan)
  return all.filter(({ type }) => type === 14_001)
}

const statusOf = async (loan: SignedLoan) => {
  const found = await findLoan(api.database.db, loan)
  return [found?.status, found?.subStatus]
}

/** Replay and ledger say the same, and the chain holds. */
async function expectLedger(loan: SignedLoan): Promise<void> {
  const row = await findLoan(api.database.db, loan)
  const facts = row && (await loadAccount(api.deps, api.database.db, row))
  if (facts === undefined) throw new Error('a funded loan')
  const balances = await loanBalances(api.database.db, loan)
  for (const [account, must] of Object.entries(ledgerOf(facts.terms, facts.account.state)))
    expect(balances.get(account) ?? 0n, account).toBe(must)
  expect(await isLedgerIntact(api.database.db, loan)).toBe(true)
}

async function noticeKindsOf(loan: SignedLoan): Promise<string[]> {
  const { rows } = await api.database.db.execute<{ kind: string }>(
    sql`select kind from outbox where loan_no = ${loan.loanNo} order by created_at, kind`,
  )
  return rows.map(({ kind }) => kind)
}

async function lastBankFile() {
  const folder = join(dataPaths(api.deps.config.dataDir).bank, 'outbox')
  const names = (await readdir(folder)).toSorted((left, right) => (left < right ? -1 : 1))
  const read = readNacha(await readFile(join(folder, names.at(-1) ?? ''), 'utf8'))
  if (!read.ok) throw new Error('a file that a bank can read')
  return read.value
}

/** A payment that the borrower confirmed online, as the change that asked for it plans it. */
async function planConfirmed(
  loan: SignedLoan,
  purpose: 'payOff' | 'payNow' | 'rescission',
  on: string,
  amount: Cents,
) {
  const account = await findLoanAccount(api.database.db, loan)
  const authorizationNo = `A-${purpose}`
  await api.deps.units.write(async ({ tx, now }) => {
    const { portfolioId, customerKey, loanNo } = loan
    const base = { portfolioId, customerKey, loanNo, openId: loan.client.openId }
    const accountKey = account?.accountKey ?? ''
    await insertDebitAuthorization(tx, {
      ...base,
      authorizationNo,
      accountKey,
      amount,
      kind: 'singlePayment',
      grantedAt: now,
      documentNo: null,
    })
    const transaction: NewTransaction = {
      ...base,
      accountKey,
      authorizationNo,
      purpose,
      amount,
      transactionNo: `T-${purpose}`,
      type: 14_001,
      mode: 15_000,
      effectiveDate: date(on),
      status: 0,
      instructionKey: `test/${loan.loanNo}/${purpose}`,
      installmentNumber: null,
    }
    await insertTransaction(tx, transaction, { cause: 'confirmed', actor: 'test', at: now })
    return ok(undefined)
  })
}

async function payoff(loan: SignedLoan, on: string): Promise<Cents> {
  const row = await findLoan(api.database.db, loan)
  const facts = row && (await loadAccount(api.deps, api.database.db, row))
  if (facts === undefined) throw new Error('a funded loan')
  return payoffOn(facts.terms, facts.account.state, date(on)).total
}

describe('a payoff (domain.md §2, §10)', () => {
  test('confirmed online goes out WEB as single, leaves exactly zero, and ends the loan with notice and letter', async () => {
    const loan = await fundedLoan()
    at('2026-03-10', '09:00')
    const amount = await payoff(loan, '2026-03-11')
    await planConfirmed(loan, 'payOff', '2026-03-11', amount)
    expect((await batch('2026-03-10')).ineligible).toEqual([])
    const file = await lastBankFile()
    expect(file.batches[0]?.header).toMatchObject({ standardEntryClass: 'WEB', entryDescription: 'LOAN PMT' })
    expect(file.batches[0]?.entries[0]?.discretionaryData.trim()).toBe('S')
    await settle('2026-03-11')
    await expectLedger(loan)
    expect(await statusOf(loan)).toEqual([202, null])
    expect((await batch('2026-03-12')).files).toEqual([])
    await settle('2026-03-13')
    expect(await statusOf(loan)).toEqual([206, 'paidOff'])
    await api.runJobs()
    expect(await noticeKindsOf(loan)).toContain('paidOff')
    const documents = await listDocumentsOfLoan(api.database.db, loan)
    expect(documents.filter(({ documentType }) => documentType === 10)).toHaveLength(1)
    const authorizations = await listDebitAuthorizations(api.database.db, loan)
    expect(authorizations.filter(({ revokedAt }) => revokedAt === null)).toEqual([])
    expect((await loanBalances(api.database.db, loan)).get('principal')).toBe(0n)
  })

  test('for more than is owed takes what is owed; what came in beside it goes back once all is checked (301)', async () => {
    const loan = await fundedLoan()
    at('2026-03-10', '09:00')
    const owed = await payoff(loan, '2026-03-11')
    await planConfirmed(loan, 'payOff', '2026-03-11', cents(owed + 5_000n))
    await batch('2026-03-10')
    expect(await debitsOf(loan)).toMatchObject([{ status: 4, amount: owed }])
    // A cashier's check that came while the debit was on its way.
    await api.deps.units.write(async ({ tx, now }) => {
      const receipt: NewTransaction = {
        portfolioId: 118,
        customerKey: loan.customerKey,
        loanNo: loan.loanNo,
        openId: loan.client.openId,
        transactionNo: 'T-receipt',
        type: 14_001,
        mode: 15_013,
        purpose: 'receipt',
        amount: cents(4_000n),
        effectiveDate: date('2026-03-10'),
        settledOn: date('2026-03-10'),
        status: 3,
        instructionKey: `receipt/${loan.loanNo}`,
        installmentNumber: null,
      }
      await insertTransaction(tx, receipt, { cause: 'a check', actor: 'test', at: now })
      return ok(undefined)
    })
    await settle('2026-03-11')
    await settle('2026-03-13')
    const all = await listTransactions(api.database.db, loan)
    const refunds = all.filter(({ type }) => type === 14_002)
    expect(refunds).toMatchObject([{ status: 0, purpose: 'refund' }])
    expect(refunds[0]?.amount).toBeGreaterThanOrEqual(4_000n)
    await settle('2026-03-13')
    const run = await batch('2026-03-13')
    expect(run.files).toMatchObject([{ credits: 1, debits: 0 }])
    const file = await lastBankFile()
    expect(file.batches[0]?.header).toMatchObject({ standardEntryClass: 'PPD', entryDescription: 'REFUND' })
    await expectLedger(loan)
    expect((await loanBalances(api.database.db, loan)).get('cashInTransit')).toBe(0n)
    expect(await noticeKindsOf(loan)).toContain('refundSent')
    await settle('2026-03-16')
    expect(
      (await listTransactions(api.database.db, loan)).filter(({ type }) => type === 14_002),
    ).toMatchObject([{ status: 2 }])
    expect(sum((await batch('2026-03-16')).files.map(({ creditTotal }) => creditTotal))).toBe(0n)
  })
})

test('a rescission: one debit of the principal, no interest, and the loan ends canceled (domain.md §2)', async () => {
  const loan = await fundedLoan()
  at('2026-03-04', '09:30')
  await planConfirmed(loan, 'rescission', '2026-03-05', cents(50_000n))
  expect((await batch('2026-03-04')).ineligible).toEqual([])
  await settle('2026-03-05')
  expect((await listPostings(api.database.db, loan)).map(({ kind }) => kind)).toContain('cancelled')
  await expectLedger(loan)
  expect(await statusOf(loan)).toEqual([202, null])
  await settle('2026-03-09')
  expect(await statusOf(loan)).toEqual([206, 'cancelled'])
  expect((await loanBalances(api.database.db, loan)).get('income') ?? 0n).toBe(0n)
  expect(await noticeKindsOf(loan)).toContain(STORED_NAMES.noticeKind.loanCanceled)
})

test('the account that the money went to is kept sealed, bound to its loan, and known by its key (design/security.md T19)', async () => {
  const loan = await fundedLoan()
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
