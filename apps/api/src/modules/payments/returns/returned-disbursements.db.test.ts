import { TransactionType, TransactionStatus } from '@dolphin/domain/payments/codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { listSectionCall } from '@dolphin/contract/applications'
import { cancelLoanCall, listDisbursementLoanCall, repairBankCall } from '@dolphin/contract/disbursement'
import { listInboxEntries } from '@dolphin/database/payments/ach-inbox-repository'
import { loanBalances } from '@dolphin/database/payments/ledger-repository'
import {
  findLoanAccount,
  listLoanAccounts,
  loanAccountPlace,
} from '@dolphin/database/servicing/loan-account-repository'
import { findLoan, lockLoan } from '@dolphin/database/loans/loan-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { storeDirectory } from '@dolphin/database/reference-data/bank-directory-repository'
import { assert } from '@dolphin/domain/assert'
import { cents } from '@dolphin/domain/money/cents'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import { ok } from '@dolphin/domain/outcome'
import { sql } from 'drizzle-orm'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../testing/api-fixture.ts'
import { liveOn } from '../../../testing/funded-loans.ts'
import { accountFactsOf, creditOf, debitAt, homeFlagOf, statusOf } from '../../../testing/loan-facts.ts'
import { ledgerDifferences, debitsOf, moneyDays, noticesOf, PAYDAYS } from '../../../testing/money-days.ts'
import { resetApi } from '../../../testing/reset-api.ts'
import type { SignedLoan } from '../../../testing/signed-loans.ts'
import { strandedNow } from '../../../testing/stranded-now.ts'
import { noiaRoundJob } from '../../applications/noia-round.ts'
import { planRefund } from '../refunds.ts'
import { codeOf } from '../../../testing/response-code-of.ts'

/** For JSON, which has no such numbers. */
const withoutBigInt = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

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

const IMPORTED = {
  version: 1,
  fileName: 'fedach.txt',
  sha256: '0'.repeat(64),
  banks: 3,
  added: 3,
  changed: 0,
  removed: 0,
  enteredBy: 'employee:ada-example',
  confirmedBy: 'employee:bea-example',
}
const NEW_ACCOUNT = { routingNumber: '091000019', accountNumber: '999888777666', accountType: 3001 } as const

describe('a returned disbursement (domain.md §2; ach.md §2)', () => {
  test('another account has its bank of the directory: the newest number, and none that takes no ACH', async () => {
    const [loan] = await signAndBatch()
    if (loan === undefined) throw new Error('one loan was sent')
    const bank = { bankName: 'Example Bank', city: 'Duluth', state: 'MN', takesAch: true }
    const merged = { ...bank, routingNumber: NEW_ACCOUNT.routingNumber, newRoutingNumber: '119005718' }
    const banks = [
      merged,
      { ...bank, routingNumber: '119005718', newRoutingNumber: null },
      { ...bank, routingNumber: '091007779', newRoutingNumber: null, takesAch: false },
    ]
    await storeDirectory(
      api.database.db,
      { added: banks, changed: [], removed: [] },
      { ...IMPORTED, importedAt: api.clock.now() },
    )
    await days.bankSays('2026-03-05', [{ transaction: await creditOf(api, loan), code: 'R03' }])
    await liveOn(api, '2026-03-05T13:00:00-05:00')
    const repair = (routingNumber: string) =>
      loan.client.call(repairBankCall, { body: { loanNo: loan.loanNo, ...NEW_ACCOUNT, routingNumber } })
    expect(await repair('091007779')).toMatchObject({
      code: codeOf('bankAccountNotMatched'),
      data: { errors: [{ elementKey: 'routingNumber' }] },
    })
    expect((await repair(NEW_ACCOUNT.routingNumber)).code).toBe(1)
    expect((await findLoanAccount(api.database.db, loan))?.routingNumber).toBe('119005718')
    await days.batch('2026-03-05')
    const accounts = await listLoanAccounts(api.database.db, loan)
    expect(accounts.map(({ routingNumber }) => routingNumber).slice(1)).toEqual(['119005718'])
  })

  test.each([
    ['before it settled', false],
    ['after it settled', true],
  ])(
    '%s: 104, nothing owed, flag 6; another account mends it, and the money goes out again',
    async (_when, settled) => {
      const [loan] = settled ? await days.fund(1) : await signAndBatch()
      if (loan === undefined) throw new Error('one loan was sent')
      expect((await statusOf(api, loan))[0]).toBe(settled ? 202 : 201)
      await days.bankSays('2026-03-05', [{ transaction: await creditOf(api, loan), code: 'R03' }])
      expect(await statusOf(api, loan)).toEqual([104, null])
      expect((await findLoan(api.database.db, loan))?.effectiveDate).toBeNull()
      expect(
        [...(await loanBalances(api.database.db, loan)).values()].filter((balance) => balance !== 0n),
      ).toEqual([])
      expect(await homeFlagOf(api, loan)).toBe(6)
      expect(await noticesOf(api, loan)).toContain('disbursementReturned')
      await liveOn(api, '2026-03-05T13:00:00-05:00')
      const listed = await loan.client.ask(listDisbursementLoanCall, {})
      expect(listed).toMatchObject({
        homeFlag: 6,
        // The day on which it was to go out is behind it: none is named until an account is given.
        loans: [{ loanStatus: LoanStatus.approved, trackerStep: 6, effectiveDate: null }],
      })
      const section = await loan.client.ask(listSectionCall, { query: {} })
      expect(section).toMatchObject({ homeFlag: 6, trackerStep: 6 })
      const same = await loan.client.call(repairBankCall, {
        body: {
          loanNo: loan.loanNo,
          ...NEW_ACCOUNT,
          routingNumber: '123456780',
          accountNumber: '000111222333',
        },
      })
      const typed = (await findLoanAccount(api.database.db, loan))?.accountTail
      if (typed === '2333') expect(same.code).toBe(codeOf('bankAccountNotMatched'))
      const repaired = await loan.client.ask(repairBankCall, {
        body: { loanNo: loan.loanNo, ...NEW_ACCOUNT },
      })
      expect(repaired).toMatchObject({ homeFlag: 4, account: { accountMasked: '••••7666' } })
      expect(await homeFlagOf(api, loan)).toBe(4)
      const again = await loan.client.call(repairBankCall, {
        body: { loanNo: loan.loanNo, ...NEW_ACCOUNT, accountNumber: '555444333222' },
      })
      expect(again.code).toBe(codeOf('repairNotOpen'))
      await days.batch('2026-03-05')
      await days.settle('2026-03-06')
      expect((await statusOf(api, loan))[0]).toBe(202)
      const account = await findLoanAccount(api.database.db, loan)
      expect(account).toMatchObject({ source: 'repair', accountTail: '7666' })
      expect((await creditOf(api, loan)).accountKey).toBe(account?.accountKey)
      expect(await ledgerDifferences(api, loan)).toEqual([])
    },
  )

  test('no other account in 30 days: the loan is withdrawn as left alone, and until then it waits for its borrower', async () => {
    const loan = await days.fundOne()
    await days.bankSays('2026-03-05', [{ transaction: await creditOf(api, loan), code: 'R20' }])
    const stranded = async () => {
      const row = await findLoan(api.database.db, loan)
      assert(row !== undefined, 'a loan is never deleted')
      return await strandedNow(api.deps, api.database.db, row, dateIn(api.clock.now(), NEW_YORK))
    }
    const roundOn = async (day: string) => {
      days.at(day, '17:30')
      await noiaRoundJob(api.deps).run({})
    }
    await roundOn('2026-04-03')
    expect([await statusOf(api, loan), await stranded()]).toEqual([[104, null], []])
    await roundOn('2026-04-04')
    expect([await statusOf(api, loan), await stranded()]).toEqual([[103, null], []])
    expect((await noticesOf(api, loan)).filter((kind) => kind === 'applicationClosed')).toHaveLength(1)
  })

  test('the debit that took a canceled loan back is returned after it was checked: what was paid out is owed again', async () => {
    const loan = await days.fundOne()
    await liveOn(api, '2026-03-05T09:30:00-05:00')
    await loan.client.ask(cancelLoanCall, { body: { loanNo: loan.loanNo, mode: 1 } })
    await days.batch('2026-03-05')
    await days.settle('2026-03-06')
    await days.settle('2026-03-10')
    expect(await statusOf(api, loan)).toEqual([206, 'cancelled'])
    await days.bankSays('2026-03-16', [{ transaction: await debitAt(api, loan, 0), code: 'R07' }])
    expect(await statusOf(api, loan)).toEqual([203, null])
    expect(await noticesOf(api, loan)).toContain('loanReopened')
    expect(await ledgerDifferences(api, loan)).toEqual([])
    const { account } = await accountFactsOf(api, loan)
    expect(account.state.principal).toBe(50_000n)
  })

  async function signAndBatch(): Promise<SignedLoan[]> {
    const { signLoan } = await import('../../../testing/signed-loans.ts')
    const loan = await signLoan(api)
    await days.batch('2026-03-03')
    return [loan]
  }
})

describe('repair-bank (contract.md; domain.md §2)', () => {
  test('lets a loan go on that rested for its account; the new account needs a new permission', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    await days.bankSays('2026-03-16', [{ transaction: await debitAt(api, loan, 0), code: 'R02' }])
    expect(await homeFlagOf(api, loan)).toBe(6)
    const body = { loanNo: loan.loanNo, ...NEW_ACCOUNT }
    const stale = await (async () => {
      await liveOn(api, '2026-03-16T13:00:00-04:00')
      api.clock.set('2026-03-16T15:00:00-04:00')
      await api.database.db.execute(sql`update sessions set last_seen_at = '2026-03-16T19:00:00Z'`)
      return await loan.client.call(repairBankCall, { body })
    })()
    expect(stale.code).toBe(codeOf('recentSignInRequired'))
    await liveOn(api, '2026-03-16T15:00:00-04:00')
    const repaired = await loan.client.ask(repairBankCall, { body })
    expect(repaired.homeFlag).toBe(5)
    expect(await statusOf(api, loan)).toEqual([203, null])
    const run = await days.collect(PAYDAYS[1])
    expect(run.ineligible).toMatchObject([{ rule: expect.stringContaining('authorized') }])
  })

  test('sends a refund again that came back', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    const amount = cents(1_000n)
    await api.deps.units.write(async (unit) => {
      const locked = await lockLoan(unit.tx, loan)
      if (locked === undefined) throw new Error('the loan is there')
      const request = { amount, cause: 'test', actor: 'test', changeNo: 'P000000001' }
      return ok(await planRefund(days.money, unit, locked, request))
    })
    await days.batch('2026-03-16')
    const refunds = async () =>
      (await listTransactions(api.database.db, loan)).filter(({ type }) => type === TransactionType.refund)
    const [refund] = await refunds()
    if (refund === undefined) throw new Error('the refund was sent')
    expect((await accountFactsOf(api, loan)).account.state.refunded).toBe(amount)
    await days.bankSays('2026-03-18', [{ transaction: refund, code: 'R03' }])
    expect((await accountFactsOf(api, loan)).account.state.refunded).toBe(0n)
    expect(await ledgerDifferences(api, loan)).toEqual([])
    expect(await homeFlagOf(api, loan)).toBe(6)
    const items = () => listOpenWorkItems(api.database.db, { portfolioId: 118, kind: 'failedRefund' })
    expect(await items()).toMatchObject([{ loanNo: loan.loanNo, reason: expect.stringContaining('R03') }])
    await liveOn(api, '2026-03-18T13:00:00-04:00')
    await loan.client.ask(repairBankCall, { body: { loanNo: loan.loanNo, ...NEW_ACCOUNT } })
    expect(await homeFlagOf(api, loan)).toBe(5)
    const run = await days.batch('2026-03-19')
    expect(run.files).toMatchObject([{ credits: 1 }])
    expect(await refunds()).toMatchObject([
      { status: TransactionStatus.rejected },
      { status: TransactionStatus.onBatch, amount },
    ])
    expect(await items()).toEqual([])
  })
})

describe('a notice of change (ach.md §3)', () => {
  test('holds from the next entry on, under the same permission', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    const news = { transaction: await debitAt(api, loan, 0), code: 'C01', correctedData: '000111222999' }
    const taken = await days.bankSays('2026-03-16', [news])
    expect(taken).toMatchObject({ status: 'taken', noticesOfChange: 1, returns: 0 })
    const account = await findLoanAccount(api.database.db, loan)
    expect(account).toMatchObject({ source: 'noticeOfChange', sequence: 2, accountTail: '2999' })
    const open =
      account && api.deps.cipher.open(loanAccountPlace(account, 'account_number'), account.accountNumber)
    expect(open).toBe('000111222999')
    const run = await days.collect(PAYDAYS[1])
    expect(run.ineligible).toEqual([])
    expect((await debitsOf(api, loan)).at(-1)?.accountKey).toBe(account?.accountKey)
    const [entry] = await listInboxEntries(api.database.db, loan)
    expect(JSON.stringify(entry, withoutBigInt)).not.toContain('000111222999')
  })

  test('that says nothing of the account waits for a person and changes nothing', async () => {
    const loan = await days.fundOne()
    const transaction = await creditOf(api, loan)
    await days.bankSays('2026-03-05', [{ transaction, code: 'C09', correctedData: '118-SAMPLE' }])
    expect(await listLoanAccounts(api.database.db, loan)).toHaveLength(1)
  })
})
