import { TransactionStatus, TransactionType, TransactionMode } from '@dolphin/domain/payments/codes'
import { listAccountEntries } from '@dolphin/database/servicing/account-entry-repository'
import { ledgerTotal } from '@dolphin/database/payments/ledger-repository'
import { insertTransaction, listTransactionMoves } from '@dolphin/database/payments/transaction-repository'
import { addDays, formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { cents } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok } from '@dolphin/domain/outcome'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../testing/api-fixture.ts'
import { payoffAmountOn, planConfirmed } from '../../../testing/confirmed-payments.ts'
import { accountFactsOf, debitAt, homeFlagOf, statusOf } from '../../../testing/loan-facts.ts'
import { ledgerDifferences, debitsOf, moneyDays, noticesOf, PAYDAYS } from '../../../testing/money-days.ts'
import { resetApi } from '../../../testing/reset-api.ts'

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

describe('R01 (ach.md §2, re-presentation; domain.md §9)', () => {
  test('goes again once the next payment is checked, same amount; two in a row bar the account, with the rights notice', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    const first = await debitAt(api, loan, 0)
    await days.bankSays('2026-03-16', [{ transaction: first, code: 'R01' }])
    const again = (await debitsOf(api, loan)).find(({ purpose }) => purpose === 'representment')
    expect(formatCurrency(first.amount)).toBe('$78.61')
    expect(again).toMatchObject({
      amount: first.amount,
      status: TransactionStatus.none,
      attempt: 2,
      installmentNumber: 1,
    })
    expect(again && formatLocalDate(again.effectiveDate)).toBe('2026-04-01')
    const run = await days.collect(PAYDAYS[1])
    expect(run.ineligible).toEqual([])
    expect(run.files).toMatchObject([{ debits: 1 }])
    await days.announce('2026-03-25')
    const second = (await debitsOf(api, loan)).find(({ installmentNumber }) => installmentNumber === 2)
    if (second === undefined) throw new Error('the next payment was sent')
    await days.bankSays('2026-03-30', [{ transaction: second, code: 'R01' }])
    const retry = await days.batch('2026-03-31')
    expect(retry.files).toEqual([])
    expect(retry.ineligible).toMatchObject([{ rule: expect.stringContaining('twoFailures') }])
    const debits = await debitsOf(api, loan)
    expect(debits.map(({ status }) => status)).toEqual([-1, -1, 0])
    expect((await noticesOf(api, loan)).filter((kind) => kind === 'rightsNotice')).toHaveLength(1)
    // Each payment that came back has one fee.
    expect(await listAccountEntries(api.database.db, loan)).toMatchObject([
      { cause: `return of ${first.transactionNo}`, amount: 1_500n },
      { kind: 'fee', amount: 1_500n },
    ])
    const next = await days.collect(PAYDAYS[2])
    expect(next.files).toEqual([])
    const held = { rule: expect.stringContaining('twoFailures') }
    expect(next.ineligible).toMatchObject([held, held])
    expect((await debitsOf(api, loan)).map(({ status }) => status)).toEqual([-1, -1, -2, 0])
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('that comes before the debit has settled books nothing but the fee', async () => {
    const loan = await days.fundOne()
    await days.announce(PAYDAYS[0][0])
    await days.batch(PAYDAYS[0][1])
    const first = await debitAt(api, loan, 0)
    await days.bankSays('2026-03-12', [{ transaction: first, code: 'R01' }])
    expect((await listTransactionMoves(api.database.db, first)).map(({ toStatus }) => toStatus)).toEqual([
      0, 1, 4, -1,
    ])
    const { account } = await accountFactsOf(api, loan)
    expect(account.state).toMatchObject({ principal: 50_000n, fees: 1_500n, paid: 0n })
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })
})

describe('a late return (domain.md §9)', () => {
  test('59 days late with three payments after it comes to what a computation from scratch comes to', async () => {
    const [late, never] = await days.fund(2)
    if (late === undefined || never === undefined) throw new Error('two loans were funded')
    for (const payday of PAYDAYS) await days.collect(payday)
    const before = await accountFactsOf(api, late)
    const first = await debitAt(api, late, 0)
    await days.bankSays('2026-05-11', [{ transaction: first, code: 'R11' }])
    const { account } = await accountFactsOf(api, late)
    expect(account.state.paid).toBe(before.account.state.paid - first.amount)
    // The other loan's first debit came back at once: from then on both are the same debt.
    await api.database.db.execute(
      sql`update transactions set status = ${TransactionStatus.rejected}, return_code = 'R11', returned_on = '2026-03-16'
        where loan_no = ${never.loanNo} and installment_number = 1`,
    )
    expect(account.state).toEqual((await accountFactsOf(api, never)).account.state)
    expect(await ledgerDifferences(api, late)).toEqual([])
    expect(await ledgerTotal(api.database.db)).toBe(0n)
  })

  test('opens a paid-off loan again: 206 → 203, told, and nothing is taken without a permission', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    days.at('2026-03-19', '09:00')
    const on = addDays((await debitAt(api, loan, 0)).effectiveDate, 7)
    const amount = await payoffAmountOn(api, loan, on)
    await planConfirmed(api, loan, { purpose: 'payOff', on, amount })
    await days.batch('2026-03-19')
    await days.settle('2026-03-20')
    await days.settle('2026-03-25')
    expect(await statusOf(api, loan)).toEqual([206, 'paidOff'])
    const first = await debitAt(api, loan, 0)
    await days.bankSays('2026-05-11', [{ transaction: first, code: 'R07' }])
    expect(await statusOf(api, loan)).toEqual([203, null])
    expect(await noticesOf(api, loan)).toContain('loanReopened')
    const { account } = await accountFactsOf(api, loan)
    expect(account.state.principal).toBeGreaterThan(0n)
    expect(await ledgerDifferences(api, loan)).toEqual([])
    const run = await days.collect(['2026-05-15', '2026-05-21', '2026-05-22'])
    expect(run.files).toEqual([])
    expect(await homeFlagOf(api, loan)).toBe(5)
  })
})

describe('R11 (ach.md §2; domain.md §9)', () => {
  test('stops automatic debits, and one corrected entry is let out, once', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    const first = await debitAt(api, loan, 0)
    await days.bankSays('2026-03-16', [{ transaction: first, code: 'R11' }])
    const plan = async (attempt: number, originalTransactionNo: string) =>
      await api.deps.units.write(async (unit) =>
        ok(
          await insertTransaction(
            unit.tx,
            {
              portfolioId: 118,
              customerKey: loan.customerKey,
              loanNo: loan.loanNo,
              openId: loan.client.openId,
              transactionNo: `C-${attempt}`,
              type: TransactionType.debit,
              mode: TransactionMode.ach,
              amount: cents(first.amount - 100n),
              effectiveDate: addDays(first.effectiveDate, 14),
              status: TransactionStatus.none,
              instructionKey: `correction/${attempt}`,
              installmentNumber: 1,
              purpose: 'representment',
              originalTransactionNo,
              attempt,
            },
            { cause: 'corrected', actor: 'test', at: unit.now },
          ),
        ),
      )
    await plan(2, first.transactionNo)
    const run = await days.collect(PAYDAYS[1])
    expect(run.files).toMatchObject([{ debits: 1 }])
    expect(run.ineligible).toMatchObject([{ rule: expect.stringContaining('permissionEnded') }])
    const corrected = (await debitsOf(api, loan)).find(({ transactionNo }) => transactionNo === 'C-2')
    expect(corrected?.status).toBe(TransactionStatus.notChecked)
    if (corrected === undefined) throw new Error('the corrected entry went out')
    await days.bankSays('2026-03-30', [{ transaction: corrected, code: 'R11' }], 1)
    await plan(3, corrected.transactionNo)
    const next = await days.collect(PAYDAYS[2])
    expect(next.files).toEqual([])
    expect(next.ineligible.map(({ rule }) => rule)).toContainEqual(expect.stringContaining('correction'))
  })
})
