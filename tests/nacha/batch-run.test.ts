import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dataPaths } from '@dolphin/api/config/config'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import { signInEmployee } from '@dolphin/api/testing/employees'
import { signLoan } from '@dolphin/api/testing/signed-loans'
import { approveLoanCall } from '@dolphin/contract/applications-staff'
import { runBatchCall } from '@dolphin/contract/payments'
import { cents } from '@dolphin/domain/money/cents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAchFile } from './check-ach-file.ts'

const START_LIMIT_MS = 120_000
let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
}, START_LIMIT_MS)
afterAll(() => api.close())

test('the files that the batch hands to the bank are accepted by the independent checker, for both brands', {
  timeout: START_LIMIT_MS,
}, async () => {
  const employee = await signInEmployee(api)
  for (const amount of [20_000n, 50_000n]) await signLoan(api, { amount: cents(amount) })
  await signLoan(api, { amount: cents(100_000n), account: 'typed' })
  await signLoan(api, { sameDay: true })
  const { loanNo } = await signLoan(api, { portfolioId: 110 })
  await employee.ask(approveLoanCall, { body: { loanNo, note: '' } })
  const batches: string[] = []
  for (const portfolioId of [118, 110]) {
    const { files } = await employee.ask(runBatchCall, { body: { portfolioId } })
    for (const { fileName, credits, prenotes } of files) {
      const path = join(dataPaths(api.deps.config.dataDir).bank, 'outbox', fileName ?? '')
      const text = await readFile(path, 'utf8')
      expect(checkAchFile(text)).toEqual([])
      const records = text.split('\n')
      const entries = records.filter((record) => record.startsWith('6'))
      expect(entries).toHaveLength(credits + (prenotes ?? 0))
      const headers = records.filter((record) => record.startsWith('5'))
      batches.push(...headers.map((record) => `${record.slice(50, 63).trim()} ${record.slice(63, 75)}`))
    }
  }
  // Class, descriptive date and effective entry date: the same-day file goes first (ach.md §1).
  expect(batches).toEqual([
    'PPDLOAN SD1700260303',
    'PPDLOAN       260304',
    'WEBPRENOTE       260304',
    'PPDLOAN       260304',
  ])
})
