import { listInboxEntries } from '@dolphin/database/payments/ach-inbox-repository'
import { loanBalances } from '@dolphin/database/payments/ledger-repository'
import { listTransactionMoves } from '@dolphin/database/payments/transaction-repository'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { assert } from '@dolphin/domain/assert'
import { cents } from '@dolphin/domain/money/cents'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { HOLDING_KINDS } from '@dolphin/domain/work-items/work-item-rules'
import { effort } from '@dolphin/testkit/effort'
import { mutatedBytes } from '@dolphin/testkit/mutated-bytes'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../testing/api-fixture.ts'
import { bankFile, type BankNews } from '../../../testing/bank-returns.ts'
import { debitAt, statusOf } from '../../../testing/loan-facts.ts'
import { ledgerDifferences, moneyDays, noticesOf, PAYDAYS } from '../../../testing/money-days.ts'
import { resetApi } from '../../../testing/reset-api.ts'
import { reversalIn, reverseEntry } from '../../../testing/reversals.ts'
import type { SignedLoan } from '../../../testing/signed-loans.ts'
import { importInboxFile } from './import-file.ts'

/** Whatever files a bank makes of a day's entries, and in whatever order they come (domain.md §14). */
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

const LOANS = 4
const ENTRIES = 9
const ALL = Array.from({ length: ENTRIES }, (_, index) => index)
/** A code that the bank of these tests writes and that does not exist. */
const [WRITTEN, UNKNOWN] = ['799R85', '799R97']

async function collected(): Promise<readonly SignedLoan[]> {
  const loans = await days.fund(LOANS)
  await days.collect(PAYDAYS[0])
  days.at('2026-03-13', '12:00')
  const [, , , reversed] = loans
  assert(reversed !== undefined, 'a loan whose payment was reversed')
  await reverseEntry(api, await debitAt(api, reversed, 0), 'amount')
  days.at('2026-03-13', '16:10')
  await days.batchNow()
  days.at('2026-03-16', '12:00')
  return loans
}

/** What the bank says on one day of four payments: right, wrong, unknown, unreadable, disputed, reversed and corrected. */
async function newsOf(loans: readonly SignedLoan[]): Promise<readonly BankNews[]> {
  const debits = await Promise.all(loans.map((loan) => debitAt(api, loan, 0)))
  const [one, two, three, four] = debits
  const [, , , reversed] = loans
  assert(one !== undefined && two !== undefined && three !== undefined, 'each loan has its debit')
  assert(four !== undefined && reversed !== undefined, 'the last one was reversed')
  const strange = { ...one, amount: cents(12_345n), traceNumber: '091000019999999' }
  const news: BankNews[] = [
    { transaction: one, code: 'R01' },
    { transaction: { ...one, amount: cents(one.amount - 1n) }, code: 'R01' },
    { transaction: two, code: 'R10' },
    { transaction: strange, code: 'R03', accountNumber: '555', individualName: 'NO ONE' },
    { transaction: three, code: 'R85' },
    { transaction: three, code: 'C01', correctedData: '000999888777' },
    { transaction: three, code: 'R68' },
    { transaction: four, code: 'R02' },
    { transaction: await reversalIn(api, reversed), code: 'R02' },
  ]
  return news.map((entry, index) => ({ ...entry, bankSequence: index + 1 }))
}

function fileOf(news: readonly BankNews[], serial: number): Uint8Array {
  const text = Buffer.from(bankFile(news, { serial })).toString('latin1')
  return Buffer.from(text.replaceAll(WRITTEN, UNKNOWN), 'latin1')
}

const take = (bytes: Uint8Array, fileName = 'ANY.ach') =>
  importInboxFile(days.money, [days.data()], { fileName, bytes, actor: 'test' })

async function waiting() {
  const items = await Promise.all(
    [0, 118].flatMap((portfolioId) =>
      HOLDING_KINDS.map((kind) => listOpenWorkItems(api.database.db, { portfolioId, kind })),
    ),
  )
  return items.flat()
}

/** All that the entries decide, with places for what has another name each time. */
async function stateOf(loans: readonly SignedLoan[]): Promise<string> {
  const { db } = api.database
  const ofLoans = []
  for (const loan of loans) {
    const { status, returnCode } = await debitAt(api, loan, 0)
    const entries = await listInboxEntries(db, loan)
    ofLoans.push([
      await statusOf(api, loan),
      [status, returnCode],
      [...(await loanBalances(db, loan))].map(([name, balance]) => `${name} ${balance}`).toSorted(),
      entries.map(({ code, amount, applied }) => `${code} ${amount} ${applied}`).toSorted(),
      (await noticesOf(api, loan)).toSorted(),
    ])
    expect(await ledgerDifferences(api, loan)).toEqual([])
  }
  const numbers = loans.map(({ loanNo }) => loanNo)
  const items = (await waiting()).map(({ kind, concerns, facts }) => [
    kind,
    concerns.map((loanNo) => numbers.indexOf(loanNo)),
    facts['code'],
    facts['amount'],
  ])
  return JSON.stringify([ofLoans, items.map((item) => JSON.stringify(item)).toSorted()])
}

test('any split of a day’s entries over files, and any order of them, ends in one state', async () => {
  const loans = await collected()
  expect(await take(fileOf(await newsOf(loans), 0))).toMatchObject({ entries: ENTRIES })
  const expected = await stateOf(loans)
  const places = fc.array(fc.nat({ max: 3 }), { minLength: ENTRIES, maxLength: ENTRIES })
  const order = fc.shuffledSubarray(ALL, { minLength: ENTRIES, maxLength: ENTRIES })
  await fc.assert(
    fc.asyncProperty(places, order, fc.boolean(), async (fileOfEntry, turns, isTwice) => {
      await resetApi(api)
      const again = await collected()
      const news = await newsOf(again)
      const ordered = turns.flatMap((index) => news[index] ?? [])
      const files = [0, 1, 2, 3].map((file) => ordered.filter((_, index) => fileOfEntry[index] === file))
      for (const [serial, own] of files.entries()) {
        if (own.length === 0) continue
        await take(fileOf(own, serial))
        if (isTwice) expect(await take(fileOf(own, serial))).toMatchObject({ returns: 0, noticesOfChange: 0 })
      }
      expect(await stateOf(again)).toBe(expected)
    }),
    { seed: 1_114, numRuns: effort({ usual: 4, full: 20 }) },
  )
}, 240_000)

test('edited files: never a throw, never an entry applied twice, every entry accounted for', async () => {
  const loans = await collected()
  const bytes = fileOf(await newsOf(loans), 0)
  await fc.assert(
    fc.asyncProperty(mutatedBytes(Buffer.from(bytes)), async (mutant) => {
      const { status, entries, kinds } = await take(mutant)
      const counted = kinds.map(
        ({ applied, known, refused, quarantined }) => applied + known + refused + quarantined,
      )
      if (status === STORED_NAMES.inboxFileStatus.imported)
        expect(counted.reduce((sum, count) => sum + count, 0)).toBe(entries)
      else expect(kinds).toEqual([])
    }),
    { seed: 1_115, numRuns: effort({ usual: 80, full: 400 }) },
  )
  for (const loan of loans) {
    const moves = await listTransactionMoves(api.database.db, await debitAt(api, loan, 0))
    expect(moves.filter(({ toStatus }) => toStatus === -1).length).toBeLessThanOrEqual(1)
    expect(await ledgerDifferences(api, loan)).toEqual([])
  }
}, 240_000)
