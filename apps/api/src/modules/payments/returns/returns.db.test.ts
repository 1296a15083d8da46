import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listDisbursementLoanCall, repairBankCall } from '@dolphin/contract/disbursement'
import { importReturnCall, returnRateCall } from '@dolphin/contract/payments'
import { searchAuditCall } from '@dolphin/contract/examiner'
import { RESPONSE_CODES, type ResponseCodeName } from '@dolphin/contract/response-codes'
import { listAccountEntries } from '@dolphin/database/servicing/account-entry-repository'
import { findInboxFile, listInboxEntries } from '@dolphin/database/payments/ach-inbox-repository'
import { insertDebitAuthorization } from '@dolphin/database/servicing/debit-authorization-repository'
import { ledgerTotal, loanBalances } from '@dolphin/database/payments/ledger-repository'
import {
  findLoanAccount,
  listLoanAccounts,
  loanAccountPlace,
} from '@dolphin/database/servicing/loan-account-repository'
import { findLoan, lockLoan } from '@dolphin/database/loans/loan-repository'
import {
  insertTransaction,
  listTransactionMoves,
  listTransactions,
  type MoneyTransaction,
} from '@dolphin/database/payments/transaction-repository'
import { addDays, formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { cents } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok } from '@dolphin/domain/outcome'
import { payoffOn } from '@dolphin/domain/servicing/payoff'
import { sha256Hex } from '@dolphin/integrations/objects/object-key'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataPaths } from '../../../config/config.ts'
import { readHomeFlag } from '../../loans/home-state.ts'
import { loadAccount } from '../../servicing/account-facts.ts'
import { startTestApi, type TestApi } from '../../../testing/api-fixture.ts'
import { bankFile } from '../../../testing/bank-returns.ts'
import { signInEmployee } from '../../../testing/employees.ts'
import { liveOn } from '../../../testing/funded-loans.ts'
import { ledgerDifferences, debitsOf, moneyDays, noticesOf, PAYDAYS } from '../../../testing/money-days.ts'
import { resetApi } from '../../../testing/reset-api.ts'
import type { SignedLoan } from '../../../testing/signed-loans.ts'
import { planRefund } from '../refunds.ts'
import { takeInbox } from './inbox-round.ts'
import { watchReturnRates } from './return-rate-watch.ts'

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

const codeOf = (name: ResponseCodeName): number => RESPONSE_CODES[name].code
const NEW_ACCOUNT = { routingNumber: '091000019', accountNumber: '999888777666', accountType: 3001 } as const

const stateOf = async (loan: SignedLoan) => {
  const found = await findLoan(api.database.db, loan)
  return [found?.status, found?.subStatus]
}

const homeFlagOf = ({ client: { openId } }: SignedLoan) =>
  readHomeFlag(api.database.db, { portfolioId: 118, openId }, api.clock.now())

async function oneLoan(): Promise<SignedLoan> {
  const [loan] = await days.fund(1)
  if (loan === undefined) throw new Error('one loan was funded')
  return loan
}

async function debit(loan: SignedLoan, index: number): Promise<MoneyTransaction> {
  const found = (await debitsOf(api, loan))[index]
  if (found === undefined) throw new Error('the debit is there')
  return found
}

async function creditOf(loan: SignedLoan): Promise<MoneyTransaction> {
  const all = await listTransactions(api.database.db, loan)
  const credit = all.findLast(({ type }) => type === 14_000)
  if (credit === undefined) throw new Error('the credit is there')
  return credit
}

async function factsOf(loan: SignedLoan) {
  const row = await findLoan(api.database.db, loan)
  const facts = row && (await loadAccount(api.deps, api.database.db, row))
  if (facts === undefined) throw new Error('a funded loan')
  return facts
}

/** A payment that the borrower confirmed: the whole of what is owed on its day. */
async function planPayoff(loan: SignedLoan, effectiveDate: MoneyTransaction['effectiveDate']) {
  const { terms, account } = await factsOf(loan)
  const amount = payoffOn(terms, account.state, effectiveDate).total
  const { accountKey = '' } = (await findLoanAccount(api.database.db, loan)) ?? {}
  const { portfolioId, customerKey, loanNo } = loan
  const { openId } = loan.client
  await api.deps.units.write(async (unit) => {
    const authorizationNo = `A-${loanNo}`
    await insertDebitAuthorization(unit.tx, {
      portfolioId,
      customerKey,
      loanNo,
      openId,
      authorizationNo,
      kind: 'singlePayment',
      accountKey,
      amount,
      grantedAt: unit.now,
      documentNo: null,
    })
    await insertTransaction(
      unit.tx,
      {
        portfolioId,
        customerKey,
        loanNo,
        openId,
        transactionNo: `P-${loanNo}`,
        type: 14_001,
        mode: 15_000,
        amount,
        effectiveDate,
        status: 0,
        instructionKey: `payoff/${loanNo}`,
        installmentNumber: null,
        purpose: 'payOff',
        accountKey,
        authorizationNo,
      },
      { cause: 'asked for', actor: 'test', at: unit.now },
    )
    return ok(undefined)
  })
}

describe('R01 (ach.md §2, re-presentation; domain.md §9)', () => {
  test('goes again with the next payment, same amount, as RETRY PYMT; two in a row bar the account, with the rights notice', async () => {
    const loan = await oneLoan()
    await days.collect(PAYDAYS[0])
    const first = await debit(loan, 0)
    await days.bankSays('2026-03-16', [{ transaction: first, code: 'R01' }])
    const again = (await debitsOf(api, loan)).find(({ purpose }) => purpose === 'representment')
    expect(formatCurrency(first.amount)).toBe('$78.61')
    expect(again).toMatchObject({ amount: first.amount, status: 0, attempt: 2, installmentNumber: 1 })
    expect(again && formatLocalDate(again.effectiveDate)).toBe('2026-03-27')
    const run = await days.collect(PAYDAYS[1])
    expect(run.ineligible).toEqual([])
    expect(run.files).toMatchObject([{ debits: 2 }])
    const sent = await debitsOf(api, loan)
    const back = sent.filter(({ status }) => status === 2)
    expect(back).toHaveLength(2)
    const news = back.map((transaction) => ({ transaction, code: 'R01' }))
    await days.bankSays('2026-03-30', news)
    const debits = await debitsOf(api, loan)
    expect(debits.map(({ status }) => status)).toEqual([-1, -1, -1])
    expect(debits.filter(({ status }) => status === 0)).toEqual([])
    expect((await noticesOf(api, loan)).filter((kind) => kind === 'rightsNotice')).toHaveLength(1)
    // The item that was tried twice has one fee, the other payment its own.
    expect(await listAccountEntries(api.database.db, loan)).toMatchObject([
      { cause: `return of ${first.transactionNo}`, amount: 1_500n },
      { kind: 'fee', amount: 1_500n },
    ])
    const next = await days.collect(PAYDAYS[2])
    expect(next.files).toEqual([])
    expect(next.ineligible).toMatchObject([{ rule: expect.stringContaining('twoFailures') }])
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('that comes before the debit has settled books nothing but the fee', async () => {
    const loan = await oneLoan()
    await days.announce(PAYDAYS[0][0])
    await days.batch(PAYDAYS[0][1])
    const first = await debit(loan, 0)
    await days.bankSays('2026-03-12', [{ transaction: first, code: 'R01' }])
    expect((await listTransactionMoves(api.database.db, first)).map(({ toStatus }) => toStatus)).toEqual([
      0, 1, 4, -1,
    ])
    const { account } = await factsOf(loan)
    expect(account.state).toMatchObject({ principal: 50_000n, fees: 1_500n, paid: 0n })
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })
})

describe('a late return (domain.md §9)', () => {
  test('59 days late with three payments after it comes to what a computation from scratch comes to', async () => {
    const [late, never] = await days.fund(2)
    if (late === undefined || never === undefined) throw new Error('two loans were funded')
    for (const payday of PAYDAYS) await days.collect(payday)
    const before = await factsOf(late)
    const first = await debit(late, 0)
    await days.bankSays('2026-05-11', [{ transaction: first, code: 'R11' }])
    const { account } = await factsOf(late)
    expect(account.state.paid).toBe(before.account.state.paid - first.amount)
    // The other loan's first debit came back at once: from then on both are the same debt.
    await api.database.db.execute(
      sql`update transactions set status = -1, return_code = 'R11', returned_on = '2026-03-16'
        where loan_no = ${never.loanNo} and installment_number = 1`,
    )
    expect(account.state).toEqual((await factsOf(never)).account.state)
    expect(await ledgerDifferences(api, late)).toEqual([])
    expect(await ledgerTotal(api.database.db)).toBe(0n)
  })

  test('opens a paid-off loan again: 206 → 203, told, and nothing is taken without a permission', async () => {
    const loan = await oneLoan()
    await days.collect(PAYDAYS[0])
    days.at('2026-03-19', '09:00')
    await planPayoff(loan, addDays((await debit(loan, 0)).effectiveDate, 7))
    await days.batch('2026-03-19')
    await days.settle('2026-03-20')
    await days.settle('2026-03-25')
    expect(await stateOf(loan)).toEqual([206, 'paidOff'])
    const first = await debit(loan, 0)
    await days.bankSays('2026-05-11', [{ transaction: first, code: 'R07' }])
    expect(await stateOf(loan)).toEqual([203, null])
    expect(await noticesOf(api, loan)).toContain('loanReopened')
    const { account } = await factsOf(loan)
    expect(account.state.principal).toBeGreaterThan(0n)
    expect(await ledgerDifferences(api, loan)).toEqual([])
    const run = await days.collect(['2026-05-15', '2026-05-21', '2026-05-22'])
    expect(run.files).toEqual([])
    expect(await homeFlagOf(loan)).toBe(5)
  })
})

describe('R11 (ach.md §2; domain.md §9)', () => {
  test('stops automatic debits, and one corrected entry is let out, once', async () => {
    const loan = await oneLoan()
    await days.collect(PAYDAYS[0])
    const first = await debit(loan, 0)
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
              type: 14_001,
              mode: 15_000,
              amount: cents(first.amount - 100n),
              effectiveDate: addDays(first.effectiveDate, 14),
              status: 0,
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
    expect(corrected?.status).toBe(2)
    if (corrected === undefined) throw new Error('the corrected entry went out')
    await days.bankSays('2026-03-30', [{ transaction: corrected, code: 'R11' }], 1)
    await plan(3, corrected.transactionNo)
    const next = await days.collect(PAYDAYS[2])
    expect(next.files).toEqual([])
    expect(next.ineligible.map(({ rule }) => rule)).toContainEqual(expect.stringContaining('correction'))
  })
})

describe('a returned disbursement (domain.md §2; ach.md §2)', () => {
  test.each([
    ['before it settled', false],
    ['after it settled', true],
  ])(
    '%s: 104, nothing owed, flag 6; another account mends it, and the money goes out again',
    async (_when, settled) => {
      const [loan] = settled ? await days.fund(1) : await signAndBatch()
      if (loan === undefined) throw new Error('one loan was sent')
      expect((await stateOf(loan))[0]).toBe(settled ? 202 : 201)
      await days.bankSays('2026-03-05', [{ transaction: await creditOf(loan), code: 'R03' }])
      expect(await stateOf(loan)).toEqual([104, null])
      expect((await findLoan(api.database.db, loan))?.effectiveDate).toBeNull()
      expect(
        [...(await loanBalances(api.database.db, loan)).values()].filter((balance) => balance !== 0n),
      ).toEqual([])
      expect(await homeFlagOf(loan)).toBe(6)
      expect(await noticesOf(api, loan)).toContain('disbursementReturned')
      await liveOn(api, '2026-03-05T13:00:00-05:00')
      const listed = await loan.client.ask(listDisbursementLoanCall, {})
      expect(listed).toMatchObject({ homeFlag: 6, loans: [{ loanStatus: 104, trackerStep: 6 }] })
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
      expect(await homeFlagOf(loan)).toBe(4)
      const again = await loan.client.call(repairBankCall, {
        body: { loanNo: loan.loanNo, ...NEW_ACCOUNT, accountNumber: '555444333222' },
      })
      expect(again.code).toBe(codeOf('repairNotOpen'))
      await days.batch('2026-03-06')
      await days.settle('2026-03-09')
      expect((await stateOf(loan))[0]).toBe(202)
      const account = await findLoanAccount(api.database.db, loan)
      expect(account).toMatchObject({ source: 'repair', accountTail: '7666' })
      expect((await creditOf(loan)).accountKey).toBe(account?.accountKey)
      expect(await ledgerDifferences(api, loan)).toEqual([])
    },
  )

  async function signAndBatch(): Promise<SignedLoan[]> {
    const { signLoan } = await import('../../../testing/signed-loans.ts')
    const loan = await signLoan(api)
    await days.batch('2026-03-03')
    return [loan]
  }
})

describe('repair-bank (contract.md; domain.md §2)', () => {
  test('lets a loan go on that rested for its account; the new account needs a new permission', async () => {
    const loan = await oneLoan()
    await days.collect(PAYDAYS[0])
    await days.bankSays('2026-03-16', [{ transaction: await debit(loan, 0), code: 'R02' }])
    expect(await homeFlagOf(loan)).toBe(6)
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
    expect(await stateOf(loan)).toEqual([203, null])
    const run = await days.collect(PAYDAYS[1])
    expect(run.ineligible).toMatchObject([{ rule: expect.stringContaining('authorized') }])
  })

  test('sends a refund again that came back', async () => {
    const loan = await oneLoan()
    await days.collect(PAYDAYS[0])
    const amount = cents(1_000n)
    await api.deps.units.write(async (unit) => {
      const locked = await lockLoan(unit.tx, loan)
      if (locked === undefined) throw new Error('the loan is there')
      return ok(await planRefund(days.money, unit, locked, { amount, cause: 'test', actor: 'test' }))
    })
    await days.batch('2026-03-16')
    const refunds = async () =>
      (await listTransactions(api.database.db, loan)).filter(({ type }) => type === 14_002)
    const [refund] = await refunds()
    if (refund === undefined) throw new Error('the refund was sent')
    expect((await factsOf(loan)).account.state.refunded).toBe(amount)
    await days.bankSays('2026-03-18', [{ transaction: refund, code: 'R03' }])
    expect((await factsOf(loan)).account.state.refunded).toBe(0n)
    expect(await ledgerDifferences(api, loan)).toEqual([])
    expect(await homeFlagOf(loan)).toBe(6)
    await liveOn(api, '2026-03-18T13:00:00-04:00')
    await loan.client.ask(repairBankCall, { body: { loanNo: loan.loanNo, ...NEW_ACCOUNT } })
    expect(await homeFlagOf(loan)).toBe(5)
    const run = await days.batch('2026-03-19')
    expect(run.files).toMatchObject([{ credits: 1 }])
    expect(await refunds()).toMatchObject([{ status: -1 }, { status: 4, amount }])
  })
})

describe('a notice of change (ach.md §3)', () => {
  test('holds from the next entry on, under the same permission', async () => {
    const loan = await oneLoan()
    await days.collect(PAYDAYS[0])
    const news = { transaction: await debit(loan, 0), code: 'C01', correctedData: '000111222999' }
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
    expect(JSON.stringify(entry)).not.toContain('000111222999')
  })

  test('that says nothing of the account waits for a person and changes nothing', async () => {
    const loan = await oneLoan()
    const transaction = await creditOf(loan)
    await days.bankSays('2026-03-05', [{ transaction, code: 'C09', correctedData: '118-SAMPLE' }])
    expect(await listLoanAccounts(api.database.db, loan)).toHaveLength(1)
  })
})

describe('the bank’s files (issue 4, point 3)', () => {
  const inbox = () => join(dataPaths(api.deps.config.dataDir).bank, 'inbox')
  const put = async (name: string, bytes: Uint8Array) => {
    await mkdir(inbox(), { recursive: true })
    await writeFile(join(inbox(), name), bytes)
  }
  const folder = async (name: string): Promise<string[]> =>
    await readdir(join(inbox(), '..', name)).catch(() => [])

  test('a malformed file is quarantined with its faults, and none of it is applied', async () => {
    const loan = await oneLoan()
    await days.collect(PAYDAYS[0])
    const whole = Buffer.from(bankFile([{ transaction: await debit(loan, 0), code: 'R01' }])).toString(
      'latin1',
    )
    // One digit of the batch control's total.
    const broken = new TextEncoder().encode(whole.replace(/^(8.{21})\d/m, '$19'))
    await put('broken.ach', broken)
    expect(await takeInbox(days.money)).toBe(1)
    expect((await debit(loan, 0)).status).toBe(2)
    const kept = await findInboxFile(api.database.db, { portfolioId: 118, sha256: sha256Hex(broken) })
    expect(kept).toMatchObject({ status: 'setAside', fileName: 'broken.ach', returns: 0 })
    expect(kept?.errors[0]).toMatchObject({ record: 'batchControl', line: expect.any(Number) })
    expect(await folder('inbox')).toEqual([])
    expect(await folder('set-aside')).toHaveLength(1)
    const employee = await signInEmployee(api)
    const file = { name: 'broken.ach', type: 'text/plain', bytes: broken }
    const refused = await employee.call(importReturnCall, { body: { portfolioId: 118 } }, { file })
    expect(refused.code).toBe(codeOf('importRefused'))
    expect(JSON.stringify(refused.data)).toContain('batchControl')
  })

  test('the same entries are applied once, whatever file brings them and in whatever order', async () => {
    const [one, two] = await days.fund(2)
    if (one === undefined || two === undefined) throw new Error('two loans were funded')
    await days.collect(PAYDAYS[0])
    const news = [
      { transaction: await debit(one, 0), code: 'R01' },
      { transaction: await debit(two, 0), code: 'R01' },
    ]
    days.at('2026-03-16', '12:00')
    await put('a.ach', bankFile(news))
    expect(await takeInbox(days.money)).toBe(1)
    expect(await folder('archive')).toHaveLength(1)
    const again = await days.bankSays('2026-03-16', news.toReversed(), 1)
    expect(again).toMatchObject({ returns: 0, alreadyKnown: 2, unmatched: [] })
    const employee = await signInEmployee(api)
    const file = { name: 'a.ach', type: 'text/plain', bytes: bankFile(news) }
    const answer = await employee.ask(importReturnCall, { body: { portfolioId: 118 } }, { file })
    expect(answer).toMatchObject({ returns: 0, alreadyKnown: 2 })
    for (const loan of [one, two]) {
      const moves = await listTransactionMoves(api.database.db, await debit(loan, 0))
      expect(moves.filter(({ toStatus }) => toStatus === -1)).toHaveLength(1)
      expect(await ledgerDifferences(api, loan)).toEqual([])
    }
    const stream = await employee.ask(searchAuditCall, { body: { portfolioId: 118, event: 'bankFileTaken' } })
    expect(stream.events).toHaveLength(1)
  })

  test('an entry that we never sent is named, and another company’s file is not ours', async () => {
    await days.fund(1)
    const transaction = { type: 14_001, amount: cents(100n), traceNumber: '123456789999999' }
    const taken = await days.bankSays('2026-03-05', [{ transaction, code: 'R01' }])
    expect(taken.unmatched).toMatchObject([{ traceNumber: '123456789999999', code: 'R01' }])
    const employee = await signInEmployee(api)
    const bytes = bankFile([{ transaction, code: 'R01' }], { portfolioId: 110 })
    const file = { name: 'b.ach', type: 'text/plain', bytes }
    const refused = await employee.call(importReturnCall, { body: { portfolioId: 118 } }, { file })
    expect(refused.code).toBe(codeOf('importRefused'))
    const unknown = await employee.call(importReturnCall, { body: { portfolioId: 999 } }, { file })
    expect(unknown.code).toBe(codeOf('notFound'))
    const none = await employee.call(importReturnCall, { body: { portfolioId: 118 } })
    expect(none.code).toBe(codeOf('importRefused'))
  })
})

describe('the return rates (ach.md §2; domain.md §9)', () => {
  test('stand beside their limits, and beyond one a warning is written once a day', async () => {
    const loan = await oneLoan()
    await days.collect(PAYDAYS[0])
    days.at('2026-03-16', '11:00')
    const asked = async () =>
      await (await signInEmployee(api)).ask(returnRateCall, { query: { portfolioId: 118 } })
    const before = await asked()
    expect(before.windows[0]?.rates).toMatchObject([
      { kind: 'unauthorized', rate: '0.00', limit: '0.50', status: 'ok' },
      { kind: 'administrative', limit: '3.00', status: 'ok' },
      { kind: 'overall', limit: '15.00', status: 'ok' },
    ])
    await days.bankSays('2026-03-16', [{ transaction: await debit(loan, 0), code: 'R10' }])
    const after = await asked()
    expect(after.windows[0]).toMatchObject({
      kind: 'sixtyDays',
      debits: 1,
      returns: [{ code: 'R10', count: 1 }],
      rates: [
        { kind: 'unauthorized', rate: '100.00', status: 'over', consequence: 'rule' },
        { kind: 'administrative', rate: '0.00', status: 'ok' },
        { kind: 'overall', rate: '100.00', status: 'over' },
      ],
    })
    await watchReturnRates(days.money)
    await watchReturnRates(days.money)
    const employee = await signInEmployee(api)
    const body = { portfolioId: 118, event: 'returnRateWarning' }
    expect((await employee.ask(searchAuditCall, { body })).events).toHaveLength(1)
    api.shown.changed('returnRate')
  })
})
