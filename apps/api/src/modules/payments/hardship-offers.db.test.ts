import { listNoticeTrail } from '@dolphin/database/notices/notice-trail-repository'
import { saveIbvReport } from '@dolphin/database/verification/ibv-repository'
import { BankAccountType } from '@dolphin/domain/applications/codes'
import { type LocalDate, localDate } from '@dolphin/domain/calendar/local-date'
import { cents } from '@dolphin/domain/money/cents'
import { createBankFolder } from '@dolphin/integrations/ach-gateway/bank-folder'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataPaths } from '../../config/config.ts'
import { reportToStored } from '../borrowers/verified-income.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { fundLoan, liveOn } from '../../testing/funded-loans.ts'
import { resetApi } from '../../testing/reset-api.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import { offerHelp } from './hardship-offers.ts'
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

/** What the bank said of the account that payments come from. */
async function bankSays(loan: SignedLoan, balance: bigint, asOf: LocalDate): Promise<void> {
  const report = {
    institution: 'Sample Bank',
    asOf,
    accounts: [
      {
        accountId: 'one',
        type: BankAccountType.checking,
        name: 'Checking',
        routingNumber: '123456780',
        accountNumber: '000111222333',
        ownerNames: ['Robin Sample'],
        open: true,
        balance: cents(balance),
        transactions: [],
      },
    ],
  }
  const key = { ...loan, requestCode: `report-${loan.loanNo}` }
  await saveIbvReport(api.database.db, api.deps.cipher, key, {
    report: reportToStored(report),
    at: api.clock.now(),
  })
}

const offers = async (loan: SignedLoan) =>
  (await listNoticeTrail(api.database.db, loan)).filter(({ kind }) => kind === 'hardshipOffer')

describe('help before a payment (issue: hardship path)', () => {
  // The first payment is due on Friday, 2026-03-13; three banking days before is Tuesday, the 10th.
  test('is offered three banking days before a payment larger than the verified balance, once', async () => {
    const loan = await fundLoan(api)
    await bankSays(loan, 1_000n, localDate(2026, 3, 2))
    await liveOn(api, '2026-03-09T12:00:00-04:00')
    await offerHelp(money)
    expect(await offers(loan)).toEqual([])
    await liveOn(api, '2026-03-10T12:00:00-04:00')
    await offerHelp(money)
    await offerHelp(money)
    expect(await offers(loan)).toMatchObject([{ dedupKey: `hardshipOffer/${loan.loanNo}/2026-03-13` }])
  })

  test.each([
    ['the balance is enough', 500_000n, localDate(2026, 3, 2)],
    ['the report is older than 45 days', 1_000n, localDate(2026, 1, 20)],
  ] as const)('is not offered where %s', async (_why, balance, asOf) => {
    const loan = await fundLoan(api)
    await bankSays(loan, balance, asOf)
    await liveOn(api, '2026-03-10T12:00:00-04:00')
    await offerHelp(money)
    expect(await offers(loan)).toEqual([])
  })
})
