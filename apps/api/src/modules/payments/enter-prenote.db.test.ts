import { sendPrenoteCall } from '@dolphin/contract/entries'
import { findLoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { assert } from '@dolphin/domain/assert'
import { ZERO_CENTS } from '@dolphin/domain/money/cents'
import { TransactionType } from '@dolphin/domain/payments/codes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { lastBankFile } from '../../testing/bank-outbox.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { confirmApproval, deskOf, tryConfirming } from '../../testing/confirmations.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { homeFlagOf } from '../../testing/loan-facts.ts'
import { moneyDays } from '../../testing/money-days.ts'
import { moneyViolations } from '../../testing/money-invariants.ts'
import { resetApi } from '../../testing/reset-api.ts'
import type { TestClient } from '../../testing/test-client.ts'

let api: TestApi
let days: ReturnType<typeof moneyDays>
let ada: TestClient
let bea: TestClient

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await resetApi(api)
  days = moneyDays(api)
})
afterAll(() => api.close())

async function signIn(): Promise<void> {
  ada = await signInEmployee(api)
  bea = await signInEmployee(api, 'bea-example')
}

const bodyOf = ({ loanNo }: LoanKey) => ({ loanNo, note: 'the bank says that the account is open again' })

test('an account whose prenote came back is asked about again, once two people say so', async () => {
  const loan = await days.fundOne({ account: 'typed' })
  days.at('2026-03-04', '12:00')
  const asked = await findLoanAccount(api.database.db, loan)
  const traceNumber = asked?.prenoteTrace ?? null
  assert(traceNumber !== null, 'the account was asked about')
  await signIn()
  const body = bodyOf(loan)
  await expectRefused(ada, 'sendPrenote', { body }, 'prenoteRefused')
  await expectRefused(ada, 'sendPrenote', { body: { ...body, loanNo: '118-0000000' } }, 'loanNotFound')
  const prenote = { type: TransactionType.debit, amount: ZERO_CENTS, traceNumber }
  await days.bankSays('2026-03-05', [{ transaction: prenote, code: 'R03' }])
  expect(await homeFlagOf(api, loan)).toBe(6)
  await signIn()

  const { approval } = await ada.ask(sendPrenoteCall, { body })
  expect((await tryConfirming(await deskOf(ada), approval.approvalNo)).code).not.toBe(1)
  expect(await findLoanAccount(api.database.db, loan)).toMatchObject({ prenoteReturnCode: 'R03' })
  await confirmApproval(bea, approval.approvalNo)
  api.shown.changed('sendPrenote')
  await expectRefused(ada, 'sendPrenote', { body }, 'prenoteRefused')

  days.at('2026-03-05', '16:10')
  await days.batchNow()
  expect((await lastBankFile(days.money)).batches).toMatchObject([
    { header: { entryDescription: 'PRENOTE' }, entries: [{ transactionCode: '28', amount: ZERO_CENTS }] },
  ])
  const again = await findLoanAccount(api.database.db, loan)
  expect(again).toMatchObject({ prenoteReturnCode: null, validatedBy: null })
  expect(again?.prenoteTrace).not.toBe(traceNumber)
  expect(await moneyViolations(api.deps, api.database.db, { chains: true })).toEqual([])
})
