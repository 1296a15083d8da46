import { listPostings } from '@dolphin/database/payments/ledger-repository'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { debitsOf, ledgerDifferences, moneyDays, PAYDAYS } from '../../testing/money-days.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import { verifyLedgerPage } from '../servicing/verify-ledgers.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** What the payments that settled on a day were used for, by the postings. */
async function usedOn(loan: SignedLoan, day: number): Promise<Readonly<Record<string, bigint>>[]> {
  const postings = await listPostings(api.database.db, loan)
  return postings
    .filter(({ kind, effectiveDate }) => kind === 'paymentReceived' && effectiveDate === day)
    .map(({ entries }) => Object.fromEntries(entries.map(({ account, amount }) => [account, amount])))
}

test('domain.md §14: a payment is used as the signed agreement says, in the ledger too', async () => {
  const days = moneyDays(api)
  const [before, now] = await days.fund(2)
  if (before === undefined || now === undefined) throw new Error('two loans were funded')
  // Signed under the first text, whose plans name no version.
  await api.database.db.execute(
    sql`update payment_plans set disclosure = disclosure - 'documentVersion' where loan_no = ${before.loanNo}`,
  )
  await days.collect(PAYDAYS[0])
  for (const [serial, loan] of [before, now].entries()) {
    const [transaction] = await debitsOf(api, loan)
    if (transaction === undefined) throw new Error('the debit is there')
    await days.bankSays('2026-03-16', [{ transaction, code: 'R01' }], serial)
  }
  await days.collect(PAYDAYS[1])
  const settled = (await debitsOf(api, now)).find(
    ({ installmentNumber, status }) => installmentNumber === 2 && status === 2,
  )?.settledOn
  if (settled === undefined || settled === null) throw new Error('the payment settled')
  // 500.00 for 23 days at 260 %: 81.92 of interest, a fee of 15.00; a payment of 78.61 on 27 March.
  expect(await usedOn(before, settled)).toEqual([{ customer: 7_861n, interestReceivable: -7_861n }])
  expect(await usedOn(now, settled)).toEqual([
    { customer: 7_861n, interestReceivable: -6_361n, fees: -1_500n },
  ])
  for (const loan of [before, now]) expect(await ledgerDifferences(api, loan)).toEqual([])
  const { loans } = await verifyLedgerPage(api.database.db, 118, '')
  expect(loans.map(({ intact, loanTotal }) => [intact, loanTotal])).toEqual([
    [true, 0n],
    [true, 0n],
  ])
})
