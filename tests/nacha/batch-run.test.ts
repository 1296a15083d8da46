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
  const { loanNo } = await signLoan(api, { portfolioId: 110 })
  await employee.ask(approveLoanCall, { body: { loanNo, note: '' } })
  for (const [portfolioId, credits, prenotes] of [
    [118, 3, 1],
    [110, 1, 0],
  ] as const) {
    const { files } = await employee.ask(runBatchCall, { body: { portfolioId } })
    expect(files).toMatchObject([{ credits, prenotes }])
    const name = files[0]?.fileName ?? ''
    const text = await readFile(join(dataPaths(api.deps.config.dataDir).bank, 'outbox', name), 'utf8')
    expect(checkAchFile(text)).toEqual([])
    expect(text.split('\n').filter((record) => record.startsWith('6'))).toHaveLength(credits + prenotes)
  }
})
