import { CALLS } from '@dolphin/contract/registry'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestApi, type TestApi } from './api-fixture.ts'
import { moneyDays } from './money-days.ts'
import { resetApi } from './reset-api.ts'
import type { SignedLoan } from './signed-loans.ts'
import type { DebtEvent } from './simple-daily-debt.ts'

/** A server, empty before each test, and the days of its money. */
export interface MoneyScene {
  readonly api: TestApi
  readonly days: ReturnType<typeof moneyDays>
}

/** Starts a server for the tests of a file and empties it before each of them. Read its parts within tests alone. */
export function moneyInEachTest(): MoneyScene {
  const scene: { api?: TestApi; days?: MoneyScene['days'] } = {}
  beforeAll(async () => {
    scene.api = await startTestApi()
  })
  beforeEach(async () => {
    if (scene.api === undefined) throw new Error('no server was started')
    await resetApi(scene.api)
    scene.days = moneyDays(scene.api)
  })
  afterAll(() => scene.api?.close())
  // Both are there whenever a test runs.
  return scene as MoneyScene
}

/** What moneyDays funds: 500.00 at 260 % since 2026-03-04, in cents and basis points. */
export const TEN_PAYMENT_LOAN = { principal: 50_000n, since: '2026-03-04', rate: 26_000n }
/** Each of its payments but the last, in cents. */
export const PAYMENT = 7_861n
/** The first of them, on its day. */
export const FIRST: DebtEvent = { on: '2026-03-13', paid: PAYMENT }

/** The page of a loan. */
export const pageOf = ({ client, loanNo }: SignedLoan) =>
  client.ask(CALLS.paymentDetail, { query: { loanNo } })

/** The changes of a loan, newest first: code and status. */
export async function changesOf({ client, loanNo }: SignedLoan) {
  const { changes } = await client.ask(CALLS.listChange, { query: { loanNo } })
  return changes.map(({ changeTypeCode, status }) => [changeTypeCode, status])
}

/** Saves a payoff by debit on a day. */
export const payOff = ({ client, loanNo }: SignedLoan, date: string) =>
  client.ask(CALLS.payOff, { body: { loanNo, mode: 1, paymentMode: PaymentMode.ach, date } })
